import type { PhoneApp } from '#contract/phones';
import { readKey } from '../keys';
import { readBody, readForm } from '../readers/body';
import { type Fields, field, fieldsOf } from '../readers/values';

/** The key that a header holds: Bearer, the password or name of Basic, or the bare text behind Basic. */
export function keyInHeader(authorization: string | undefined): string | undefined {
  const [, scheme = '', text = ''] = /^\s*(bearer|basic)\s+(.*)$/isu.exec(authorization ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return readKey(text);
  if (scheme === '') return undefined;
  const pair = Buffer.from(text.trim(), 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  const [name, password] = colon < 0 ? [pair, ''] : [pair.slice(0, colon), pair.slice(colon + 1)];
  return readKey(password) ?? readKey(name) ?? readKey(text.replace(/:\s*$/u, ''));
}

/** Apps that can send their key as a field only. */
const KEY_AS_FIELD: ReadonlySet<PhoneApp> = new Set(['osmand', 'gpslogger']);

/** Whether the key of an app may come as a field of query or body. */
export const mayHaveKeyField = (app: PhoneApp): boolean => KEY_AS_FIELD.has(app);

/** The key in the query. */
export const keyInQuery = (query: string): string | undefined =>
  keyInFields(readForm(query), ['token', 'id', 'deviceid']);

/** The key in a body; of a list in its first element. */
export function keyInBody(body: string): string | undefined {
  const content = readBody(body);
  if (content.kind === 'form') return keyInFields(content.fields, IN_BODY);
  if (content.kind !== 'json') return undefined;
  const first: unknown = Array.isArray(content.value) ? content.value[0] : content.value;
  return keyInFields(fieldsOf(first) ?? {}, IN_BODY);
}

const IN_BODY = ['id', 'deviceid', 'device_id'];

function keyInFields(fields: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = field(fields, name);
    const key = typeof value === 'string' ? readKey(value) : undefined;
    if (key !== undefined) return key;
  }
  return undefined;
}
