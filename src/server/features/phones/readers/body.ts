import type { IncrementalTask } from '#shared/timeSlicing';
import { type IgnoredItem, ignored, type PhoneItem, type PhoneItems } from './items';
import { type Fields, fieldsOf } from './values';

/** What a body holds: nothing, JSON, the fields of a form, or JSON that cannot be read. */
export type Body =
  | { readonly kind: 'empty' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly fields: Fields }
  | { readonly kind: 'unreadable' };

/** Reads a body by what it begins with: the apps send any content type or none. */
export function readBody(text: string): Body {
  const trimmed = text.replace(/^\uFEFF/u, '').trim();
  if (trimmed === '') return { kind: 'empty' };
  if (!/^[{[]/u.test(trimmed)) return { kind: 'form', fields: readForm(trimmed) };
  try {
    return { kind: 'json', value: JSON.parse(trimmed) as unknown };
  } catch {
    return { kind: 'unreadable' };
  }
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
