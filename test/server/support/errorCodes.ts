import { ERRORS, type ErrorCode, errorMessage, type ErrorParams } from '#contract/errors';

/** Checks that an error is in the contract's list and that its message is the list's. */
export function expectListedError(answer: {
  code?: string | undefined;
  params?: ErrorParams | undefined;
  message: string;
}): void {
  const { code, params, message } = answer;
  expect(Object.keys(ERRORS)).toContain(code);
  expect(message).toBe(errorMessage({ code: code as ErrorCode, params }));
}
