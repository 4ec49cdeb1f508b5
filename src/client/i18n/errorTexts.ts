import type { ErrorCode, ErrorParams } from '#contract/errors';
import type { AppError } from '#client/services/errors';

/*
 * Texts of errors that the first bundle has no room for (docs/decisions/bundle.md). They load with the pages that check
 * what is typed, or with the first error of the server, which shows that there is a network.
 */
let late: typeof import('./lateErrors') | undefined;

/** Loads the texts. Without them a server's own message has to do, so a failure is not thrown on. */
export async function loadErrorTexts(): Promise<void> {
  late ??= await import('./lateErrors').catch(() => undefined);
}

/** The English text of an error; undefined before the texts are loaded, and for unknown codes. */
export function lateErrorText(code: string): string | undefined {
  return late && Object.hasOwn(late.LATE_ERRORS, code) ? late.LATE_ERRORS[code] : undefined;
}

/** What the text of an error names, where the error itself does not say it. */
export const lateErrorLimits = (code: string): ErrorParams | undefined => late?.limitsOf(code);

/** What a server says of an error. */
export interface ServerError {
  readonly message: string;
  readonly code?: string | undefined;
  readonly params?: ErrorParams | undefined;
}

/** An error of a server as the app knows it. */
export async function readServerError({ message, code, params }: ServerError): Promise<AppError> {
  await loadErrorTexts();
  if (code === undefined || lateErrorText(code) === undefined) return { code: 'server', params: { message } };
  return params === undefined ? { code: code as ErrorCode } : { code: code as ErrorCode, params };
}
