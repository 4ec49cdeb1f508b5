import {
  CONTEXT_FIXES,
  type FenceCircle,
  type FenceState,
  type LocationSample,
  UNKNOWN_STATE,
  evaluateFix,
  isTooInaccurate,
  withFixContext,
} from '#shared/geofences';
import { turnAfter } from '#server/eventLoopTurns';
import type { Change } from '../fenceTracker';
import { possibleStates, statesAfter } from './possibleStates';

/** The stored fixes of one member. */
export interface FixReader {
  /** The newest `limit` fixes before a moment, oldest first. */
  before(at: number, limit: number): Promise<LocationSample[]>;
  /** The oldest `limit` fixes from a moment on, oldest first. */
  from(at: number, limit: number): Promise<LocationSample[]>;
  /** When the newest known position was taken, also where the member has deleted it from their history; null: never. */
  newestAt(): Promise<number | null>;
}

/** A geofence, and since when it is where it is; null: it was never moved. */
export type ReplayedFence = FenceCircle & { readonly movedAt: number | null };

/** The result for one geofence. Times in epoch milliseconds. */
export interface Replayed<Fence> {
  readonly fence: Fence;
  /** What happened between `from` and `until`, oldest first; it replaces what was recorded there. */
  readonly crossings: readonly Change<Fence>[];
  readonly from: number;
  /** Infinity: there is no later fix. */
  readonly until: number;
  readonly state: FenceState;
}

/** How many fixes before the late ones are read to find out where the member was. Each is tried in turn. */
const FIXES_BEFORE = [200, 2_000, 20_000];
const PAGE_FIXES = 2_000;
/** The most fixes after the first late one that are evaluated; later events stay unchanged. */
const FIXES_AFTER = 40_000;
/**
 * The same for fixes times geofences, before and after, because the database holds a transaction open meanwhile. A member of a
 * family with 100 geofences, the most, has 3,000 fixes evaluated.
 */
const EVALUATIONS_BEFORE = 100_000;
const EVALUATIONS_AFTER = 300_000;
/** After the late fixes the states that were possible without them are followed as well. */
const EVALUATIONS_OF_LATER_FIX = 5;
/** About 10 ms of work; then other requests run. */
const EVALUATIONS_PER_TURN = 4_000;

/**
 * Evaluates the stored fixes of a member again, from the first late fix until it makes no difference, with the
 * result that evaluating all fixes in the order of their times would have had.
 * @param late times of the first and the last late fix, epoch milliseconds
 */
export async function replayFixes<Fence extends ReplayedFence>(
  reader: FixReader,
  fences: readonly Fence[],
  late: { readonly first: number; readonly last: number },
): Promise<Replayed<Fence>[]> {
  // First of all, so that the fixes below include it unless it is deleted.
  const newestAt = (await reader.newestAt()) ?? 0;
  const affected = fences.filter(({ movedAt }) => movedAt === null || movedAt <= late.last);
  const { starts, newest } = await startsOf(reader, affected, late.first);
  const traces = starts.map(([fence, state]) => new Trace(fence, state, late));
  let open = traces;
  let before = newest;
  let [next, read, left] = [late.first, 0, EVALUATIONS_AFTER];
  const nextTurn = turnAfter(EVALUATIONS_PER_TURN);
  while (open.length > 0) {
    const limit = Math.min(PAGE_FIXES, Math.ceil(left / open.length));
    const page = await reader.from(next, limit);
    const fixes = withFixContext(page.filter(isUsable), before);
    before = [...before, ...fixes].slice(-CONTEXT_FIXES);
    for (const fix of fixes) {
      if (left <= 0) break;
      const evaluations = open.length * (fix.at > late.last ? EVALUATIONS_OF_LATER_FIX : 1);
      left -= evaluations;
      for (const trace of open) trace.follow(fix);
      await nextTurn(evaluations);
      next = fix.at + 1;
      if (fix.at >= late.last) open = open.filter(({ until }) => until === Infinity);
    }
    read += page.length;
    if (left > 0) next = (page.at(-1)?.at ?? next) + 1;
    if (left > 0 && page.length < limit) {
      // What positions decided that are deleted now stays as it is.
      if (newestAt >= next) for (const trace of open) trace.until = next - 1;
      break;
    }
    if (left <= 0 || read >= FIXES_AFTER) for (const trace of open) trace.until = next - 1;
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
  /** States that the member had after the last of those fixes, as far as fixes were evaluated without the late ones. */
  #earlier: readonly FenceState[] | undefined;
  /** Fixes after the late ones of which these say how good they are. */
  #affected = 0;

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
    if (this.#affected < CONTEXT_FIXES) {
      this.#affected += 1;
      this.#earlier = possibleStates(fix.at, this.fence);
      return;
    }
    this.#earlier = statesAfter(this.#earlier ?? [], fix, this.fence);
    // From here on the late fixes make no difference.
    if (this.#earlier.length === 1) this.until = fix.at;
  }
}

/** The state for each geofence before the first late fix, and the last CONTEXT_FIXES before that. */
async function startsOf<Fence extends ReplayedFence>(
  reader: FixReader,
  fences: readonly Fence[],
  first: number,
): Promise<{ starts: [Fence, FenceState][]; newest: readonly LocationSample[] }> {
  const starts: [Fence, FenceState][] = [];
  let newest: readonly LocationSample[] = [];
  let unknown = fences;
  const nextTurn = turnAfter(EVALUATIONS_PER_TURN);
  for (const wanted of FIXES_BEFORE) {
    if (unknown.length === 0) break;
    const limit = Math.min(wanted, Math.ceil(EVALUATIONS_BEFORE / unknown.length));
    const page = await reader.before(first, limit);
    const isWhole = page.length < limit;
    const isLast = isWhole || limit < wanted || limit === FIXES_BEFORE.at(-1);
    const usable = page.filter(isUsable);
    newest = usable.slice(-CONTEXT_FIXES);
    // Those before the first ones say how good these are.
    const fixes = withFixContext(usable, []).slice(isWhole ? 0 : CONTEXT_FIXES);
    const left: Fence[] = [];
    for (const fence of unknown) {
      const states = statesAtEnd(fixes, fence, isWhole);
      const [state = UNKNOWN_STATE] = states;
      if (states.length === 1 || isLast) starts.push([fence, state]);
      else left.push(fence);
      await nextTurn(fixes.length);
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
