/** The answer of a web service. `gone`: the receiver no longer exists. `key`: the service rejects the sender's key. */
export type HttpAnswer =
  | { readonly kind: 'accepted' | 'gone' | 'key' | 'refused' }
  | { readonly kind: 'later'; readonly afterMs: number | undefined };

/** No answer at all, such as of a network that is away. */
export const NO_ANSWER: HttpAnswer = { kind: 'later', afterMs: undefined };

/**
 * @param retryAfter the header
 * @param now in epoch milliseconds
 */
export function readAnswer(status: number, retryAfter: string | null, now: number): HttpAnswer {
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 401 || status === 403) return { kind: 'key' };
  if (status === 408 || status === 429 || status >= 500)
    return { kind: 'later', afterMs: retryAfterMs(retryAfter, now) };
  return { kind: 'refused' };
}

/** Reads Retry-After, in seconds or as a date. @returns milliseconds */
function retryAfterMs(text: string | null, now: number): number | undefined {
  if (text === null) return undefined;
  if (/^\d{1,9}$/u.test(text)) return Number(text) * 1_000;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now);
}
