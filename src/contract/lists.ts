import * as z from 'zod/mini';
import type { ErrorCode } from './errors';

/**
 * A list in a request, of at least one element. Its length is checked before its elements: zod describes every wrong
 * one, and a body has room for so many that the description of them takes a second.
 */
export function listOf<Element extends z.ZodMiniType>(element: Element, max: number, error: ErrorCode) {
  return z.pipe(
    z.transform((list: z.input<Element>[], context) => {
      if (Array.isArray(list) && (list.length < 1 || list.length > max))
        context.issues.push({ code: 'custom', message: error, input: [] });
      return list;
    }),
    z.array(element),
  );
}
