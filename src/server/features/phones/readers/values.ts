import type { Connection, Motion } from './items';

/** Something of a request whose form is not known. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; undefined for everything else, lists among it. */
export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

/** A longer text is neither a number nor a time. No pattern sees it, however long it would take. */
const VALUE_MAX_CHARACTERS = 100;

/** A short text without the spaces around it; undefined for everything else. */
export const trimmedOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= VALUE_MAX_CHARACTERS ? value.trim() : undefined;

const DECIMAL = /^[+-]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:e[+-]?\d{1,3})?$/iu;

/** A JSON number, or decimal text with a point; undefined for everything else. */
export function numberOf(value: unknown): number | undefined {
  const text = trimmedOf(value) ?? '';
  const number = typeof value === 'number' ? value : DECIMAL.test(text) ? Number(text) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** The first of these fields that holds a number. */
export function firstNumber(fields: Fields, ...names: readonly string[]): number | undefined {
  for (const name of names) {
    const number = numberOf(own(fields, name));
    if (number !== undefined) return number;
  }
  return undefined;
}

/** The first of these fields that is there and neither null nor an empty text. */
export function firstGiven(fields: Fields, ...names: readonly string[]): unknown {
  for (const name of names) {
    const value = own(fields, name);
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

/** A field of its own, not one that every object has. */
const own = (fields: Fields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** A field of its own. */
export const field = own;

/** true, "true" and "1" in any case; undefined for what is neither that nor the opposite. */
export function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = (typeof value === 'number' ? String(value) : (trimmedOf(value) ?? '')).toLowerCase();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : undefined;
}

/** Codes of OwnTracks: 1 unplugged, 2 charging, 3 full. */
export function chargingOfCode(value: unknown): boolean | undefined {
  const code = numberOf(value);
  if (code === 1) return false;
  return code === 2 || code === 3 ? true : undefined;
}

const MOTIONS: Readonly<Record<string, Motion>> = {
  driving: 'driving',
  automotive: 'driving',
  in_vehicle: 'driving',
  cycling: 'cycling',
  on_bicycle: 'cycling',
  running: 'running',
  walking: 'walking',
  on_foot: 'walking',
  stationary: 'stationary',
  still: 'stationary',
};
const MOTION_ORDER: readonly Motion[] = ['driving', 'cycling', 'running', 'walking', 'stationary'];

/** The first of driving, cycling, running, walking and stationary that an activity or a list of them names. */
export function motionOf(value: unknown): Motion | undefined {
  const names = Array.isArray(value) ? value.slice(0, 20) : [value];
  const found = new Set(
    names.flatMap((name) => {
      const key = trimmedOf(name)?.toLowerCase() ?? '';
      return Object.hasOwn(MOTIONS, key) ? [MOTIONS[key]] : [];
    }),
  );
  return MOTION_ORDER.find((motion) => found.has(motion));
}

const CONNECTIONS: Readonly<Record<string, Connection>> = { w: 'wifi', m: 'mobile', o: 'offline' };

/** Codes of OwnTracks. */
export const connectionOf = (value: unknown): Connection | undefined =>
  typeof value === 'string' && Object.hasOwn(CONNECTIONS, value) ? CONNECTIONS[value] : undefined;
