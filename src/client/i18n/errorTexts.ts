import type { ErrorCode, ErrorParams } from '#contract/errors';
import type { AppError } from '#client/services/errors';

/*
 * Error texts that would make the first bundle too large (docs/decisions/bundle.md). They load with the pages that check
 * input, or with the first error from the server, when there is a network.
 */
let lazy: typeof import('./lazyErrors') | undefined;

/** Loads the texts. A failure is ignored, because the server's own message can be shown instead. */
export async function loadErrorTexts(): Promise<void> {
  lazy ??= await import('./lazyErrors').catch(() => undefined);
}

/** The English text of an error; undefined before the texts are loaded, and for unknown codes. */
export function lazyErrorText(code: string): string | undefined {
  return lazy && Object.hasOwn(lazy.LAZY_ERRORS, code) ? lazy.LAZY_ERRORS[code] : undefined;
}

/** The limits that an error's text names, for errors that carry none. */
export const lazyErrorLimits = (code: string): ErrorParams | undefined => lazy?.limitsOf(code);

/** An error from a server. */
export interface ServerError {
  readonly message: string;
  readonly code?: string | undefined;
  readonly params?: ErrorParams | undefined;
}

/** Converts a server's error. One whose code has no text keeps the server's message. */
export async function readServerError({ message, code, params }: ServerError): Promise<AppError> {
  await loadErrorTexts();
  if (code === undefined || lazyErrorText(code) === undefined) return { code: 'server', params: { message } };
  return params === undefined ? { code: code as ErrorCode } : { code: code as ErrorCode, params };
}
