import { call, delay, race, take } from 'typed-redux-saga';
import { TYPING_EXPIRY_MS, TYPING_STOP_MS } from '#contract/limits';
import type { Services } from '#client/services/types';
import { draftChanged, messageSubmitted } from '../slice';

/** How often `typing:start` is sent again while the user types: before it expires on other devices. */
const RENEW_MS = TYPING_EXPIRY_MS - 1_000;

/** Sends `typing:start` at the first letter, and `typing:stop` after a second without one or when the message is sent. */
export function* publishTyping(services: Services) {
  while (true) {
    const { payload } = yield* take(draftChanged);
    if (!payload.isEmpty) yield* publishUntilPause(services, payload.familyId);
  }
}

function* publishUntilPause(services: Services, familyId: string) {
  let emittedAt = yield* call(services.clock.now);
  emitTyping(services, 'typing:start', familyId);
  try {
    while (true) {
      const { typed } = yield* race({
        typed: take(draftChanged),
        sent: take(messageSubmitted),
        quiet: delay(TYPING_STOP_MS),
      });
      if (!typed || typed.payload.isEmpty || typed.payload.familyId !== familyId) return;
      const now = yield* call(services.clock.now);
      if (now - emittedAt < RENEW_MS) continue;
      emittedAt = now;
      emitTyping(services, 'typing:start', familyId);
    }
  } finally {
    emitTyping(services, 'typing:stop', familyId);
  }
}

/** A failure is not retried, because the event would be outdated. */
function emitTyping(
  { socket, log }: Services,
  event: 'typing:start' | 'typing:stop',
  familyId: string,
): void {
  socket.emit(event, { familyId }).catch((reason: unknown) => log.info(`${event} was not sent:`, reason));
}
