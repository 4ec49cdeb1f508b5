import * as z from 'zod/mini';
import { NoAnswer, nothingIn, type Route } from './defineRoute';
import { code } from './primitives';
import { Email, ReplacementPassword, UserParams } from './session';

/** The part after the # of a link that was sent by email. */
const LinkToken = z.string(code('link_invalid')).check(z.regex(/^[\w-]{1,100}$/u, code('link_invalid')));

export const ForgotPasswordInput = z.strictObject({ email: Email }, code('email_required'));
export const ResetPasswordInput = z.strictObject(
  { token: LinkToken, newPassword: ReplacementPassword },
  code('new_password_required'),
);
const LinkInput = z.strictObject({ token: LinkToken }, code('link_invalid'));

/** What all of them have in common. */
const post = { ...nothingIn, method: 'POST', auth: 'none', status: 204, answer: NoAnswer } as const;
const pendingEmail = {
  ...nothingIn,
  path: '/api/users/:id/pending-email',
  auth: 'session',
  status: 204,
  params: UserParams,
  answer: NoAnswer,
} as const;

/** Routes of the links that are sent by email. */
export const accountLinkRoutes = {
  forgotPassword: { ...post, path: '/api/auth/forgot-password', body: ForgotPasswordInput },
  resetPassword: { ...post, path: '/api/auth/reset-password', body: ResetPasswordInput },
  confirmEmail: { ...post, path: '/api/auth/confirm-email', body: LinkInput },
  undoEmail: { ...post, path: '/api/auth/undo-email', body: LinkInput },
  resendConfirmation: { ...pendingEmail, method: 'POST' },
  cancelEmailChange: { ...pendingEmail, method: 'DELETE' },
} as const satisfies Record<string, Route>;
