import type { Action } from '@reduxjs/toolkit';
import { call, put, take } from 'typed-redux-saga';
import { dateInTimeZone } from '#shared/days';
import type { Services } from '#client/services/types';
import { clockTicked } from '#client/features/session/device/slice';
import { currentDateResolved } from '../slice';

/**
 * Resolves the current date again once midnight has passed, so that the new day can be chosen on a page that stays open.
 * Opened again, the page resolves it by itself, and then shows the new day in place of the one that was today.
 */
export function* awaitNextDay({ page }: Services, action: Action) {
  if (!currentDateResolved.match(action)) return;
  for (;;) {
    const { payload } = yield* take(clockTicked);
    const timeZone = yield* call(page.timeZone);
    const today = dateInTimeZone(payload.now, timeZone);
    // This starts the next wait in place of this one.
    if (today !== action.payload.today) yield* put(currentDateResolved({ today, timeZone }));
  }
}
