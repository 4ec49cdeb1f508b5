import type { Page } from 'playwright-core';

/**
 * Makes pauses of this length last a minute in the page until it is loaded anew: a busy machine takes longer than a person
 * to press a button.
 * @param length in milliseconds
 */
export const stretch = (page: Page, length: number): Promise<void> =>
  page.evaluate((stretched) => {
    const set = window.setTimeout.bind(window);
    window.setTimeout = ((work: TimerHandler, pause?: number, ...rest: unknown[]) =>
      set(work, pause === stretched ? 60_000 : pause, ...rest)) as typeof window.setTimeout;
  }, length);
