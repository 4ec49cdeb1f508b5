import type { RootState } from '#client/store/rootState';
import type { Connecting, PhoneTask } from './reducer';

export const selectPhones = ({ locations }: RootState) => locations.phones.list;
export const selectIsAdding = ({ locations }: RootState) => locations.phones.isAdding;
export const selectConnecting = ({ locations }: RootState) => locations.phones.connecting;
/** What the app of a phone that is being connected has sent so far: nothing, a request, or a position. */
export function contactOf({ phone, seenBefore, fixBefore }: Connecting): 'none' | 'app' | 'position' {
  if (phone.lastSeenAt === seenBefore) return 'none';
  return phone.lastFixAt === fixBefore ? 'app' : 'position';
}

export const selectPhoneQuestion = ({ locations }: RootState) => locations.phones.question;

export const selectIsPhoneBusy =
  (task: PhoneTask, id: string | null = null) =>
  ({ locations: { phones } }: RootState) =>
    phones.busy?.task === task && phones.busy.id === id;

/** How a task ended, if it was the last one; else null. */
export const selectPhoneOutcome =
  (task: PhoneTask, id: string | null = null) =>
  ({ locations: { phones } }: RootState) =>
    phones.outcome?.task === task && phones.outcome.id === id ? phones.outcome : null;
