import type { Connection } from '#client/sagas/firstLoad';
import { selectIsConnected } from './selectors';
import { connectionEstablished, connectionLost } from './slice';

/** The realtime connection for `firstLoad`. */
export const connection: Connection = {
  selectIsConnected,
  established: connectionEstablished,
  lost: connectionLost,
};
