import { type Outgoing } from './state';
import type { AppError, Storage } from '#client/services/types';

/** The key of a person's unsent message. Each has its own, because several tabs write at the same time. */
export const outboxPrefix = (userId: string) => `outbox:${userId}:`;
export const outboxKey = ({ userId, clientId }: Pick<Outgoing, 'userId' | 'clientId'>) =>
  outboxPrefix(userId) + clientId;

const form = { clientId: '', userId: '', familyId: '', content: '', queuedAt: 0 };

/** Why it was refused. An earlier version kept the server's message. */
function errorIn(value: unknown): AppError | null {
  if (typeof value === 'string') return { code: 'server', params: { message: value } };
  const code = (value as AppError | null | undefined)?.code;
  return typeof code === 'string' ? (value as AppError) : null;
}

/** The unsent message in a stored text; null when it is not what we wrote. */
function outgoingIn(text: string | null): Outgoing | null {
  try {
    const value = JSON.parse(text ?? 'null') as Record<string, unknown> | null;
    const fits = Object.entries(form).every(([field, like]) => typeof value?.[field] === typeof like);
    if (!value || !fits) return null;
    return {
      ...(value as unknown as Outgoing),
      error: errorIn(value['error']),
    };
  } catch {
    return null;
  }
}

/** All that this device keeps of a person's unsent messages, in the order of writing. */
export function readOutbox(storage: Storage, userId: string): Outgoing[] {
  return storage
    .keys(outboxPrefix(userId))
    .flatMap((key) => outgoingIn(storage.get(key)) ?? [])
    .toSorted((one, other) => one.queuedAt - other.queuedAt);
}
