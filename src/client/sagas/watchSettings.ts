import type { ServerEventPayload } from '#contract/events';
import type { Services } from '#client/services/types';
import { bufferedChannel, watchChannel } from './channels';

type SettingsChange = ServerEventPayload<'settings:changed'>['what'];

/** Makes a saga that runs the worker whenever another device of the user has changed these settings. */
export const watchSettings = (watched: SettingsChange, worker: (services: Services) => Generator) =>
  function* watchChanges(services: Services) {
    const changes = bufferedChannel<ServerEventPayload<'settings:changed'>>((emit) =>
      services.socket.on('settings:changed', emit),
    );
    yield* watchChannel(changes, function* ({ what }) {
      if (what === watched) yield* worker(services);
    });
  };
