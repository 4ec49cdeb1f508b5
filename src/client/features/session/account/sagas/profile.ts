import { runTask } from '#client/sagas/runTask';
import { call, put, select } from 'typed-redux-saga';
import { reasonOf } from '#client/sagas/request';
import { PictureRefused } from '#client/services/errors';
import type { RouteInput, Services } from '#client/services/types';
import { requestConfirmed } from '../../sagas/secondStep';
import { selectUser } from '../../selectors';
import { profileChanged } from '../../slice';
import {
  type phoneSharingChosen,
  type profileSubmitted,
  taskCancelled,
  taskDone,
  taskFailed,
} from '../slice';

const taskFacts = { done: taskDone, failed: taskFailed };

const FAILURE = 'profile_not_updated';

/**
 * Sends the changed fields of the profile form, because another device may have changed the others; ends in `taskDone` or
 * `taskFailed`.
 */
export function* saveProfile(services: Services, { payload }: ReturnType<typeof profileSubmitted>) {
  const { name, email, phone, currentPassword } = payload;
  const user = yield* select(selectUser);
  const changes = {
    ...(name === user?.name ? {} : { name }),
    ...(email === user?.email ? {} : { email }),
    ...(phone === (user?.phone ?? '') ? {} : { phone }),
  };
  yield* runTask(taskFacts, 'profile', FAILURE, function* () {
    if (Object.keys(changes).length > 0)
      yield* update(services, currentPassword === '' ? changes : { ...changes, currentPassword });
    return 'profile_updated' as const;
  });
}

/** Lets the members of the user's families have the phone number, or no longer. */
export function* sharePhone(services: Services, { payload }: ReturnType<typeof phoneSharingChosen>) {
  yield* runTask(taskFacts, 'phoneSharing', FAILURE, function* () {
    yield* update(services, payload);
    return null;
  });
}

/** Lets the person choose a picture, makes it small and square, and sends it. */
export function* changePicture(services: Services) {
  const task = 'picture';
  try {
    const profileImage = yield* call(services.pictures.choose);
    if (profileImage === null) return void (yield* put(taskCancelled({ task })));
    yield* update(services, { profileImage });
    yield* put(taskDone({ task, result: 'picture_changed' }));
  } catch (error) {
    const reason = error instanceof PictureRefused ? error.reason : reasonOf(error, FAILURE);
    yield* put(taskFailed({ task, error: reason }));
  }
}

export function* removePicture(services: Services) {
  yield* runTask(taskFacts, 'picture', FAILURE, function* () {
    yield* update(services, { profileImage: null });
    return 'picture_removed' as const;
  });
}

/** The answer's fields, whichever the server names, become the person's. */
function* update(services: Services, body: NonNullable<RouteInput<'updateUser'>['body']>) {
  const user = yield* select(selectUser);
  if (!user) return;
  const changed = yield* requestConfirmed(services, 'updateUser', { params: { id: user.id }, body });
  yield* put(profileChanged(changed));
}
