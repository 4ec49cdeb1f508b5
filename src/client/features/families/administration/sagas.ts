import {
  type adminChosen,
  type inviteSubmitted,
  type newCodeConfirmed,
  type removalConfirmed,
  type renameSubmitted,
  type settingChosen,
  taskDone,
  taskFailed,
} from './slice';
import { put } from 'typed-redux-saga';
import { request } from '#client/sagas/request';
import type { Services } from '#client/services/types';
import { familiesRequested } from '../slice';
import { runTask } from '#client/sagas/runTask';

const taskFacts = { done: taskDone, failed: taskFailed };

export function* renameFamily(services: Services, { payload }: ReturnType<typeof renameSubmitted>) {
  yield* runTask(taskFacts, 'rename', 'family_not_updated', function* () {
    const { familyId: id, name } = payload;
    yield* request(services, 'updateFamily', { params: { id }, body: { name } });
    yield* put(familiesRequested());
    return 'family_renamed' as const;
  });
}

/** The new code comes with the families, to where only the screen finds it. */
export function* renewCode(services: Services, { payload }: ReturnType<typeof newCodeConfirmed>) {
  yield* runTask(taskFacts, 'code', 'family_not_updated', function* () {
    yield* request(services, 'renewInviteCode', { params: { id: payload.familyId } });
    yield* put(familiesRequested());
    return 'code_renewed' as const;
  });
}

export function* inviteMember(services: Services, { payload }: ReturnType<typeof inviteSubmitted>) {
  yield* runTask(taskFacts, 'invite', 'member_not_added', function* () {
    const { familyId: id, email, isAdmin } = payload;
    yield* request(services, 'addMember', { params: { id }, body: { email, isAdmin } });
    yield* put(familiesRequested());
    return 'member_invited' as const;
  });
}

export function* removeMember(services: Services, { payload }: ReturnType<typeof removalConfirmed>) {
  yield* runTask(taskFacts, 'member', 'member_not_removed', function* () {
    const { familyId: id, memberId } = payload;
    yield* request(services, 'removeMember', { params: { id, memberId } });
    yield* put(familiesRequested());
    return null;
  });
}

export function* setAdmin(services: Services, { payload }: ReturnType<typeof adminChosen>) {
  yield* runTask(taskFacts, 'member', 'family_not_updated', function* () {
    const { familyId: id, memberId, isAdmin } = payload;
    yield* request(services, 'changeMember', { params: { id, memberId }, body: { isAdmin } });
    yield* put(familiesRequested());
    return null;
  });
}

export function* changeSetting(services: Services, { payload }: ReturnType<typeof settingChosen>) {
  yield* runTask(taskFacts, 'settings', 'family_not_updated', function* () {
    const { familyId: id, settings } = payload;
    yield* request(services, 'updateFamily', { params: { id }, body: settings });
    yield* put(familiesRequested());
    return null;
  });
}
