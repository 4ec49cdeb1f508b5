import type { IncrementalTask } from '#shared/timeSlicing';
import { type IgnoredItem, ignored, type PhoneItem, type PhoneItems } from './items';
import { type Fields, fieldsOf } from './values';

/** What a body holds: nothing, JSON, the fields of a form, or JSON that cannot be read. */
export type Body =
  | { readonly kind: 'empty' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly fields: Fields }
  | { readonly kind: 'unreadable' };

/** More is no request of an app: their largest has a thousand positions of five parts and twenty values each. */
const LIMITS = { depth: 32, structures: 20_000, values: 60_000, formFields: 1_000 } as const;
/** Characters that are looked at between two pauses. */
const CHARACTERS_PER_STEP = 65_536;

/**
 * Reads a body by what it begins with: the apps send any content type or none. JSON is parsed in one go, which takes tenths
 * of a second for a hundred thousand lists or names, so it is measured before.
 */
export function* readBody(text: string): IncrementalTask<Body> {
  const trimmed = text.replace(/^\uFEFF/u, '').trim();
  if (trimmed === '') return { kind: 'empty' };
  if (!/^[{[]/u.test(trimmed)) return readFormBody(trimmed);
  if (!(yield* isWithinLimits(trimmed))) return { kind: 'unreadable' };
  yield;
  try {
    return { kind: 'json', value: JSON.parse(trimmed) as unknown };
  } catch {
    return { kind: 'unreadable' };
  }
}

function readFormBody(text: string): Body {
  return hasMore(text, '&', LIMITS.formFields)
    ? { kind: 'unreadable' }
    : { kind: 'form', fields: readForm(text) };
}

function hasMore(text: string, character: string, max: number): boolean {
  let at = -1;
  for (let count = 0; count <= max; count += 1) {
    at = text.indexOf(character, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** Whether a JSON text is neither nested too deep nor made of too many parts. */
function* isWithinLimits(text: string): IncrementalTask<boolean> {
  let [depth, structures, values, isText] = [0, 0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    if (at % CHARACTERS_PER_STEP === CHARACTERS_PER_STEP - 1) yield;
    const character = text[at];
    if (isText) {
      if (character === '\\') at += 1;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === ',') values += 1;
    else if (character === '{' || character === '[') {
      depth += 1;
      structures += 1;
    } else if (character === '}' || character === ']') depth -= 1;
    if (depth > LIMITS.depth || structures > LIMITS.structures || values > LIMITS.values) return false;
  }
  return true;
}

/** The fields of a form or query; of those with the same name the last one counts. */
export const readForm = (text: string): Fields => Object.fromEntries(new URLSearchParams(text));

const UNREADABLE: IgnoredItem = ignored('unreadable');

/** Objects of a list between two pauses. */
const OBJECTS_PER_STEP = 50;

/** Reads one object or a list of them, each alone: a bad one takes no other along. */
export function* eachObject(
  value: unknown,
  read: (fields: Fields) => PhoneItem | PhoneItems,
): IncrementalTask<PhoneItem[]> {
  const elements: unknown[] = Array.isArray(value) ? value : [value];
  const items: PhoneItem[] = [];
  for (const [index, element] of elements.entries()) {
    if (index % OBJECTS_PER_STEP === OBJECTS_PER_STEP - 1) yield;
    const fields = fieldsOf(element);
    const found = fields ? read(fields) : UNREADABLE;
    if ('kind' in found) items.push(found);
    else for (const item of yield* found) items.push(item);
  }
  return items;
}
