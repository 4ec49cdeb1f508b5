import { GeolocationFailed } from './errors';
import type { Clock } from './clock';
import type { GeolocationProblem } from './errors';

/** A position of this device: degrees WGS 84, metres, ISO 8601 time on the server's clock. */
export interface LocationFix {
  latitude: number;
  longitude: number;
  accuracy: number | null;
  timestamp: string;
}

export interface Geolocation {
  isSupported(): boolean;
  /** Whether a position can be read without a question to the user; false where the browser does not say. */
  isAllowed(): Promise<boolean>;
  /** Rejects with `GeolocationFailed`. */
  current(options: PositionOptions): Promise<LocationFix>;
  watch(
    options: PositionOptions,
    onFix: (fix: LocationFix) => void,
    onProblem: (problem: GeolocationProblem) => void,
  ): () => void;
  /** Calls back with the state of the permission, and whenever it changes, if the browser reports that. */
  onPermission(handler: (state: PermissionState) => void): () => void;
}

/** The browser's geolocation, with timestamps on the server's clock. */
export function createGeolocation(clock: Clock): Geolocation {
  const source = typeof navigator === 'undefined' ? undefined : navigator.geolocation;
  return {
    isSupported: () => source !== undefined && isSecureContext,
    isAllowed: () =>
      queryPermission().then(
        (status) => status?.state === 'granted',
        () => false,
      ),
    current: (options) =>
      new Promise((resolve, reject) => {
        if (!source) return reject(new GeolocationFailed('unsupported'));
        source.getCurrentPosition(
          (position) => resolve(toFix(position, clock)),
          (error) => reject(new GeolocationFailed(toProblem(error))),
          options,
        );
      }),
    watch(options, onFix, onProblem) {
      if (!source) {
        onProblem('unsupported');
        return () => undefined;
      }
      const unload = watchUnload();
      const watch = source.watchPosition(
        (position) => onFix(toFix(position, clock)),
        (error) => unload.hasStarted() || onProblem(toProblem(error)),
        options,
      );
      return () => {
        unload.stop();
        source.clearWatch(watch);
      };
    },
    onPermission(handler) {
      const abort = new AbortController();
      queryPermission()
        .then((status) => {
          if (!status || abort.signal.aborted) return undefined;
          handler(status.state);
          return status.addEventListener('change', () => handler(status.state), { signal: abort.signal });
        })
        .catch(() => undefined);
      return () => abort.abort();
    },
  };
}

/**
 * Chromium reports "User denied Geolocation" while a page is being closed. That error must be ignored: otherwise closing
 * one tab would stop sharing in all tabs.
 */
function watchUnload() {
  let hasStarted = false;
  const abort = new AbortController();
  addEventListener('pagehide', () => (hasStarted = true), { signal: abort.signal });
  addEventListener('pageshow', () => (hasStarted = false), { signal: abort.signal });
  return { hasStarted: () => hasStarted, stop: () => abort.abort() };
}

/** The state of the permission; undefined in browsers without the Permissions API. */
async function queryPermission(): Promise<PermissionStatus | undefined> {
  const permissions = navigator.permissions as Permissions | undefined;
  return permissions?.query({ name: 'geolocation' });
}

function toFix({ coords, timestamp }: GeolocationPosition, clock: Clock): LocationFix {
  const skew = clock.now() - Date.now();
  return {
    latitude: coords.latitude,
    longitude: coords.longitude,
    accuracy: Number.isFinite(coords.accuracy) ? coords.accuracy : null,
    timestamp: new Date(timestamp + skew).toISOString(),
  };
}

function toProblem(error: GeolocationPositionError): GeolocationProblem {
  if (error.code === error.PERMISSION_DENIED) return 'denied';
  return error.code === error.TIMEOUT ? 'timeout' : 'unavailable';
}
