import {
  type FenceState,
  type LocationSample,
  MAX_GAP_MS,
  UNKNOWN_STATE,
  exitMargin,
  evaluateFix,
} from '#shared/geofences';
import { EARTH_RADIUS_M } from '#contract/limits';
import type { LatLng } from '#shared/geo';
import { type FenceGrid, fenceGrid } from './fenceGrid';

/** What is known of one person and one geofence besides the time of the last judgement, which is the person's. */
export type ContainmentState = Omit<FenceState, 'evaluatedAt'>;

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
  readonly state: ContainmentState;
  readonly event: 'entered' | 'exited' | null;
}

/** The geofences of one person with where they are in respect of each. */
export interface FenceTracker<F extends Fence> {
  readonly count: number;
  /**
   * Judges fixes, oldest first, and changes nothing yet: what comes of it may still not be stored.
   * @param evaluatedAt of the last fix before, epoch milliseconds; null when there was none
   */
  evaluate(fixes: readonly LocationSample[], evaluatedAt: number | null): Change<F>[];
  /** Takes changes over, once they are stored. */
  commit(changes: readonly Change<F>[]): void;
}

/** Up to so many are looked at one by one: a grid of them would take more memory than they do. */
const FEW = 16;

/**
 * Nearly all geofences are far away nearly always, and of those only the ones are looked at whose cell of a grid the fix
 * is in: the rest would stay outside whatever they cost.
 */
export function createFenceTracker<F extends Fence>(
  known: readonly { readonly fence: F; readonly state: ContainmentState | undefined }[],
): FenceTracker<F> {
  const tracked = known.map(({ fence, state }) => new TrackedFence(fence, state ?? UNKNOWN_STATE));
  const byFence = new Map(tracked.map((one) => [one.fence, one]));
  // Those that have to be judged wherever the person is.
  const active = new Set(tracked.filter((one) => !one.isQuiet()));
  let grid: FenceGrid<TrackedFence<F>> | undefined;
  return {
    count: tracked.length,
    evaluate(fixes, evaluatedAt) {
      grid ??= tracked.length > FEW ? fenceGrid(tracked) : { near: () => tracked };
      const changed = new Map<TrackedFence<F>, ContainmentState>();
      const changes: Change<F>[] = [];
      let last = evaluatedAt;
      for (const fix of fixes) {
        if (last !== null && fix.at <= last) continue;
        for (const one of touched(fix, grid, active, changed)) {
          const change = one.evaluated(changed.get(one) ?? one.state, fix, last);
          if (!change) continue;
          changed.set(one, change.state);
          changes.push(change);
        }
        last = fix.at;
      }
      return changes;
    },
    commit(changes) {
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

class TrackedFence<F extends Fence> {
  readonly latitude: number;
  readonly longitude: number;
  readonly radius: number;
  /** How much narrower a degree of longitude is here than at the equator. */
  readonly #narrowing: number;
  /** Degrees of latitude from its middle to what is surely beyond the border. */
  readonly #reach: number;

  constructor(
    readonly fence: F,
    public state: ContainmentState,
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
  #staysPut(
    { containment, changeSince, revision }: ContainmentState,
    fix: LocationSample,
    evaluatedAt: number | null,
  ): boolean {
    if (changeSince !== null || revision !== this.fence.revision || containment === 'unknown') return false;
    if (containment === 'outside') return this.isFarFrom(fix);
    const isFollowed = evaluatedAt !== null && fix.at - evaluatedAt <= MAX_GAP_MS;
    const stay = isFollowed ? this.radius + exitMargin(this.radius) : this.radius;
    return this.#isOnPlane && this.#squareTo(fix) < SURELY_INSIDE * stay * stay;
  }

  /** Surely beyond the border. */
  isFarFrom(containment: LatLng): boolean {
    // The way is never shorter than its part along the meridian, and most are too far north or south already.
    if (Math.abs(containment.latitude - this.latitude) > this.#reach) return true;
    return this.#isOnPlane && this.#squareTo(containment) > SURELY_OUTSIDE * this.radius * this.radius;
  }

  get #isOnPlane(): boolean {
    return Math.abs(this.latitude) <= PLANE_UP_TO;
  }

  /** Square of the distance in metres on that plane. */
  #squareTo({ latitude, longitude }: LatLng): number {
    const north = (latitude - this.latitude) * METRES_PER_DEGREE;
    const around = Math.abs(longitude - this.longitude);
    const east = (around > 180 ? 360 - around : around) * METRES_PER_DEGREE * this.#narrowing;
    return north * north + east * east;
  }

  /** Outside with nothing that speaks for a change: only a fix nearby can change that. */
  isQuiet(): boolean {
    const { containment, changeSince, revision } = this.state;
    return containment === 'outside' && changeSince === null && revision === this.fence.revision;
  }

  /** @returns undefined when nothing changes but the time of the judgement */
  evaluated(
    before: ContainmentState,
    fix: LocationSample,
    evaluatedAt: number | null,
  ): Change<F> | undefined {
    const { fence } = this;
    if (this.#staysPut(before, fix, evaluatedAt)) return undefined;
    const { containment: was, changeSince: since, revision: evaluatedRevision } = before;
    const state = { containment: was, changeSince: since, evaluatedAt, revision: evaluatedRevision };
    const { state: after, event } = evaluateFix(state, fix, fence);
    const { containment, changeSince, revision } = after;
    const isSame = containment === was && changeSince === since && revision === evaluatedRevision;
    return isSame || containment === 'unknown'
      ? undefined
      : { fence, at: fix.at, state: { containment, changeSince, revision }, event };
  }
}

/** The geofences that a fix may change, each once. */
function touched<F extends Fence>(
  fix: LocationSample,
  grid: FenceGrid<TrackedFence<F>>,
  active: ReadonlySet<TrackedFence<F>>,
  changed: ReadonlyMap<TrackedFence<F>, ContainmentState>,
): TrackedFence<F>[] {
  const all = [...active];
  for (const one of changed.keys()) if (!active.has(one)) all.push(one);
  // Everybody else is quiet. The distance is asked first: in a dense town a cell holds hundreds, and few are near.
  for (const one of grid.near(fix))
    if (!one.isFarFrom(fix) && !active.has(one) && !changed.has(one)) all.push(one);
  return all;
}
