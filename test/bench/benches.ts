import type { Bench } from './frame/bench';

/** Every bench by the name that `npm run bench NAME` knows, in the order of docs/benchmarks.md. */
export const benches: Readonly<Record<string, () => Promise<{ readonly bench: Bench }>>> = {
  falseAlarms: () => import('./falseAlarms'),
  walks: () => import('./walks'),
  fences: () => import('./fences'),
  stops: () => import('./stops'),
  storing: () => import('./storing'),
  bus: () => import('./bus'),
  fanOut: () => import('./fanOut'),
  overHttp: () => import('./overHttp'),
  sends: () => import('./sends'),
  signIns: () => import('./signIns'),
  sockets: () => import('./sockets'),
  storeEvents: () => import('./storeEvents'),
  recorder: () => import('./recorder'),
  chatScroll: () => import('./chatScroll'),
  markers: () => import('./markers'),
  pageLoads: () => import('./pageLoads'),
  day: () => import('./day'),
};
