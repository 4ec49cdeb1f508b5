import type { Middleware } from '@reduxjs/toolkit';
import { playerMoved } from '#client/features/locations/history/reducer';
import { locationsUpdated, ownLocationReceived } from '#client/features/locations/slice';

/** Names of fields that only sagas may see, at any depth of an action. */
const SECRET_FIELD = /(?:password|token|ticket|secret|invit\w*code)$/iu;
export const REDACTED = '[redacted]';

/**
 * Actions that are dispatched up to once per animation frame: positions, and the moves of the history player. They are not
 * searched for secrets, because their fields are checked by a schema or are numbers.
 */
export const PER_FRAME_ACTIONS: readonly string[] = [
  locationsUpdated.type,
  ownLocationReceived.type,
  playerMoved.type,
];

/**
 * Comes after the saga middleware: sagas get the action as it was dispatched, the reducer and every log (the DevTools
 * record what the reducer gets) see "[redacted]" instead of each secret.
 */
export const redactSecrets: Middleware = () => (next) => (action) => next(withoutSecrets(action));

/** The value with every secret in it redacted, at any depth; the value itself when it has none. */
export function withoutSecrets<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if ('type' in value && PER_FRAME_ACTIONS.includes(value.type as string)) return value;
  return redact(value) as T;
}

function redact(value: object): object {
  let copy: Record<string, unknown> | unknown[] | null = null;
  for (const [field, part] of Object.entries(value)) {
    const shown = redactPart(field, part);
    if (shown === part) continue;
    copy ??= Array.isArray(value) ? [...(value as unknown[])] : { ...value };
    (copy as Record<string, unknown>)[field] = shown;
  }
  return copy ?? value;
}

function redactPart(field: string, part: unknown): unknown {
  if (typeof part === 'object' && part !== null) return redact(part);
  return typeof part === 'string' && SECRET_FIELD.test(field) ? REDACTED : part;
}
