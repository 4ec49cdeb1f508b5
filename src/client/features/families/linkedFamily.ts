import { call, put, select, take } from 'typed-redux-saga';
import { familyOfFragment } from '#shared/chatNotification';
import type { Services } from '#client/services/types';
import { selectFamilies, selectFamiliesStatus } from './selectors';
import { familiesLoaded, familySelected } from './slice';

/** Selects the family that the address of the page names, if the user is still a member of it. */
export function* selectLinkedFamily({ page }: Services) {
  const familyId = familyOfFragment(yield* call(page.takeFragment));
  if (familyId === null) return;
  const isMember = function* () {
    return (yield* select(selectFamilies)).some(({ id }) => id === familyId);
  };
  // The families of a page that has just started are not loaded yet.
  if (!(yield* isMember()) && (yield* select(selectFamiliesStatus)) !== 'ready') yield* take(familiesLoaded);
  if (yield* isMember()) yield* put(familySelected({ familyId }));
}
