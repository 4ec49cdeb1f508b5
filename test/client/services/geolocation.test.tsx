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

it('given a page in use, when the browser refuses the position, then it is denied', () => {
  refuse();
  expect(problems).toEqual(['denied']);
});

it('given a page that is being closed, when the browser refuses the position, then that means nothing', () => {
  dispatchEvent(new Event('pagehide'));
  refuse();
  expect(problems).toEqual([]);
});

it('given a page that was left and came back, when the browser refuses the position, then it is denied', () => {
  dispatchEvent(new Event('pagehide'));
  dispatchEvent(new Event('pageshow'));
  refuse();
  expect(problems).toEqual(['denied']);
});
