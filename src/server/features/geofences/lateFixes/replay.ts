import {
  type FenceCircle,
  type FenceState,
  type LocationSample,
  UNKNOWN_STATE,
  evaluateFix,
  isTooInaccurate,
  withAssumedAccuracy,
} from '#shared/geofences';
import type { Change } from '../fenceTracker';
import { possibleStates, statesAfter } from './possibleStates';

/** The stored fixes of one member. */
export interface FixReader {
  /** The newest so many fixes before a moment, oldest first. */
  before(at: number, limit: number): Promise<LocationSample[]>;
  /** The oldest so many fixes from a moment on, oldest first. */
  from(at: number, limit: number): Promise<LocationSample[]>;
}

/** A geofence, and since when it is where it is; null: it was never moved. */
export type ReplayedFence = FenceCircle & { readonly movedAt: number | null };

/** What became of one geofence. Times in epoch milliseconds. */
export interface Replayed<Fence> {
  readonly fence: Fence;
  /** What happened between `from` and `until`, oldest first; it takes the place of what was recorded there. */
  readonly crossings: readonly Change<Fence>[];
  readonly from: number;
  /** Infinity: there is no later fix. */
  readonly until: number;
  readonly state: FenceState;
}

/** How many fixes before the late ones are read to find out where the member was. Each is tried in turn. */
const FIXES_BEFORE = [200, 2_000, 20_000];
const PAGE_FIXES = 2_000;
/** So many fixes after the first late one are evaluated at most; with a receiver so bad, later events stay as they are. */
const FIXES_AFTER = 40_000;

/**
 * Evaluates the stored fixes of a member again, from the first late fix until it makes no difference any more, with the
 * result that evaluating all fixes in the order of their times would have had.
 * @param late times of the first and the last late fix, epoch milliseconds
 */
export async function replayFixes<Fence extends ReplayedFence>(
  reader: FixReader,
  fences: readonly Fence[],
  late: { readonly first: number; readonly last: number },
): Promise<Replayed<Fence>[]> {
  const affected = fences.filter(({ movedAt }) => movedAt === null || movedAt <= late.last);
  const { starts, newest } = await startsOf(reader, affected, late.first);
  const traces = starts.map(([fence, state]) => new Trace(fence, state, late));
  let open = traces;
  let before = newest;
  let [next, read] = [late.first, 0];
  while (open.length > 0) {
    const page = await reader.from(next, PAGE_FIXES);
    const fixes = withAssumedAccuracy(page.filter(isUsable), before);
    before = fixes.at(-1) ?? before;
    for (const fix of fixes) {
      for (const trace of open) trace.follow(fix);
      if (fix.at >= late.last) open = open.filter(({ until }) => until === Infinity);
    }
    read += page.length;
    next = (page.at(-1)?.at ?? next) + 1;
    if (page.length < PAGE_FIXES) break;
    if (read >= FIXES_AFTER) for (const trace of open) trace.until = next - 1;
    open = open.filter(({ until }) => until === Infinity);
  }
  return traces;
}

const isUsable = (fix: LocationSample): boolean => !isTooInaccurate(fix);

/** Follows one geofence from the first late fix on. */
class Trace<Fence extends ReplayedFence> implements Replayed<Fence> {
  readonly crossings: Change<Fence>[] = [];
  readonly from: number;
  until = Infinity;
  /** States that the member had after the first fix after the late ones, as far as fixes were evaluated without the late ones. */
  #earlier: readonly FenceState[] | undefined;

  constructor(
    readonly fence: Fence,
    public state: FenceState,
    private readonly late: { readonly first: number; readonly last: number },
  ) {
    this.from = Math.max(late.first, fence.movedAt ?? -Infinity);
  }

  follow(fix: LocationSample): void {
    if (fix.at < this.from) return;
    const { state, event, evidence } = evaluateFix(this.state, fix, this.fence);
    this.state = state;
    if (event !== null && evidence !== null)
      this.crossings.push({ fence: this.fence, at: fix.at, state, event, evidence });
    if (fix.at <= this.late.last) return;
    // Whether the first one agrees with the fix before it may be new.
    this.#earlier = this.#earlier
      ? statesAfter(this.#earlier, fix, this.fence)
      : possibleStates(fix.at, this.fence);
    // From here on the late fixes make no difference.
    if (this.#earlier.length === 1) this.until = fix.at;
  }
}

/** The state for each geofence before the first late fix, and the fix before that. */
async function startsOf<Fence extends ReplayedFence>(
  reader: FixReader,
  fences: readonly Fence[],
  first: number,
): Promise<{ starts: [Fence, FenceState][]; newest: LocationSample | undefined }> {
  const starts: [Fence, FenceState][] = [];
  let newest: LocationSample | undefined;
  let unknown = fences;
  for (const limit of FIXES_BEFORE) {
    if (unknown.length === 0) break;
    const page = await reader.before(first, limit);
    const isWhole = page.length < limit;
    const isLast = isWhole || limit === FIXES_BEFORE.at(-1);
    const usable = page.filter(isUsable);
    newest = usable.at(-1);
    // The one before the first decides how accurate that one is.
    const fixes = withAssumedAccuracy(usable, undefined).slice(isWhole ? 0 : 1);
    const left: Fence[] = [];
    for (const fence of unknown) {
      const states = statesAtEnd(fixes, fence, isWhole);
      const [state = UNKNOWN_STATE] = states;
      if (states.length === 1 || isLast) starts.push([fence, state]);
      else left.push(fence);
    }
    unknown = left;
  }
  return { starts, newest };
}

/** The states that a member can have after these fixes. @param isWhole no fix precedes them */
function statesAtEnd(
  fixes: readonly LocationSample[],
  fence: ReplayedFence,
  isWhole: boolean,
): readonly FenceState[] {
  const start = fence.movedAt ?? -Infinity;
  const since = fixes.filter(({ at }) => at >= start);
  const begin = since.findLastIndex(
    (fix) => statesAfter(possibleStates(fix.at - 1, fence), fix, fence).length === 1,
  );
  const isBeginKnown = begin < 0 && (isWhole || since.length < fixes.length);
  const first = since[Math.max(begin, 0)];
  let states: readonly FenceState[] =
    isBeginKnown || !first ? [UNKNOWN_STATE] : possibleStates(first.at - 1, fence);
  for (const fix of since.slice(Math.max(begin, 0))) states = statesAfter(states, fix, fence);
  return states;
}
