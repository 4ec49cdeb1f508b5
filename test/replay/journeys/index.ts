import { account } from './account';
import { chat } from './chat';
import { history } from './history';
import type { Journey } from './journey';
import { liveMap } from './liveMap';
import { placesAndSos } from './placesAndSos';

/** Every journey whose log is a fixture. */
export const journeys: readonly Journey[] = [liveMap, placesAndSos, history, chat, account];
