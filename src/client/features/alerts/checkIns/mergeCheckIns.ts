import type { CheckIn, CheckInRequest, OnceAlert } from '#contract/checkIns';

/** The newer state of one check-in. */
const newer = (one: CheckIn, other: CheckIn | undefined): CheckIn =>
  other && other.revision > one.revision ? other : one;

const byStart = (one: CheckIn, other: CheckIn): number => other.startedAt.localeCompare(one.startedAt);

/** The check-ins with one that has changed; the same list when it is not newer than what is known. */
export function withCheckIn(list: readonly CheckIn[], changed: CheckIn): CheckIn[] {
  const others = list.filter(({ id }) => id !== changed.id);
  const known = list.find(({ id }) => id === changed.id);
  return [newer(changed, known), ...others].toSorted(byStart);
}

/**
 * The check-ins of a loaded list, with what events have brought while it was on its way.
 * @param before what was known when it was asked for
 * @param now what is known by now
 */
export function withLoaded(
  before: readonly CheckIn[],
  now: readonly CheckIn[],
  loaded: readonly CheckIn[],
): CheckIn[] {
  const arrivedMeanwhile = now.filter(
    (one) => !before.includes(one) && !loaded.some(({ id }) => id === one.id),
  );
  const merged = loaded.map((one) =>
    newer(
      one,
      now.find(({ id }) => id === one.id),
    ),
  );
  return [...merged, ...arrivedMeanwhile].toSorted(byStart);
}

/** The requests with one that has changed, newest first. One that is over does not open again. */
export function withRequest(requests: readonly CheckInRequest[], changed: CheckInRequest): CheckInRequest[] {
  const known = requests.find(({ id }) => id === changed.id);
  const current = known && changed.state === 'open' ? known : changed;
  return [current, ...requests.filter(({ id }) => id !== changed.id)].toSorted((one, other) =>
    other.createdAt.localeCompare(one.createdAt),
  );
}

export const isSameOnce = (one: OnceAlert, other: OnceAlert): boolean =>
  one.geofenceId === other.geofenceId && one.kind === other.kind;
