import { createClock } from '#client/services/clock';
import { createGeolocation } from '#client/services/geolocation';
import type { GeolocationProblem } from '#client/services/types';
import { flushPromises } from '../support/fakeServices';

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

describe('the permission', () => {
  const { permissions } = navigator;
  const setPermissions = (value: unknown) =>
    Object.defineProperty(navigator, 'permissions', { configurable: true, value });
  afterEach(() => setPermissions(permissions));

  it('given a permission that changes, then each state is reported until that is stopped', async () => {
    const status = Object.assign(new EventTarget(), { state: 'denied' });
    setPermissions({ query: async () => status });
    const states: string[] = [];
    const change = (state: string) => {
      status.state = state;
      status.dispatchEvent(new Event('change'));
    };
    const stop = createGeolocation(createClock()).onPermission((state) => states.push(state));
    await flushPromises();
    expect(states).toEqual(['denied']);
    change('granted');
    stop();
    change('denied');
    expect(states).toEqual(['denied', 'granted']);
  });

  it.each([
    ['does not know it', undefined],
    ['refuses the question', { query: () => Promise.reject(new TypeError('geolocation')) }],
  ])('given a browser that %s, then nothing is reported', async (_, value) => {
    setPermissions(value);
    const handler = jest.fn();
    createGeolocation(createClock()).onPermission(handler);
    await flushPromises();
    expect(handler).not.toHaveBeenCalled();
  });
});
