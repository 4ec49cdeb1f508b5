import type { Choices, MemberChoices, NotificationPreference, PlaceChoice, PlaceChoices } from './slice';

export const NOTHING_CHOSEN: NotificationPreference = { notifyArrival: false, notifyDeparture: false };

export const isSameChoice = (one = NOTHING_CHOSEN, other = NOTHING_CHOSEN): boolean =>
  one.notifyArrival === other.notifyArrival && one.notifyDeparture === other.notifyDeparture;

const isSamePlaceChoice = (one: PlaceChoice, other: PlaceChoice): boolean =>
  isSameChoice(one, other) && one.mutedUntil === other.mutedUntil;

/** What counts at one place, whether it has a choice of its own or not. */
export const choiceAt = ({ places, ...everywhere }: MemberChoices, geofenceId: string): PlaceChoice =>
  places[geofenceId] ?? {
    notifyArrival: everywhere.notifyArrival,
    notifyDeparture: everywhere.notifyDeparture,
    mutedUntil: null,
  };

/** Until when a place is muted, as ISO 8601; null when it is not, or not any more. */
export const mutedAt = (place: PlaceChoice | undefined, now: number): string | null =>
  place?.mutedUntil && Date.parse(place.mutedUntil) > now ? place.mutedUntil : null;

const differs = (place: PlaceChoice, everywhere: NotificationPreference): boolean =>
  place.mutedUntil !== null || !isSameChoice(place, everywhere);

/** The choices about a member once one has changed everywhere. Places stay where they differ in what has not changed. */
export function changedEverywhere(
  { places, ...before }: MemberChoices,
  change: Partial<NotificationPreference>,
): MemberChoices {
  const choice = { ...before, ...change };
  const all = Object.entries(places).map(([id, place]) => [id, { ...place, ...change }] as const);
  return { ...choice, places: Object.fromEntries(all.filter(([, place]) => differs(place, choice))) };
}

/** The choices about a member once that for one place has changed. */
export function changedAt(choices: MemberChoices, geofenceId: string, choice: PlaceChoice): MemberChoices {
  const { [geofenceId]: _before, ...others } = choices.places;
  const places = differs(choice, choices) ? { ...others, [geofenceId]: choice } : others;
  return { ...choices, places };
}

/** A choice for one place that the server has not got; null: the place counts as all others again. */
interface UnsavedPlace {
  readonly geofenceId: string;
  readonly choice: PlaceChoice | null;
}

/** The places whose choices differ from those that the server has. */
export function unsavedPlaces(shown: PlaceChoices = {}, saved: PlaceChoices = {}): UnsavedPlace[] {
  return Object.keys({ ...saved, ...shown })
    .map((geofenceId) => ({ geofenceId, choice: shown[geofenceId] ?? null }))
    .filter(({ geofenceId, choice }) => {
      const before = saved[geofenceId];
      return !choice || !before || !isSamePlaceChoice(choice, before);
    });
}

/** The members with unsaved choices. */
export function unsavedMembers(shown: Choices | null, saved: Choices): string[] {
  if (!shown) return [];
  const ids = Object.keys({ ...saved.byUser, ...saved.places, ...shown.byUser, ...shown.places });
  return ids.filter(
    (id) =>
      !isSameChoice(shown.byUser[id], saved.byUser[id]) ||
      unsavedPlaces(shown.places?.[id], saved.places?.[id]).length > 0,
  );
}

/** What the server has just said, with what the user has changed here and is not saved yet. */
export function withUnsaved(loaded: Choices, shown: Choices | null, saved: Choices): Choices {
  const { byUser, places }: Choices = {
    byUser: { ...loaded.byUser },
    places: loaded.places && { ...loaded.places },
  };
  for (const id of unsavedMembers(shown, saved)) {
    byUser[id] = shown?.byUser[id] ?? NOTHING_CHOSEN;
    if (places) places[id] = shown?.places?.[id] ?? places[id] ?? {};
  }
  return { byUser, places };
}
