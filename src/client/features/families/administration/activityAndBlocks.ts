import { call, put, select } from 'typed-redux-saga';
import { request } from '#client/sagas/request';
import { runTask } from '#client/sagas/runTask';
import type { Services } from '#client/services/types';
import {
  activityLoaded,
  type blockRequested,
  type unblockRequested,
  blocksLoaded,
  taskDone,
  taskFailed,
} from './slice';
import { invitationsOutdated } from '../invitations/slice';
import { selectSelectedFamily } from '../selectors';

/** Loads the activity of the selected family; a server of the specification has none. */
export function* loadActivity(services: Services) {
  const family = yield* select(selectSelectedFamily);
  if (!family) return;
  try {
    const { entries } = yield* request(services, 'familyActivity', { params: { id: family.id } });
    yield* put(activityLoaded({ familyId: family.id, entries }));
  } catch (error) {
    yield* call(services.log.info, 'The activity was not loaded:', error);
  }
}

/** Loads the blocked invitations; a server of the specification has none. */
export function* loadBlocks(services: Services) {
  try {
    yield* put(blocksLoaded({ blocks: yield* request(services, 'listBlocks', {}) }));
  } catch (error) {
    yield* call(services.log.info, 'The blocks were not loaded:', error);
  }
}

const taskFacts = { done: taskDone, failed: taskFailed };

/** Blocks a family. */
export function* addBlock(services: Services, { payload }: ReturnType<typeof blockRequested>) {
  yield* runTask(taskFacts, 'block', 'block_not_changed', function* () {
    yield* request(services, 'addBlock', { body: { familyId: payload.familyId } });
    yield* put(invitationsOutdated());
    yield* loadBlocks(services);
    return 'family_blocked' as const;
  });
}

/** Unblocks a family or a person. */
export function* removeBlock(services: Services, { payload }: ReturnType<typeof unblockRequested>) {
  yield* runTask(taskFacts, 'block', 'block_not_changed', function* () {
    yield* request(services, 'deleteBlock', { params: { id: payload.id } });
    yield* loadBlocks(services);
    return null;
  });
}
