import { cloneElement, Fragment, type ReactElement } from 'react';
import { type TextValues, t } from './text';

export interface TransProps {
  /** As for `t`, with tags: `'New here? <link>Create an account</link>'`. */
  message: string;
  values?: TextValues;
  /** Elements for the tags; the text between the tags becomes their content. */
  tags: Readonly<Record<string, ReactElement>>;
}

/** Stands for `<` in values, so that what people write is never taken for a tag. */
const LESS = '\uE000';

/**
 * A tag and its text. No `\1` for the closing name: in JavaScriptCore, a regular expression with `u` and a reference
 * back finds nothing in strings with characters beyond Latin-1, such as the narrow space of "450 m".
 */
const TAG = /<(\w+)>(.*?)<\/\w+>/su;

/** A sentence in which some words are links or stressed. Tags do not nest. */
export function Trans({ message, values = {}, tags }: TransProps) {
  const safe = Object.entries(values).map(([name, value]) => [name, String(value).replaceAll('<', LESS)]);
  const parts = t(message, Object.fromEntries(safe) as TextValues).split(TAG);
  return parts.map((part, index) => {
    const text = part.replaceAll(LESS, '<');
    if (index % 3 === 1) return null;
    const tag = index % 3 === 2 ? tags[parts[index - 1] ?? ''] : undefined;
    // oxlint-disable-next-line react/no-array-index-key -- parts of one sentence never move
    return <Fragment key={index}>{tag ? cloneElement(tag, undefined, text) : text}</Fragment>;
  });
}
