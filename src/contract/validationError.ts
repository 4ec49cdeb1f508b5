import type * as z from 'zod/mini';
import { codedError } from './codedError';
import { codeOf } from './errorAnswers';
import type { CodedError } from './errors';

/** What a zod error says, as one of our codes: schemas have codes as their messages. Only the first issue counts. */
export function validationError({ issues: [issue] }: z.core.$ZodError): CodedError {
  if (issue?.code === 'unrecognized_keys')
    return codedError('unknown_field', { field: issue.keys[0]?.slice(0, 40) ?? '' });
  return codedError(codeOf(issue));
}
