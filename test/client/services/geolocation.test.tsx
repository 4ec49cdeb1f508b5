import { createClock } from '#client/services/clock';
import { createGeolocation } from '#client/services/geolocation';
import type { GeolocationProblem } from '#client/services/types';

const DENIED = { code: 1, PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3, message: '' } as const;

let refuse: () => void;
const problems: GeolocationProblem[] = [];

beforeEach(() => {
  problems.length = 0;
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: {
      watchPosition(_onFix: PositionCallback, onError: PositionErrorCallback) {
        refuse = () => onError(DENIED);
        return 1;
      },
      clearWatch: () => undefined,
    },
  });
  createGeolocation(createClock()).watch(
    {},
    () => undefined,
    (problem) => problems.push(problem),
  );
});

it('given an open page, when the browser refuses the position, then the problem is reported', () => {
  refuse();
  expect(problems).toEqual(['denied']);
});

it('given a page that is closing, when the browser refuses the position, then that is ignored', () => {
  dispatchEvent(new Event('pagehide'));
  refuse();
  expect(problems).toEqual([]);
});

it('given a page restored from the cache, when the position is refused, then that is reported', () => {
  dispatchEvent(new Event('pagehide'));
  dispatchEvent(new Event('pageshow'));
  refuse();
  expect(problems).toEqual(['denied']);
});
