import { readFixture, playbackOf } from './fixtures';
import { hashState } from '#client/devtools/playback';
import { journeys } from './journeys';
import { outlineOf } from './outline';

const RENEW = 'npm run replay:renew (or replay:record, when actions have changed)';

/** Reducers that ask any of these would not give the same again elsewhere. */
function withoutChance(run: () => void): void {
  const asked = () => {
    throw new Error('A reducer has asked for the time, for chance or for the machine');
  };
  const spies = [
    jest.spyOn(Date, 'now'),
    jest.spyOn(Math, 'random'),
    jest.spyOn(performance, 'now'),
    jest.spyOn(crypto, 'randomUUID'),
    jest.spyOn(crypto, 'getRandomValues'),
    jest.spyOn(Date.prototype, 'toLocaleString'),
    jest.spyOn(Date.prototype, 'getTimezoneOffset'),
    jest.spyOn(Intl, 'DateTimeFormat'),
  ].map((spy) => spy.mockImplementation(asked as never));
  try {
    run();
  } finally {
    spies.forEach((spy) => spy.mockRestore());
  }
}

describe.each(journeys)('$name: $about', ({ name, about }) => {
  it('given a recorded log, when it is replayed twice, then both end in the state of the browser', () => {
    const { log, state } = readFixture(name);
    for (let round = 1; round <= 2; round += 1) {
      const playback = playbackOf(log);
      expect(playback.failure).toBeNull();
      const end = playback.stateAt(playback.length);
      expect(JSON.stringify(end) === state ? 'the same' : RENEW).toBe('the same');
      expect(hashState(end)).toBe(hashState(JSON.parse(state)));
    }
  });

  it('given no clock and no randomness, then the log still replays', () => {
    const { log, state } = readFixture(name);
    withoutChance(() => {
      const playback = playbackOf(log);
      expect(JSON.stringify(playback.stateAt(playback.length)) === state).toBe(true);
    });
  });

  it('given its outline, then it matches the log', () => {
    const { log, outline } = readFixture(name);
    // Two long texts are best compared by `git diff`, after renewing.
    expect(outlineOf(playbackOf(log), about) === outline ? 'up to date' : RENEW).toBe('up to date');
  });

  it('given the log, then no password, token or invitation code is in it', () => {
    const { log, state } = readFixture(name);
    const texts = log + state;
    expect(texts).not.toMatch(/Sunny-days|Rainy-days|eyJ[\w-]+\.[\w-]+\./u);
    for (const [, secret] of texts.matchAll(/"(?:\w*password|token|inviteCode)\\?":\\?"([^"\\]*)/giu))
      expect(secret).toBe('[redacted]');
  });
});
