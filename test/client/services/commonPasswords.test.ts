import { isCommon } from '#client/services/commonPasswords';

const ORIGIN = 'https://family.example';

/** The answers to the requests for the list, in turn. */
function answerWith(...answers: (() => Response)[]) {
  const requested: string[] = [];
  globalThis.fetch = async (url) => {
    requested.push(url instanceof Request ? url.url : url.toString());
    return (answers[requested.length - 1] ?? answers.at(-1) ?? Response.error)();
  };
  return requested;
}

const list = () => new Response('iloveyou\npassword123', { headers: { 'content-type': 'text/plain' } });

it('given a short password, then the list is not loaded', async () => {
  const requested = answerWith(list);
  expect(await isCommon(ORIGIN, 'passwor')).toBe(false);
  expect(requested).toEqual([]);
});

it('given no network, when it is back, then the list is loaded once and finds common passwords', async () => {
  const requested = answerWith(() => {
    throw new TypeError('Failed to fetch');
  }, list);
  expect(await isCommon(ORIGIN, 'password123')).toBe(false);
  expect(await isCommon(ORIGIN, ' Password123 ')).toBe(true);
  expect(await isCommon(ORIGIN, 'kinmap2026')).toBe(true);
  expect(await isCommon(ORIGIN, 'Sunny-days-1')).toBe(false);
  expect(requested).toEqual(Array(2).fill(`${ORIGIN}/common-passwords.txt`));
});
