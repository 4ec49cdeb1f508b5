import * as z from 'zod/mini';
import { NoAnswer, nothingIn, type Route } from './defineRoute';
import { CHANNEL_ADDRESS_MAX_LENGTH, CHANNEL_SECRET_MAX_LENGTH } from './limits';
import { code, Id, IdInput } from './primitives';
import { GivenPassword } from './session';

const FIELDS_REQUIRED = code('channel_fields_required');
const ADDRESS_INVALID = code('channel_address_invalid');
const SECRET_INVALID = code('channel_secret_invalid');

export const ChannelKind = z.enum(['email', 'ntfy', 'webhook'], FIELDS_REQUIRED);
export type ChannelKind = z.output<typeof ChannelKind>;

/** `sos`: nothing but calls for help. */
export const ChannelScope = z.enum(['sos', 'all'], FIELDS_REQUIRED);
export type ChannelScope = z.output<typeof ChannelScope>;

/** Another way in which alerts reach a person: an email address, a topic of ntfy, or a webhook. Its secret is never sent. */
export const NotifyChannel = z.object({
  id: Id,
  kind: ChannelKind,
  address: z.string(),
  confirmed: z.boolean(),
  scope: ChannelScope,
});
export type NotifyChannel = z.output<typeof NotifyChannel>;

/** A new channel. Needs the password, because a channel goes on sending alerts after the session has ended. */
export const NotifyChannelInput = z.strictObject(
  {
    kind: ChannelKind,
    address: z
      .string(FIELDS_REQUIRED)
      .check(
        z.trim(),
        z.minLength(1, FIELDS_REQUIRED),
        z.maxLength(CHANNEL_ADDRESS_MAX_LENGTH, ADDRESS_INVALID),
      ),
    /** Token of an ntfy server, or what signs a webhook. */
    secret: z.optional(
      z.string(SECRET_INVALID).check(z.maxLength(CHANNEL_SECRET_MAX_LENGTH, SECRET_INVALID)),
    ),
    scope: ChannelScope,
    currentPassword: GivenPassword,
  },
  FIELDS_REQUIRED,
);
export type NotifyChannelInput = z.output<typeof NotifyChannelInput>;

const CODE_REQUIRED = code('channel_code_wrong');
/** Six digits as typed. */
const ChannelCode = z.string(CODE_REQUIRED).check(
  z.overwrite((text) => text.replace(/\s/gu, '')),
  z.regex(/^\d{6}$/u, CODE_REQUIRED),
);

const one = { ...nothingIn, auth: 'session', params: z.strictObject({ id: IdInput }) } as const;

/** Routes of channels: email, ntfy and webhooks. Not in the specification. */
export const channelRoutes = {
  listChannels: {
    ...nothingIn,
    method: 'GET',
    path: '/api/notify/channels',
    auth: 'session',
    status: 200,
    /** `available`: the kinds that this server can send to. */
    answer: z.object({ available: z.array(ChannelKind), channels: z.array(NotifyChannel) }),
  },
  addChannel: {
    ...nothingIn,
    method: 'POST',
    path: '/api/notify/channels',
    auth: 'session',
    status: 201,
    body: NotifyChannelInput,
    answer: NotifyChannel,
  },
  confirmChannel: {
    ...one,
    method: 'POST',
    path: '/api/notify/channels/:id/confirm',
    status: 200,
    body: z.strictObject({ code: ChannelCode }, CODE_REQUIRED),
    answer: NotifyChannel,
  },
  testChannel: {
    ...one,
    method: 'POST',
    path: '/api/notify/channels/:id/test',
    status: 204,
    answer: NoAnswer,
  },
  deleteChannel: {
    ...one,
    method: 'DELETE',
    path: '/api/notify/channels/:id',
    status: 204,
    answer: NoAnswer,
  },
} as const satisfies Record<string, Route>;
