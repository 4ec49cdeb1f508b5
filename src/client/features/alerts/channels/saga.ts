import { call, fork, put, select, takeLatest, takeLeading } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import { reasonOf, request } from '#client/sagas/request';
import { RequestFailed } from '#client/services/errors';
import type { AppError, RouteInput, ClientErrorCode, Services } from '#client/services/types';
import { notificationsOpened } from '#client/store/pageActions';
import { selectPushStatus } from '../push/selectors';
import { channelCodeSubmitted, channelRemoved, channelSubmitted, channelTestRequested } from './actions';
import { type ChannelTask, channelsLoaded, channelTaskChanged } from './slice';

/** Adds a channel; asks the user for the second factor where the server wants it. */
type AddConfirmed = (
  services: Services,
  route: 'addChannel',
  input: RouteInput<'addChannel'>,
) => Generator<unknown, unknown>;

const OTHERWISE: Record<ChannelTask['name'], ClientErrorCode> = {
  add: 'channel_not_added',
  confirm: 'channel_code_not_checked',
  test: 'push_test_not_sent',
  remove: 'channel_not_removed',
};

/** Other ways in which alerts reach the user. Asked for when the page of notifications opens. */
export function* channelsSaga(services: Services, addConfirmed: AddConfirmed) {
  yield* takeLatest(notificationsOpened, guarded(loadChannels), services);
  yield* takeLeading(channelSubmitted, guarded(addChannelWith(addConfirmed)), services);
  yield* takeLeading(channelCodeSubmitted, guarded(confirmChannel), services);
  yield* takeLeading(channelTestRequested, guarded(testChannel), services);
  yield* takeLeading(channelRemoved, guarded(removeChannel), services);
  // The page may have opened before this saga was loaded.
  if ((yield* select(selectPushStatus)) !== 'idle') yield* fork(loadChannels, services);
}

/** Servers that keep to the specification have none. */
function* loadChannels(services: Services) {
  try {
    const list = yield* request(services, 'listChannels', {});
    const log = yield* request(services, 'listDeliveries', {});
    yield* put(channelsLoaded({ ...list, log }));
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error;
    yield* call(services.log.info, 'The other ways of alerts were not loaded:', error);
  }
}

/** Runs a task to its end, and loads what it has changed. */
function* perform(
  services: Services,
  { name, id }: Pick<ChannelTask, 'name' | 'id'>,
  work: () => Generator<unknown, unknown>,
) {
  yield* put(channelTaskChanged({ name, id, isBusy: true, error: null }));
  let error: AppError | null = null;
  try {
    yield* work();
  } catch (reason) {
    yield* call(services.log.info, 'A task of the other ways of alerts failed:', reason);
    error = reasonOf(reason, OTHERWISE[name]);
  }
  yield* loadChannels(services);
  yield* put(channelTaskChanged({ name, id, isBusy: false, error }));
}

const addChannelWith = (addConfirmed: AddConfirmed) =>
  function* addChannel(
    services: Services,
    { payload: { secret, ...channel } }: ReturnType<typeof channelSubmitted>,
  ) {
    const body = secret === '' ? channel : { ...channel, secret };
    yield* perform(services, { name: 'add', id: null }, () => addConfirmed(services, 'addChannel', { body }));
  };

function* confirmChannel(services: Services, { payload }: ReturnType<typeof channelCodeSubmitted>) {
  const { id, oneTimePassword } = payload;
  const input = { params: { id }, body: { code: oneTimePassword } };
  yield* perform(services, { name: 'confirm', id }, () => request(services, 'confirmChannel', input));
}

function* testChannel(services: Services, { payload: params }: ReturnType<typeof channelTestRequested>) {
  yield* perform(services, { name: 'test', ...params }, () => request(services, 'testChannel', { params }));
}

function* removeChannel(services: Services, { payload: params }: ReturnType<typeof channelRemoved>) {
  yield* perform(services, { name: 'remove', ...params }, () =>
    request(services, 'deleteChannel', { params }),
  );
}
