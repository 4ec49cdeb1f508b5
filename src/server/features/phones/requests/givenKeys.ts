import type { PhoneApp } from '#contract/phones';
import { readKey } from '../keys';
import { readForm } from '../readers/body';
import { type Fields, field } from '../readers/values';

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

const IN_BODY = ['id', 'deviceid', 'device_id'];
/** One of these fields with a text that is long enough, as JSON or a form writes it. Every character is read once. */
const FIELD_IN_BODY = /(?:^|[&"])(id|deviceid|device_id)(?:"\s{0,9}:\s{0,9}"|=)([^&"]{28,600})/gu;
/** Further fields are not looked at. */
const FIELDS_READ = 100;

/**
 * The key in a body. Only its text is searched, because a body is not parsed before its sender is known: that takes long
 * for one of a million fields.
 */
export function keyInBody(body: string): string | undefined {
  const found = new Map<string, string>();
  let read = 0;
  for (const [, name = '', value = ''] of body.matchAll(FIELD_IN_BODY)) {
    read += 1;
    if (read > FIELDS_READ) break;
    const key = readKey(value) ?? readKey(new URLSearchParams(`key=${value}`).get('key'));
    if (key !== undefined && !found.has(name)) found.set(name, key);
  }
  return IN_BODY.map((name) => found.get(name)).find((key) => key !== undefined);
}

function keyInFields(fields: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = field(fields, name);
    const key = typeof value === 'string' ? readKey(value) : undefined;
    if (key !== undefined) return key;
  }
  return undefined;
}
