import type { NotifySettings } from '#contract/notifications';
import type { SosAnswer, SosAnswered, SosEnded, SosEnding } from '#contract/sos';
import { stripBidiControls } from '#shared/bidiControls';
import { chatPath, familyOfChatTag, familyPath } from '#shared/chatNotification';
import { parsePositionText } from '#shared/positionText';
import type { Announcement } from '../deliveries/outgoing';
import { checkInText, requestText } from '../checkIns/texts';

/** What a notification says, and where in the app a tap on it leads. */
export interface NotificationText {
  readonly title: string;
  readonly body: string;
  /** A notification replaces the one with the same tag. */
  readonly tag: string;
  readonly path: string;
}

/** Longer messages are cut. */
const MESSAGE_SHOWN_LENGTH = 200;

/**
 * The words of a notification. They hold no position, address, phone number or email, because they show on locked screens.
 * @param settings of the recipient: whether the words name no one and nothing, and in which zone they give times
 */
export function notificationText(
  notice: Announcement,
  { privateText, timeZone }: Pick<NotifySettings, 'privateText' | 'timeZone'>,
): NotificationText {
  const words = privateText ? privateWords(notice.kind === 'sos') : plainWords(notice, timeZone);
  return {
    title: stripBidiControls(words.title),
    body: stripBidiControls(words.body),
    tag: notice.about,
    path: pathOf(notice),
  };
}

function pathOf(notice: Announcement): string {
  switch (notice.kind) {
    case 'message':
      return chatPath(familyOfChatTag(notice.about));
    case 'sos':
    case 'sosAnswer':
    case 'sosEnded':
      return notice.payload.id === null ? '/' : `/sos/${notice.payload.id}`;
    case 'joined':
      return familyPath(notice.payload.familyId);
    default:
      return '/';
  }
}

const privateWords = (isSos: boolean) => ({
  title: 'Kinmap',
  body: isSos ? 'Someone in your family needs help.' : 'Something new in your family.',
});

function plainWords(notice: Announcement, timeZone: string): { title: string; body: string } {
  const { subjectName: name } = notice;
  switch (notice.kind) {
    case 'sos': {
      const { userName, message, timestamp } = notice.payload;
      const body = notice.isRepeat
        ? `${userName} still needs help (since ${timeOfDay(timestamp, timeZone)}).`
        : (message ?? `${userName} needs help.`);
      return { title: `SOS from ${userName}`, body };
    }
    case 'sosAnswer':
      return { title: 'Kinmap', body: answerText(notice.payload) };
    case 'sosEnded':
      return { title: 'Kinmap', body: endText(notice.payload) };
    case 'arrival':
      return { title: 'Kinmap', body: `${name} entered ${notice.payload.geofenceName}` };
    case 'departure':
      return { title: 'Kinmap', body: `${name} left ${notice.payload.geofenceName}` };
    case 'checkin':
    case 'checkinAsked':
    case 'checkinMissed':
      return { title: 'Kinmap', body: checkInText(notice.payload, timeZone) };
    case 'request':
      return { title: 'Kinmap', body: requestText(notice.payload) };
    case 'joined':
      return { title: 'Kinmap', body: `${notice.payload.userName} joined ${notice.payload.familyName}` };
    case 'message':
      return { title: name, body: messageText(notice.payload.text) };
  }
}

function answerText({ userName, answer }: Omit<SosAnswered, 'alertId'>): string {
  const texts: Record<SosAnswer, string> = {
    coming: `${userName} is on the way`,
    safe: `${userName} is safe`,
    call: `${userName} asks you to call`,
    seen: `${userName} has seen it`,
  };
  return texts[answer];
}

function endText({ userName, ending, startedAt, timestamp }: Omit<SosEnded, 'alertId'>): string {
  const hours = Math.round((Date.parse(timestamp) - Date.parse(startedAt)) / 3_600_000);
  const texts: Record<SosEnding, string> = {
    safe: `${userName} is safe. The SOS is over.`,
    falseAlarm: `False alarm from ${userName}. The SOS is over.`,
    expired: `The SOS ended after ${hours} hours without an all-clear.`,
  };
  return texts[ending];
}

/** As the page's own notification says it (client/features/chat/sagas/incoming.ts). */
const messageText = (text: string): string =>
  parsePositionText(text) ? 'Shared a position' : cut(text, MESSAGE_SHOWN_LENGTH);

/** Such as 14:03. A person who has set no time zone has UTC, and reads that it is. */
function timeOfDay(moment: string, timeZone: string): string {
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(
    new Date(moment),
  );
  return timeZone === 'UTC' ? `${time} UTC` : time;
}

/** The first characters of a text, none of them cut in two. */
function cut(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}

/** RFC 8291 allows 4,096 bytes of cipher text; the header, the tag and the padding delimiter take 103. */
const PAYLOAD_MAX_BYTES = 3_993;

/** What surrounds the words of a push. */
export interface Envelope {
  /** Origin of the app's pages on the device. */
  readonly origin: string;
  /** With which the device confirms it; none for a test. */
  readonly receipt?: string;
  /** The device does not show it while one of its pages is visible. */
  readonly unlessSeen: boolean;
  /** Unread alerts of the recipient; a test leaves the number on the icon as it is. */
  readonly badge?: number;
  /** What can be answered on the notification itself. */
  readonly answers: readonly SosAnswer[];
  /** The form that Apple's browsers show without the service worker as well. */
  readonly isDeclarative: boolean;
}

/** The JSON of a push. A body that is too long is cut. */
export function pushPayload(text: NotificationText, envelope: Envelope): string {
  const json = toJson(text, envelope);
  const surplus = Buffer.byteLength(json) - PAYLOAD_MAX_BYTES;
  if (surplus <= 0) return json;
  // A character takes at least one byte, so this ends.
  const shorter = cut(text.body, Array.from(text.body).length - Math.ceil(surplus / 12));
  return pushPayload({ ...text, body: shorter }, envelope);
}

function toJson({ title, body, tag, path }: NotificationText, envelope: Envelope): string {
  const { origin, receipt, unlessSeen, badge, isDeclarative, answers } = envelope;
  return JSON.stringify({
    ...(isDeclarative ? { web_push: 8030, mutable: true } : {}),
    notification: {
      title,
      body,
      tag,
      navigate: origin + path,
      data: { v: 1, receipt, answers, unlessSeen },
    },
    app_badge: badge,
  });
}
