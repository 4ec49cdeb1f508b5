import type { Browser, Page } from 'playwright-core';

/** Of a trace of Chromium; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread: waiting for other programs does not count. */
  readonly tdur?: number;
  readonly args: { readonly name?: string; readonly data?: { readonly type?: string } };
}

/** What the main thread of a page did, in milliseconds of processor time. */
export interface MainThreadWork {
  /** Of each tap and key: until the frame that shows its effect is handed to drawing. */
  readonly untilFrame: readonly number[];
  /** The longest task, for which another tap would have to wait. */
  readonly longestTask: number;
}

const INPUTS = ['click', 'keydown'];
/** The last step of a frame on the main thread. */
const FRAME_END = 'Layerize';
/** A click follows the finger's leave within so many microseconds. */
const TAP_US = 300_000;

/** @returns a function that stops and tells */
export async function traceMainThread(browser: Browser, page: Page): Promise<() => Promise<MainThreadWork>> {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'toplevel'] });
  return async () => {
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
      traceEvents: TraceEvent[];
    };
    return workIn(traceEvents);
  };
}

const endOf = ({ ts, dur = 0 }: TraceEvent): number => ts + dur;
const processorTime = ({ tdur, dur = 0 }: TraceEvent): number => (tdur ?? dur) / 1_000;

function workIn(events: readonly TraceEvent[]): MainThreadWork {
  const dispatches = events.filter(({ name }) => name === 'EventDispatch');
  const input = dispatches.find(({ args }) => INPUTS.includes(args.data?.type ?? ''));
  if (!input) return { untilFrame: [], longestTask: 0 };
  const own = events
    .filter(({ ph, pid, tid }) => ph === 'X' && pid === input.pid && tid === input.tid)
    .toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  const tasks = outermost(own);
  const frameEnds = own.filter(({ name }) => name === FRAME_END).map(endOf);
  const untilFrame = own.flatMap((event) => {
    if (!isInput(event)) return [];
    const start = startOf(event, own);
    const end = frameEnds.find((time) => time >= endOf(event));
    if (end === undefined) return [];
    const during = tasks.filter((task) => endOf(task) > start && task.ts < end);
    return [during.reduce((sum, task) => sum + processorTime(task), 0)];
  });
  const after = tasks.filter((task) => endOf(task) > input.ts).map(processorTime);
  return { untilFrame, longestTask: Math.max(0, ...after) };
}

const isInput = ({ name, args }: TraceEvent): boolean =>
  name === 'EventDispatch' && INPUTS.includes(args.data?.type ?? '');

/** Of a click: when the finger left. */
function startOf(input: TraceEvent, events: readonly TraceEvent[]): number {
  const left = events.findLast(({ ts, args }) => ts <= input.ts && args.data?.type === 'pointerup');
  return input.args.data?.type === 'click' && left && input.ts - left.ts < TAP_US ? left.ts : input.ts;
}

/** Those that are not part of another one. */
function outermost(sorted: readonly TraceEvent[]): TraceEvent[] {
  let end = 0;
  return sorted.filter((event) => {
    if (event.ts < end) return false;
    end = endOf(event);
    return true;
  });
}
