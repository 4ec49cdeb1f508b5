import type { PhoneHint } from '#contract/phones';
import type { Body } from '../readers/body';
import { type Fields, field, fieldsOf, numberOf } from '../readers/values';

const ANDROID = ['bo', 'loc', 'ps', 'hib'] as const satisfies readonly PhoneHint[];

/** What the status of OwnTracks says keeps the phone from reporting; undefined for a body without a status. */
export function statusHints(content: Body): PhoneHint[] | undefined {
  if (content.kind !== 'json') return undefined;
  const messages: unknown[] = Array.isArray(content.value) ? content.value : [content.value];
  const status = messages
    .map(fieldsOf)
    .findLast((message) => message && field(message, '_type') === 'status');
  return status ? hintsIn(status) : undefined;
}

function hintsIn(status: Fields): PhoneHint[] {
  const android = fieldsOf(field(status, 'android')) ?? {};
  const ios = fieldsOf(field(status, 'iOS')) ?? {};
  const hints: PhoneHint[] = ANDROID.filter((name) => (numberOf(field(android, name)) ?? 0) !== 0);
  const authorisation = field(ios, 'locationManagerAuthorizationStatus');
  return typeof authorisation === 'string' && !/always/iu.test(authorisation)
    ? [...hints, 'authorisation']
    : hints;
}
