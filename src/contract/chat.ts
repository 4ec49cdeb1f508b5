import * as z from 'zod/mini';
import { NoAnswer, nothingIn, type Route } from './defineRoute';
import { MESSAGES_PAGE } from './limits';
import { problemWithMessage } from './messageText';
import { code, Id, IdInput, OptionalText, PageLimit, Timestamp } from './primitives';

/**
 * A message to a family. `sequence` numbers the family's messages in storage order, so that clients notice a missing one;
 * null from servers that do not number them. `clientId` is the id that the sender's device chose.
 */
export const Message = z.object({
  id: Id,
  familyId: z._default(z.nullable(Id), null),
  userId: Id,
  userName: z.string(),
  profileImage: OptionalText,
  content: z.string(),
  timestamp: Timestamp,
  sequence: z._default(z.nullable(z.number()), null),
  clientId: OptionalText,
});
export type Message = z.output<typeof Message>;

const Content = z.pipe(
  z.string(code('message_content_required')).check(z.trim()),
  z.transform((content, context) => {
    const problem = problemWithMessage(content);
    if (problem !== null) context.issues.push({ code: 'custom', message: problem, input: content });
    return content;
  }),
);

/** `clientId` identifies the message, so that a retry after a lost acknowledgement stores no second one. */
export const MessageSend = z.strictObject(
  { content: Content, familyId: IdInput, clientId: z.optional(IdInput) },
  code('message_fields_required'),
);
export type MessageSend = z.output<typeof MessageSend>;

/** The stored message. Other servers may leave it out. */
export const MessageAck = z.object({ message: z.catch(z.nullable(Message), null) });

export const TypingInput = z.strictObject({ familyId: IdInput }, code('typing_family_required'));

/** A member started or stopped typing. Servers that know only the specification send no `familyId`. */
export const TypingUpdate = z.object({
  userId: Id,
  isTyping: z.boolean(),
  familyId: z._default(z.nullable(Id), null),
});
export type TypingUpdate = z.output<typeof TypingUpdate>;

/** A member has read a family's messages up to this sequence. */
export const MessageRead = z.object({ familyId: Id, userId: Id, sequence: z.number() });
export type MessageRead = z.output<typeof MessageRead>;

/** Selects a page: the newest messages, or those before or after a message. */
export const MessagesQuery = z
  .strictObject({
    before: z.optional(IdInput),
    after: z.optional(IdInput),
    limit: z._default(z.optional(PageLimit), MESSAGES_PAGE),
  })
  .check(
    z.refine(
      ({ before, after }) => before === undefined || after === undefined,
      code('page_direction_invalid'),
    ),
  );
export type MessagesQuery = z.output<typeof MessagesQuery>;

export const MessagesParams = z.strictObject({ familyId: IdInput });

export const MarkReadInput = z.strictObject({ messageId: IdInput }, code('read_message_required'));

/**
 * How far a family's messages are read: sequences of the newest message and of the last one that each member has read,
 * and how many of the others' messages the caller has not read.
 */
export const FamilyReadState = z.object({
  familyId: Id,
  newest: z.number(),
  unread: z.number(),
  marks: z.array(z.object({ userId: Id, sequence: z.number() })),
});
export type FamilyReadState = z.output<typeof FamilyReadState>;

/** Routes for the family chat. */
export const chatRoutes = {
  familyMessages: {
    ...nothingIn,
    method: 'GET',
    path: '/api/messages/family/:familyId',
    auth: 'session',
    status: 200,
    params: MessagesParams,
    query: MessagesQuery,
    answer: z.array(Message),
  },
  markRead: {
    ...nothingIn,
    method: 'POST',
    path: '/api/messages/family/:familyId/read',
    auth: 'session',
    status: 204,
    params: MessagesParams,
    body: MarkReadInput,
    answer: NoAnswer,
  },
  readings: {
    ...nothingIn,
    method: 'GET',
    path: '/api/messages/readings',
    auth: 'session',
    status: 200,
    answer: z.array(FamilyReadState),
  },
} as const satisfies Record<string, Route>;
