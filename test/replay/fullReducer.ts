import { rootReducer } from '#client/app/rootReducer';
import { channels } from '#client/features/alerts/channels/reducer';
import { fullChannelsReducer } from '#client/features/alerts/channels/slice';
import { chat } from '#client/features/chat/reducer';
import { fullChatReducer } from '#client/features/chat/openConversation';
import { checkIns } from '#client/features/alerts/checkIns/reducer';
import { fullCheckInsReducer } from '#client/features/alerts/checkIns/slice';
import { administration } from '#client/features/families/administration/reducer';
import { fullAdministrationReducer } from '#client/features/families/administration/slice';
import { firstSteps } from '#client/features/families/firstSteps/reducer';
import { fullFirstStepsReducer } from '#client/features/families/firstSteps/slice';
import { placeLog } from '#client/features/geofences/log/reducer';
import { fullPlaceLogReducer } from '#client/features/geofences/log/slice';
import { imports } from '#client/features/locations/imports/reducer';
import { fullImportsReducer } from '#client/features/locations/imports/slice';
import { history } from '#client/features/locations/history/reducer';
import { phones } from '#client/features/locations/phones/reducer';
import { fullPhonesReducer } from '#client/features/locations/phones/slice';
import { points } from '#client/features/locations/points/reducer';
import { fullPointsReducer } from '#client/features/locations/points/slice';
import { whereabouts } from '#client/features/locations/whereabouts/reducer';
import { fullWhereaboutsReducer } from '#client/features/locations/whereabouts/slice';
import { fullHistoryReducer } from '#client/features/locations/history/slice';
import { account } from '#client/features/session/account/reducer';
import { fullAccountReducer } from '#client/features/session/account/slice';

// The app does so when it loads the pages and sagas that need them.
administration.provide(fullAdministrationReducer);
firstSteps.provide(fullFirstStepsReducer);
account.provide(fullAccountReducer);
channels.provide(fullChannelsReducer);
chat.provide(fullChatReducer);
checkIns.provide(fullCheckInsReducer);
placeLog.provide(fullPlaceLogReducer);
imports.provide(fullImportsReducer);
history.provide(fullHistoryReducer);
phones.provide(fullPhonesReducer);
points.provide(fullPointsReducer);
whereabouts.provide(fullWhereaboutsReducer);

/** The root reducer with everything that loads later. */
export const fullReducer = rootReducer;
