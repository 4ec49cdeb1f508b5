import { call, put } from 'typed-redux-saga';
import type { Family as FamilyAnswer } from '#contract/families';
import { request, reasonOf } from '#client/sagas/request';
import type { Services } from '#client/services/types';
import { familiesLoaded, familiesLoadFailed, type Family } from '../slice';

/** Loads all families of the signed-in person; ends in `familiesLoaded` or `familiesLoadFailed`. */
export function* loadFamilies(services: Services) {
  try {
    yield* put(familiesLoaded({ families: yield* fetchFamilies(services) }));
  } catch (error) {
    yield* put(familiesLoadFailed({ error: reasonOf(error, 'families_not_loaded') }));
  }
}

/** Fetches the families and puts their invitation codes where only the screen finds them. */
export function* fetchFamilies(services: Services) {
  const answers = yield* request(services, 'listFamilies', {});
  yield* call(
    services.inviteCodes.replaceAll,
    answers.map(({ id, inviteCode }) => ({ familyId: id, code: inviteCode })),
  );
  return answers.map(withoutCode);
}

/** The family as the store may know it. */
export function withoutCode({ inviteCode: _secret, ...family }: FamilyAnswer): Family {
  return family;
}
