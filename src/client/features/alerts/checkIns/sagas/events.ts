import type { Action } from '@reduxjs/toolkit';
import { call, fork, put, select } from 'typed-redux-saga';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import type { Services } from '#client/services/types';
import { selectSeenKeys } from '../../selectors';
import { alertArrived, type Arrival } from '../../slice';
import { checkInArrival, requestArrival } from '../arrivals';
import { checkInChanged, checkInRequestChanged } from '../slice';

/** Puts the server's events of check-ins into the store; an event that is delivered again changes nothing. */
export function* watchCheckIns(services: Services) {
  const { socket } = services;
  const changes = bufferedChannel<Action>((emit) => {
    const stops = [
      socket.on('checkin:changed', (checkIn) => emit(checkInChanged(checkIn))),
      socket.on('request:changed', (changed) => emit(checkInRequestChanged(changed))),
    ];
    return () => stops.forEach((stop) => stop());
  });
  const arrivals = bufferedChannel<Arrival>((emit) => {
    const stops = [
      socket.on('checkin:alert', (news) => emit(checkInArrival(news))),
      socket.on('request:alert', (news) => emit(requestArrival(news))),
    ];
    return () => stops.forEach((stop) => stop());
  });
  yield* fork(watchChannel<Action>, changes, function* (fact: Action) {
    yield* put(fact);
  });
  yield* watchChannel(arrivals, function* (arrival) {
    if ((yield* select(selectSeenKeys)).includes(arrival.key)) return;
    yield* put(alertArrived({ arrival, now: yield* call(services.clock.now) }));
  });
}
