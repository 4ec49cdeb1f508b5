import type { Browser, CDPSession, Page } from 'playwright-core';
import { startPageProfile } from '../../bench/frame/profile';
import { type MainThreadWork, traceMainThread } from './mainThread';

/** What happened in a step. */
export interface StepFigures extends MainThreadWork {
  readonly step: string;
  /** Of each tap and key, as the browser measured it: milliseconds until it had drawn the effect. */
  readonly durations: readonly number[];
}

/** Keeps the longest event of each interaction. A text, because the compiler of this file adds helpers that the page lacks. */
export const OBSERVE = `
  window.interactions = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId)
        window.interactions.set(interactionId, Math.max(duration, window.interactions.get(interactionId) ?? 0));
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });`;

/** What the page has observed since the last call. Interactions without an entry took less than 16 ms. */
const TAKE = `(() => {
  const count = performance.interactionCount - (window.countBefore ?? 0);
  window.countBefore = performance.interactionCount;
  const observed = [...window.interactions.values()];
  window.interactions.clear();
  return { count, observed };
})()`;
const UNOBSERVED_MS = 8;

/** Until what an interaction has started is done: the flight of the map, which takes a second, and answers of the server. */
const SETTLE_MS = 1_500;

export interface Recorder {
  readonly steps: readonly StepFigures[];
  /** Does the step and keeps how long its interactions took. */
  record(step: string, act: () => Promise<void>): Promise<void>;
}

/** @param profiles a folder for CPU profiles of the steps; traces and profiles disturb each other, so only one is made */
export function createRecorder(
  browser: Browser,
  page: Page,
  session: CDPSession,
  profiles: string | undefined,
): Recorder {
  const steps: StepFigures[] = [];
  return {
    steps,
    async record(step, act) {
      await page.evaluate(TAKE);
      const file = `${profiles}/${step.replaceAll(/\W+/gu, '-')}-${steps.length}.cpuprofile`;
      const stopProfile = profiles ? await startPageProfile(session, file) : undefined;
      const stopTrace = profiles ? undefined : await traceMainThread(browser, page);
      try {
        await act();
        await page.waitForTimeout(SETTLE_MS);
      } finally {
        await stopProfile?.();
        const work = (await stopTrace?.()) ?? { untilFrame: [], longestTask: 0 };
        const { count, observed } = await page.evaluate<{ count: number; observed: number[] }>(TAKE);
        const quick = Array.from({ length: Math.max(0, count - observed.length) }, () => UNOBSERVED_MS);
        steps.push({ step, ...work, durations: [...observed, ...quick] });
      }
    },
  };
}
