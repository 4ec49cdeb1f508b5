/*
 * Loaded into the server of a journey, whose event loop seems never late. On a slow machine it would refuse calls as
 * overloaded, and what a page shows then is no matter of the journeys.
 */
import perfHooks from 'node:perf_hooks';
import { syncBuiltinESMExports } from 'node:module';

const nothing = () => undefined;
const zero = () => 0;

perfHooks.monitorEventLoopDelay = () => ({
  min: 0,
  max: 0,
  mean: 0,
  enable: nothing,
  disable: nothing,
  reset: nothing,
  percentile: zero,
});
syncBuiltinESMExports();
