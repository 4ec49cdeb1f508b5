import { createSelector } from '@reduxjs/toolkit';
import { PRESENCE_FRESH_MS } from '#contract/limits';
import type { LatLng } from '#shared/geo';
import { selectProfileUserId } from '#client/features/families/profile/selectors';
import { selectNow } from '#client/features/session/selectors';
import type { RootState } from '#client/store/rootState';
import { selectPositionOf } from '../selectors';

/** The position of the person whose profile is open; undefined when none is known. */
export const selectProfilePosition = (state: RootState) =>
  selectPositionOf(state, selectProfileUserId(state) ?? '');

/** The age of that position in milliseconds, and whether the person counts as present; null without a position. */
export const selectLastSeen = createSelector([selectProfilePosition, selectNow], (position, now) => {
  if (!position) return null;
  const age = Math.max(0, now - Date.parse(position.timestamp));
  return { age, fresh: age < PRESENCE_FRESH_MS };
});

/** The key of a position's address: 4 decimals (11 m), because the address is the same within that distance. */
export function positionKey({ latitude, longitude }: LatLng): string {
  return `${latitude.toFixed(4)} ${longitude.toFixed(4)}`;
}

/** The address of a position; null when the geocoder found none, undefined before its answer. */
export const selectAddressOf = (state: RootState, position: LatLng) =>
  state.locations.addresses[positionKey(position)];

/** The address of the profile's position; undefined without a position as well. */
export const selectProfileAddress = (state: RootState) => {
  const position = selectProfilePosition(state);
  return position && selectAddressOf(state, position);
};

/** The street of a position, from its address; null while no address is known. */
export function selectNearbyStreet(state: RootState, position: LatLng): string | null {
  const address = selectAddressOf(state, position);
  return typeof address === 'string' ? streetOf(address) : null;
}

/** The first part of an address that is more than the number of a house. */
function streetOf(address: string): string | null {
  const parts = address.split(',').map((part) => part.trim());
  return parts.find((part) => part !== '' && !/^\d+\s?\p{L}?$/u.test(part)) ?? null;
}
