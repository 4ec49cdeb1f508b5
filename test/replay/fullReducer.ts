import { rootReducer } from '#client/app/rootReducer';
import { channels } from '#client/features/alerts/channels/reducer';
import { fullChannelsReducer } from '#client/features/alerts/channels/slice';
import { checkIns } from '#client/features/alerts/checkIns/reducer';
import { fullCheckInsReducer } from '#client/features/alerts/checkIns/slice';
import { imports } from '#client/features/locations/imports/reducer';
import { fullImportsReducer } from '#client/features/locations/imports/slice';
import { provideHistoryReducer } from '#client/features/locations/history/reducer';
import { fullHistoryReducer } from '#client/features/locations/history/slice';

// The app does so when it loads the pages and sagas that need them.
channels.provide(fullChannelsReducer);
checkIns.provide(fullCheckInsReducer);
imports.provide(fullImportsReducer);
provideHistoryReducer(fullHistoryReducer);

/** The root reducer with everything that loads later. */
export const fullReducer = rootReducer;
