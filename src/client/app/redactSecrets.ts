import type { Middleware } from '@reduxjs/toolkit';

/** Fields of action payloads that only sagas may see. */
const SECRET_FIELDS = new Set([
  'password',
  'confirmPassword',
  'currentPassword',
  'newPassword',
  'token',
  'inviteCode',
]);
export const REDACTED = '[redacted]';

/**
 * Stands after the saga middleware: sagas are handed the action as it was dispatched, the reducer and every log (the
 * DevTools record what the reducer gets) see "[redacted]" in place of each secret.
 */
export const redactSecrets: Middleware = () => (next) => (action) => next(withoutSecrets(action));

function withoutSecrets(action: unknown): unknown {
  if (!isRecord(action) || !isRecord(action['payload'])) return action;
  const { payload } = action;
  const secrets = Object.keys(payload).filter(
    (field) => SECRET_FIELDS.has(field) && typeof payload[field] === 'string',
  );
  if (secrets.length === 0) return action;
  return {
    ...action,
    payload: { ...payload, ...Object.fromEntries(secrets.map((field) => [field, REDACTED])) },
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
