import { call, put, select, takeEvery, takeLatest } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import { request } from '#client/sagas/request';
import { runTask } from '#client/sagas/runTask';
import type { Services } from '#client/services/types';
import { accountOpened } from '#client/store/pageActions';
import {
  activityLoaded,
  blockAdded,
  blockRemoved,
  blocksLoaded,
  taskDone,
  taskFailed,
} from '../administration/slice';
import { invitationAnswered, invitationsOutdated } from '../invitations/slice';
import { selectSelectedFamily } from '../selectors';
import { familiesLoaded, familySelected } from '../slice';

/** The family's activity and blocked invitations. Loaded with the account page. */
export function* oversightSaga(services: Services) {
  yield* takeLatest([accountOpened, familiesLoaded, familySelected], guarded(loadActivity), services);
  yield* takeLatest([accountOpened, invitationAnswered], guarded(loadBlocks), services);
  yield* takeEvery(blockAdded, guarded(addBlock), services);
  yield* takeEvery(blockRemoved, guarded(removeBlock), services);
  yield* call(loadActivity, services);
  yield* call(loadBlocks, services);
}

/** Other servers have no activity. */
function* loadActivity(services: Services) {
  const family = yield* select(selectSelectedFamily);
  if (!family) return;
  try {
    const { entries } = yield* request(services, 'familyActivity', { params: { id: family.id } });
    yield* put(activityLoaded({ familyId: family.id, entries }));
  } catch (error) {
    yield* call(services.log.info, 'The activity was not loaded:', error);
  }
}

/** Other servers have no blocks. */
function* loadBlocks(services: Services) {
  try {
    yield* put(blocksLoaded({ blocks: yield* request(services, 'listBlocks', {}) }));
  } catch (error) {
    yield* call(services.log.info, 'The blocks were not loaded:', error);
  }
}

const taskFacts = { done: taskDone, failed: taskFailed };

function* addBlock(services: Services, { payload }: ReturnType<typeof blockAdded>) {
  yield* runTask(taskFacts, 'block', 'block_not_changed', function* () {
    yield* request(services, 'addBlock', { body: { familyId: payload.familyId } });
    yield* put(invitationsOutdated());
    yield* loadBlocks(services);
    return 'family_blocked' as const;
  });
}

function* removeBlock(services: Services, { payload }: ReturnType<typeof blockRemoved>) {
  yield* runTask(taskFacts, 'block', 'block_not_changed', function* () {
    yield* request(services, 'deleteBlock', { params: { id: payload.id } });
    yield* loadBlocks(services);
    return null;
  });
}
