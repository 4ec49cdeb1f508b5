import { GeolocationFailed } from './errors';
import type { Clock, LocationFix, Geolocation, GeolocationProblem } from './types';

/** The browser's positions, with their times moved to the server's clock. */
export function createGeolocation(clock: Clock): Geolocation {
  const source = typeof navigator === 'undefined' ? undefined : navigator.geolocation;
  return {
    isSupported: () => source !== undefined && isSecureContext,
    current: (options) =>
      new Promise((resolve, reject) => {
        if (!source) return reject(new GeolocationFailed('unsupported'));
        source.getCurrentPosition(
          (position) => resolve(fixOf(position, clock)),
          (error) => reject(new GeolocationFailed(problemOf(error))),
          options,
        );
      }),
    watch(options, onFix, onProblem) {
      if (!source) {
        onProblem('unsupported');
        return () => undefined;
      }
      const leaving = watchLeaving();
      const watch = source.watchPosition(
        (position) => onFix(fixOf(position, clock)),
        (error) => leaving.isTrue() || onProblem(problemOf(error)),
        options,
      );
      return () => {
        leaving.end();
        source.clearWatch(watch);
      };
    },
    onAllowed(handler) {
      const over = new AbortController();
      permission()
        .then((status) =>
          status?.addEventListener('change', () => status.state === 'granted' && handler(), {
            signal: over.signal,
          }),
        )
        .catch(() => undefined);
      return () => over.abort();
    },
  };
}

/**
 * Chromium refuses the position of a page that is being closed ("User denied Geolocation", after `unload`), though
 * nobody forbade it: were that believed, closing one tab would stop sharing in all.
 */
function watchLeaving() {
  let leaves = false;
  const over = new AbortController();
  addEventListener('pagehide', () => (leaves = true), { signal: over.signal });
  addEventListener('pageshow', () => (leaves = false), { signal: over.signal });
  return { isTrue: () => leaves, end: () => over.abort() };
}

/** What the browser tells of the permission; some browsers tell nothing. */
async function permission(): Promise<PermissionStatus | undefined> {
  const permissions = navigator.permissions as Permissions | undefined;
  return permissions?.query({ name: 'geolocation' });
}

function fixOf({ coords, timestamp }: GeolocationPosition, clock: Clock): LocationFix {
  const skew = clock.now() - Date.now();
  return {
    latitude: coords.latitude,
    longitude: coords.longitude,
    accuracy: Number.isFinite(coords.accuracy) ? coords.accuracy : null,
    timestamp: new Date(timestamp + skew).toISOString(),
  };
}

function problemOf(error: GeolocationPositionError): GeolocationProblem {
  if (error.code === error.PERMISSION_DENIED) return 'denied';
  return error.code === error.TIMEOUT ? 'timeout' : 'unavailable';
}
