import type { Action } from '@reduxjs/toolkit';
import { put, select, take } from 'typed-redux-saga';
import { dateInTimeZone } from '#shared/days';
import type { Services } from '#client/services/types';
import { clockTicked } from '#client/features/session/device/slice';
import { selectTimeZone } from '../selectors';
import { currentDateResolved } from '../slice';

/**
 * Resolves the current date again once midnight has passed, so that the new day can be chosen on a page that stays open.
 * The zone stays the one for which the shown day was loaded, also after a flight. Opened again, the page resolves both by
 * itself, and then shows the new day in place of the one that was today.
 */
export function* awaitNextDay(_services: Services, action: Action) {
  const timeZone = yield* select(selectTimeZone);
  if (!currentDateResolved.match(action) || timeZone === null) return;
  for (;;) {
    const { payload } = yield* take(clockTicked);
    const today = dateInTimeZone(payload.now, timeZone);
    // This starts the next wait in place of this one.
    if (today !== action.payload.today) yield* put(currentDateResolved({ today, timeZone }));
  }
}
