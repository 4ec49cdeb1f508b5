import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually';

/** What the keyboard's focus is on. */
export interface Focused {
  /** Its accessible name, or a part of it. */
  readonly name: string;
  /** What is wrong: it has no visible ring, or something covers it. */
  readonly problems: readonly string[];
}

/** More presses of the Tab key than the largest screen has stops. */
const MOST_STOPS = 150;

/**
 * Looks at the element with the focus: its ring, and whether its middle and the middles of its edges are in the window and not
 * covered. Moves over, for example of the sheet, are awaited. Code, because the page runs it.
 */
const LOOK = `(async () => {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  await frame();
  await Promise.all(document.getAnimations().filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime)).map(({ finished }) => finished.catch(() => undefined)));
  await frame();
  const element = document.activeElement;
  if (element === null || element === document.body) return { name: '', problems: [] };
  const text = (node) => (node?.textContent ?? '').trim().replace(/\\s+/gu, ' ');
  const name = element.getAttribute('aria-label') || text(element.labels?.[0]) || text(element) || text(document.getElementById(element.getAttribute('aria-labelledby')));
  // The label is drawn in place of some choices.
  const shown = (element.matches('.visually-hidden, [type=radio]') && element.closest('label')) || element;
  const problems = [];
  if (!element.matches('[tabindex="-1"]')) {
    const ring = [element, shown, element.parentElement].some((one) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    });
    if (!ring) problems.push('no ring');
  }
  const { left, right, top, bottom } = shown.getBoundingClientRect();
  const inset = 3;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const points = { middle: [x, y], left: [left + inset, y], right: [right - inset, y] };
  if (bottom - top < innerHeight / 2) Object.assign(points, { top: [x, top + inset], bottom: [x, bottom - inset] });
  for (const [edge, [pointX, pointY]] of Object.entries(points)) {
    const over = document.elementFromPoint(pointX, pointY);
    // Markers and hints of a map lie over it.
    if (element.matches('canvas') && over?.closest('.map-view')) continue;
    if (over === null) problems.push(edge + ' outside the window');
    else if (!shown.contains(over) && !over.contains(shown)) problems.push(edge + ' below ' + (over.className?.baseVal ?? (over.className || over.tagName)));
  }
  return { name, problems };
})()`;

/** What has the focus, once nothing moves any more. */
export const lookAtFocus = (page: Page): Promise<Focused> => page.evaluate<Focused>(LOOK);

/** Collects what is wrong on the way of the keyboard through pages. */
export class KeyboardUser {
  readonly findings: string[] = [];

  constructor(private readonly page: Page) {}

  /** What the focus is on; adds to the findings what is wrong with it. */
  async look(): Promise<string> {
    let seen = await lookAtFocus(this.page);
    // The focus may be on its way, such as into a card that pushes the row below the window.
    for (let looks = 0; seen.problems.length > 0 && looks < 3; looks += 1) {
      await this.page.waitForTimeout(200);
      seen = await lookAtFocus(this.page);
    }
    const { name, problems } = seen;
    for (const problem of problems) this.findings.push(`${name.slice(0, 60)}: ${problem}`);
    return name;
  }

  /** Waits until the focus is on what has this name, because it may follow a key some frames later, and looks at it. */
  async arriveAt(name: string): Promise<string> {
    await eventually(
      async () => (await lookAtFocus(this.page)).name,
      (other) => other === name,
    );
    return this.look();
  }

  async press(key: string): Promise<string> {
    await this.page.keyboard.press(key);
    return this.look();
  }

  /** Presses Tab until the focus is on what has this name. */
  async tabTo(name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const fits = (other: string) => (typeof name === 'string' ? other === name : name.test(other));
    for (let stops = 0; stops < MOST_STOPS; stops += 1) if (fits(await this.press(key))) return;
    throw new Error(`Tab never reached ${name}`);
  }

  /** Presses Tab all the way round; the names of what had the focus. Throws in a trap. */
  async tabRound(): Promise<string[]> {
    await this.page.evaluate('document.activeElement?.blur()');
    const names: string[] = [];
    for (let stops = 0; stops < MOST_STOPS; stops += 1) {
      const name = await this.press('Tab');
      if (name === '' && names.length > 0) return names;
      names.push(name);
    }
    throw new Error(`Tab goes round in ${names.slice(-4).join(', ')}`);
  }
}
