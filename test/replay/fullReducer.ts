import { rootReducer } from '#client/app/rootReducer';
import { provideHistoryReducer } from '#client/features/locations/history/reducer';
import { fullHistoryReducer } from '#client/features/locations/history/slice';

// The app does so when it loads the pages about a member.
provideHistoryReducer(fullHistoryReducer);

/** The root reducer with everything that pages bring. */
export const fullReducer = rootReducer;
