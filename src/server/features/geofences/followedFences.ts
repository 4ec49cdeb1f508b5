import { type FenceState, type JudgedFix, UNKNOWN_STATE, judge } from '../../../shared/geofences';
import { EARTH_RADIUS_M } from '../../../contract/limits';
import { type FenceGrid, fenceGrid } from './fenceGrid';

/** What is known of one person and one geofence besides the time of the last judgement, which is the person's. */
export type Settled = Omit<FenceState, 'judgedAt'>;

/** A geofence as it is judged. */
interface Fence {
  readonly latitude: number;
  readonly longitude: number;
  readonly radius: number;
  readonly revision: number;
}

/** What a fix has changed. */
export interface Change<F> {
  readonly fence: F;
  /** Of the fix, epoch milliseconds. */
  readonly at: number;
  readonly state: Settled;
  readonly event: 'entered' | 'exited' | null;
}

/** The geofences of one person with where they are in respect of each. */
export interface FollowedFences<F extends Fence> {
  readonly count: number;
  /**
   * Judges fixes, oldest first, and changes nothing yet: what comes of it may still not be stored.
   * @param judgedAt of the last fix before, epoch milliseconds; null when there was none
   */
  judge(fixes: readonly JudgedFix[], judgedAt: number | null): Change<F>[];
  /** Takes changes over, once they are stored. */
  settle(changes: readonly Change<F>[]): void;
}

/**
 * Nearly all geofences are far away nearly always, and of those only the ones are looked at whose cell of a grid the fix
 * is in: the rest would stay outside whatever they cost.
 */
export function followedFences<F extends Fence>(
  known: readonly { readonly fence: F; readonly state: Settled | undefined }[],
): FollowedFences<F> {
  const followed = known.map(({ fence, state }) => new Followed(fence, state ?? UNKNOWN_STATE));
  const byFence = new Map(followed.map((one) => [one.fence, one]));
  // Those that have to be judged wherever the person is.
  const active = new Set(followed.filter((one) => !one.isQuiet()));
  let grid: FenceGrid<Followed<F>> | undefined;
  return {
    count: followed.length,
    judge(fixes, judgedAt) {
      grid ??= fenceGrid(followed);
      const changed = new Map<Followed<F>, Settled>();
      const changes: Change<F>[] = [];
      let last = judgedAt;
      for (const fix of fixes) {
        if (last !== null && fix.at <= last) continue;
        for (const one of touched(fix, grid, active, changed)) {
          const change = one.judged(changed.get(one) ?? one.state, fix, last);
          if (!change) continue;
          changed.set(one, change.state);
          changes.push(change);
        }
        last = fix.at;
      }
      return changes;
    },
    settle(changes) {
      for (const { fence, state } of changes) {
        const one = byFence.get(fence);
        if (!one) continue;
        one.state = state;
        if (one.isQuiet()) active.delete(one);
        else active.add(one);
      }
    },
  };
}

const METRES_PER_DEGREE = (EARTH_RADIUS_M * Math.PI) / 180;
/** Nearer to a pole a degree of longitude changes too much within a geofence for a plane, in degrees. */
const PLANE_UP_TO = 75;
/** Squares of shares of the radius. */
const [SURELY_OUTSIDE, SURELY_INSIDE] = [1.001 ** 2, 0.999 ** 2];

class Followed<F extends Fence> {
  readonly latitude: number;
  readonly longitude: number;
  readonly radius: number;
  /** How much narrower a degree of longitude is here than at the equator. */
  readonly #narrowing: number;

  constructor(
    readonly fence: F,
    public state: Settled,
  ) {
    ({ latitude: this.latitude, longitude: this.longitude, radius: this.radius } = fence);
    this.#narrowing = Math.cos((fence.latitude * Math.PI) / 180);
  }

  /**
   * A shortcut: true when the person was surely on one side of the border and still is, on a plane that is off by less
   * than a thousandth. Neither an entry nor an exit begins there, whatever the accuracy.
   */
  #staysPut({ place, changeSince, revision }: Settled, fix: JudgedFix): boolean {
    if (changeSince !== null || revision !== this.fence.revision || place === 'unknown') return false;
    if (Math.abs(this.latitude) > PLANE_UP_TO) return false;
    const north = (fix.latitude - this.latitude) * METRES_PER_DEGREE;
    const around = Math.abs(fix.longitude - this.longitude);
    const east = (around > 180 ? 360 - around : around) * METRES_PER_DEGREE * this.#narrowing;
    const ratio = (north * north + east * east) / (this.radius * this.radius);
    return place === 'outside' ? ratio > SURELY_OUTSIDE : ratio < SURELY_INSIDE;
  }

  /** Outside with nothing that speaks for a change: only a fix nearby can change that. */
  isQuiet(): boolean {
    const { place, changeSince, revision } = this.state;
    return place === 'outside' && changeSince === null && revision === this.fence.revision;
  }

  /** @returns undefined when nothing changes but the time of the judgement */
  judged(before: Settled, fix: JudgedFix, judgedAt: number | null): Change<F> | undefined {
    const { fence } = this;
    if (this.#staysPut(before, fix)) return undefined;
    const state = { ...before, judgedAt };
    const { state: after, event } = judge(state, fix, fence);
    const { place, changeSince, revision } = after;
    const isSame =
      place === before.place && changeSince === before.changeSince && revision === before.revision;
    return isSame || place === 'unknown'
      ? undefined
      : { fence, at: fix.at, state: { place, changeSince, revision }, event };
  }
}

/** The geofences that a fix may change, each once. */
function* touched<F extends Fence>(
  fix: JudgedFix,
  grid: FenceGrid<Followed<F>>,
  active: ReadonlySet<Followed<F>>,
  changed: ReadonlyMap<Followed<F>, Settled>,
): Generator<Followed<F>> {
  yield* active;
  for (const one of changed.keys()) if (!active.has(one)) yield one;
  for (const one of grid.near(fix)) if (!active.has(one) && !changed.has(one)) yield one;
}
