import * as z from 'zod/mini';
import { FamilyReadState, MarkReadInput, Message, MessagesParams, MessagesQuery } from './chat';
import { NoAnswer, nothingIn, type Route } from './defineRoute';

/** The family chat's routes; part of `routes`. */
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
