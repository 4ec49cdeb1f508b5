import { readUserAgent } from '#shared/userAgent';
import type { Mailer } from '#server/mailer';
import { linkUrl } from './accountLinks/tokens';

/**
 * Emails about an account. They hold nothing that a person has typed: an account can be made with the address of someone
 * else, who would get the text.
 */
export interface AccountEmails {
  /** A link that sets a new password. */
  resetPassword(to: string, token: string): void;
  passwordChanged(to: string): void;
  /** A second factor was added or removed, or the recovery codes were renewed. */
  factorsChanged(to: string): void;
  /** A link that makes this address the one of the account. */
  confirmEmail(to: string, token: string): void;
  /** Notifies the former address, with a link that restores it. */
  emailChanged(to: string, token: string): void;
  /** Notifies the address that was replaced when the former one was restored. */
  emailChangeUndone(to: string): void;
  /** @param at epoch milliseconds */
  signedIn(to: string, userAgent: string, at: number): void;
  /** @param at epoch milliseconds */
  phoneConnected(to: string, at: number): void;
}

/**
 * Writes emails about accounts.
 * @param origin with which links begin: a setting, never what a client calls this server
 */
export function accountEmails(mailer: Mailer, origin: string): AccountEmails {
  const post = (to: string, subject: string, paragraphs: readonly string[]): void =>
    mailer.queue({ to, subject, text: `${paragraphs.join('\n\n')}\n` });
  const forgot = `${origin}/forgot-password`;
  return {
    resetPassword: (to, token) =>
      post(to, 'Choose a new password for Kinmap', [
        'Someone (we hope it was you) asked for a new password for the Kinmap account with this address.',
        'Open this link within 30 minutes to choose one. It works once.',
        linkUrl(origin, { purpose: 'password' }, token),
        'If that was not you, you can ignore this email. Your password stays as it is.',
      ]),
    passwordChanged: (to) =>
      post(to, 'Your password for Kinmap was changed', [
        'The password of your Kinmap account was changed, and all devices were signed out.',
        `Phones with an app stay connected. They are listed here: ${origin}/phones`,
        'If that was not you, choose a new one here:',
        forgot,
      ]),
    factorsChanged: (to) =>
      post(to, 'The second step of your sign-in to Kinmap was changed', [
        'An authenticator app or a passkey was added to your Kinmap account or removed from it, or its recovery codes were renewed.',
        `They are listed here: ${origin}/account`,
        'If that was not you, sign out all other devices there, remove what you do not know, and choose a new password.',
        'If you cannot sign in any more, ask the person who runs your Kinmap server.',
      ]),
    confirmEmail: (to, token) =>
      post(to, 'Confirm your new email address for Kinmap', [
        'Open this link within 24 hours to sign in to Kinmap with this address from now on.',
        linkUrl(origin, { purpose: 'confirmEmail' }, token),
        'If you did not ask for this, you can ignore this email.',
      ]),
    emailChanged: (to, token) =>
      post(to, 'Your email address for Kinmap was changed', [
        'Your Kinmap account has another email address now, and you sign in with that one.',
        'If that was not you, open this link within 7 days. It puts this address back and signs out all devices.',
        linkUrl(origin, { purpose: 'undoEmail' }, token),
      ]),
    emailChangeUndone: (to) =>
      post(to, 'A Kinmap account no longer has this address', [
        'The former address of a Kinmap account was put back, so no one signs in with this one any more.',
      ]),
    signedIn: (to, userAgent, at) =>
      post(to, 'New sign-in to Kinmap', [
        `Someone signed in to your Kinmap account with ${clientName(userAgent)} on ${inWords(at)}.`,
        'If that was you, you can ignore this email. If not, choose a new password here, which signs out all devices:',
        forgot,
      ]),
    phoneConnected: (to, at) =>
      post(to, 'A phone was connected to Kinmap', [
        `An app on a phone got a key to your Kinmap account on ${inWords(at)}.`,
        'It sends positions as yours and can see where your families are until you disconnect it, also after a new password.',
        'If that was not you, disconnect it here, and then choose a new password:',
        `${origin}/phones`,
      ]),
  };
}

/** Known names only: a client can call itself anything. */
function clientName(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent);
  if (browser === undefined) return system === undefined ? 'another app' : `an app on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}

function inWords(at: number): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat('en', format).format(at)} UTC`;
}
