import { ERRORS, type ErrorCode, errorMessage as serverMessage } from '#contract/errors';
import { errorMessage } from '#client/i18n/errors';
import { loadErrorTexts, readServerError } from '#client/i18n/errorTexts';

beforeAll(loadErrorTexts);

it.each(Object.keys(ERRORS) as ErrorCode[])('given %s, then the client says what the server says', (code) => {
  const error = { code, params: { min: 8, max: 4_000, field: 'radius' } };
  expect(errorMessage(error)).toBe(serverMessage(error));
});

it('given an error of the client’s own, then its placeholders are filled in', () => {
  expect(errorMessage({ code: 'picture_file_too_large', params: { max: 25 } })).toBe(
    'This file is too large. Please choose a picture of at most 25 MB.',
  );
});

it.each([
  ['only a message', { message: 'Kein Zutritt' }],
  ['a code that this client does not know', { message: 'Kein Zutritt', code: 'no_entry' }],
  ['a code with the name of an object’s method', { message: 'Kein Zutritt', code: 'toString' }],
])('given a server that sends %s, then its message is shown as it is', async (_what, answer) => {
  expect(errorMessage(await readServerError(answer))).toBe('Kein Zutritt');
});

it('given a message that looks like a placeholder, then it is shown as it is', async () => {
  expect(errorMessage(await readServerError({ message: 'Use {name}' }))).toBe('Use {name}');
});
