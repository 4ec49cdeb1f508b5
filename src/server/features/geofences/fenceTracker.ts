import {
  type FenceState,
  type JudgedFix,
  LONGEST_GAP_MS,
  UNKNOWN_STATE,
  exitMargin,
  judge,
} from '#shared/geofences';
import { EARTH_RADIUS_M } from '#contract/limits';
import type { Place } from '#shared/geo';
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

/** Up to so many are looked at one by one: a grid of them would take more memory than they do. */
const FEW = 16;

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
      grid ??= followed.length > FEW ? fenceGrid(followed) : { near: () => followed };
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
  /** Degrees of latitude from its middle to what is surely beyond the border. */
  readonly #reach: number;

  constructor(
    readonly fence: F,
    public state: Settled,
  ) {
    ({ latitude: this.latitude, longitude: this.longitude, radius: this.radius } = fence);
    this.#reach = (fence.radius * Math.sqrt(SURELY_OUTSIDE)) / METRES_PER_DEGREE;
    this.#narrowing = Math.cos((fence.latitude * Math.PI) / 180);
  }

  /**
   * A shortcut: true when the person was surely on one side of the border and still is, on a plane that is off by less
   * than a thousandth. Neither an entry nor an exit begins there, whatever the accuracy: nobody enters from beyond the
   * radius, nobody leaves before the margin is behind them. After too long a silence only the radius counts.
   */
  #staysPut({ place, changeSince, revision }: Settled, fix: JudgedFix, judgedAt: number | null): boolean {
    if (changeSince !== null || revision !== this.fence.revision || place === 'unknown') return false;
    if (place === 'outside') return this.isFarFrom(fix);
    const isFollowed = judgedAt !== null && fix.at - judgedAt <= LONGEST_GAP_MS;
    const stay = isFollowed ? this.radius + exitMargin(this.radius) : this.radius;
    return this.#isOnPlane && this.#squareTo(fix) < SURELY_INSIDE * stay * stay;
  }

  /** Surely beyond the border. */
  isFarFrom(place: Place): boolean {
    // The way is never shorter than its part along the meridian, and most are too far north or south already.
    if (Math.abs(place.latitude - this.latitude) > this.#reach) return true;
    return this.#isOnPlane && this.#squareTo(place) > SURELY_OUTSIDE * this.radius * this.radius;
  }

  get #isOnPlane(): boolean {
    return Math.abs(this.latitude) <= PLANE_UP_TO;
  }

  /** Square of the distance in metres on that plane. */
  #squareTo({ latitude, longitude }: Place): number {
    const north = (latitude - this.latitude) * METRES_PER_DEGREE;
    const around = Math.abs(longitude - this.longitude);
    const east = (around > 180 ? 360 - around : around) * METRES_PER_DEGREE * this.#narrowing;
    return north * north + east * east;
  }

  /** Outside with nothing that speaks for a change: only a fix nearby can change that. */
  isQuiet(): boolean {
    const { place, changeSince, revision } = this.state;
    return place === 'outside' && changeSince === null && revision === this.fence.revision;
  }

  /** @returns undefined when nothing changes but the time of the judgement */
  judged(before: Settled, fix: JudgedFix, judgedAt: number | null): Change<F> | undefined {
    const { fence } = this;
    if (this.#staysPut(before, fix, judgedAt)) return undefined;
    const { place: was, changeSince: since, revision: judgedRevision } = before;
    const state = { place: was, changeSince: since, judgedAt, revision: judgedRevision };
    const { state: after, event } = judge(state, fix, fence);
    const { place, changeSince, revision } = after;
    const isSame = place === was && changeSince === since && revision === judgedRevision;
    return isSame || place === 'unknown'
      ? undefined
      : { fence, at: fix.at, state: { place, changeSince, revision }, event };
  }
}

/** The geofences that a fix may change, each once. */
function touched<F extends Fence>(
  fix: JudgedFix,
  grid: FenceGrid<Followed<F>>,
  active: ReadonlySet<Followed<F>>,
  changed: ReadonlyMap<Followed<F>, Settled>,
): Followed<F>[] {
  const all = [...active];
  for (const one of changed.keys()) if (!active.has(one)) all.push(one);
  // Everybody else is quiet. The distance is asked first: in a dense town a cell holds hundreds, and few are near.
  for (const one of grid.near(fix))
    if (!one.isFarFrom(fix) && !active.has(one) && !changed.has(one)) all.push(one);
  return all;
}
