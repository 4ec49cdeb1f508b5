import { PassThrough } from 'node:stream';
import { uploadedBytes } from '#server/http/upload';

const MINUTE_MS = 60_000;

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
afterEach(() => jest.useRealTimers());

it('given work on a piece that takes a minute, then the upload goes on', async () => {
  const body = new PassThrough();
  body.write('first');
  const pieces = uploadedBytes(body, 1_000, () => Promise.resolve());
  expect(String((await pieces.next()).value)).toBe('first');
  jest.advanceTimersByTime(MINUTE_MS);
  body.end('second');
  expect(String((await pieces.next()).value)).toBe('second');
  expect((await pieces.next()).done).toBe(true);
});

it('given a client that sends nothing more, then the upload is aborted', async () => {
  const body = new PassThrough();
  const pieces = uploadedBytes(body, 1_000, () => Promise.resolve());
  const next = pieces.next();
  setImmediate(() => jest.advanceTimersByTime(MINUTE_MS));
  await expect(next).rejects.toMatchObject({ code: 'request_timeout' });
});
