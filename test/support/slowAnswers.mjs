/*
 * Loaded into the server of a journey with SLOW_ANSWERS=1: each request is taken up to 0.9 s later than it comes. Where a
 * journey or the app takes it for granted that an answer is there already, or comes before another, it fails.
 */
import http from 'node:http';

/** Most answers come as fast as usual, or no two would change places. */
const lateMs = () => (Math.random() < 0.7 ? 80 : 900) * Math.random();

const { emit } = http.Server.prototype;
http.Server.prototype.emit = function (event, ...values) {
  if (event !== 'request') return emit.call(this, event, ...values);
  setTimeout(() => emit.call(this, event, ...values), lateMs());
  return true;
};
