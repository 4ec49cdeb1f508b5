import type { Page } from 'playwright-core';

/** A control of a page whose text, icon or focus ring has too little contrast. */
type Finding = string;

/** Least contrast of text, and of icons and focus rings (WCAG 2.2, 1.4.3 and 1.4.11). */
const TEXT = 4.5;
const GRAPHIC = 3;
/** Pixels that a focus ring changes at least: all round the smallest target, one pixel wide. */
const RING_PX = 80;
/** Room for the ring around a control. */
const MARGIN_PX = 8;

const CONTROLS = 'button, a[href], input, select, textarea, summary, [role="tab"]';

/**
 * Marks the controls that are in use and not covered, one of each look, and returns their numbers. A page holds the same
 * button many times.
 */
const MARK_CONTROLS = `(selector) => {
  const seen = new Set();
  const controls = [...document.querySelectorAll(selector)].filter((element) => {
    const label = element.matches('input[type=checkbox], input[type=radio]') ? element.closest('label') : null;
    const shown = label ?? element;
    // Tabs that are not selected take the focus by the arrow keys, which select them.
    if (element.disabled || element.tabIndex < 0 || element.closest('[inert]') || !shown.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const { width, height } = shown.getBoundingClientRect();
    if (width < 8 || height < 8) return false;
    const states = ['aria-selected', 'aria-current', 'aria-pressed', 'aria-expanded', 'data-presence']
      .map((name) => element.getAttribute(name));
    const look = [element.tagName, element.type, element.className, element.checked, element.parentElement.className, ...states].join(' ');
    if (seen.has(look)) return false;
    seen.add(look);
    return true;
  });
  for (const marked of document.querySelectorAll('[data-contrast]')) marked.removeAttribute('data-contrast');
  controls.forEach((element, index) => element.setAttribute('data-contrast', index));
  return controls.length;
}`;

/** Contrast of the texts and icons in a marked control as it is drawn now: those below the least ones, as sentences. */
const MEASURE = `([index, TEXT, GRAPHIC]) => {
  const control = document.querySelector('[data-contrast="' + index + '"]');
  const canvas = (window.contrastCanvas ??= new OffscreenCanvas(1, 1)).getContext('2d', { willReadFrequently: true });
  // Also reads colours of other spaces, such as color-mix() gives.
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a), 1];
  const luminance = (color) => {
    const [r, g, b] = color.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  /** What is behind an element; null over a picture or the map, whose colours are no one's choice. */
  const background = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== 'none' || at.matches('.mapboxgl-map, .map-view')) return null;
      layers.push(rgba(style.backgroundColor));
      if (layers.at(-1)[3] === 1) return layers.reduceRight((below, layer) => over(layer, below));
    }
    return layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255, 1]);
  };
  const opacity = (element) => {
    let product = 1;
    for (let at = element; at; at = at.parentElement) product *= Number(getComputedStyle(at).opacity);
    return product;
  };
  const shownIn = (element, color) => {
    const behind = background(element);
    if (!behind) return Infinity;
    const [r, g, b, a] = rgba(color);
    return contrast(over([r, g, b, a * opacity(element)], behind), behind);
  };
  const found = [];
  const label = (control.matches('input[type=checkbox], input[type=radio]') && control.closest('label')) || control;
  const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const parent = text.parentElement;
    if (text.data.trim() === '' || parent.closest('.visually-hidden, option') || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const ratio = shownIn(parent, getComputedStyle(parent).color);
    if (ratio < TEXT) found.push('text "' + text.data.trim().slice(0, 30) + '" ' + ratio.toFixed(1));
  }
  if (control.matches('input:not([type=checkbox], [type=radio], [type=range]), textarea, select')) {
    const ratio = shownIn(control, getComputedStyle(control).color);
    if (ratio < TEXT) found.push('value ' + ratio.toFixed(1));
  }
  for (const svg of label.querySelectorAll('svg')) {
    if (!svg.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const ratios = [...svg.querySelectorAll('path, circle, rect, line, polyline, polygon, ellipse')].flatMap((shape) => {
      const { fill, stroke } = getComputedStyle(shape);
      return [fill, stroke].filter((color) => color !== 'none' && rgba(color)[3] > 0).map((color) => shownIn(svg, color));
    });
    if (ratios.length > 0 && Math.max(...ratios) < GRAPHIC) found.push('icon ' + Math.max(...ratios).toFixed(1));
  }
  return found;
}`;

/** How many pixels of two screenshots differ with enough contrast. */
const CHANGED = `async ([before, after, least]) => {
  const pixels = async (base64) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    canvas.drawImage(bitmap, 0, 0);
    return canvas.getImageData(0, 0, bitmap.width, bitmap.height).data;
  };
  const linear = (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const [one, other] = [await pixels(before), await pixels(after)];
  let changed = 0;
  for (let at = 0; at < Math.min(one.length, other.length); at += 4) {
    const [dark, light] = [one, other]
      .map((all) => 0.2126 * linear(all[at]) + 0.7152 * linear(all[at + 1]) + 0.0722 * linear(all[at + 2]))
      .sort((a, b) => a - b);
    if ((light + 0.05) / (dark + 0.05) >= least) changed += 1;
  }
  return changed;
}`;

const call = <Result>(page: Page, code: string, argument: unknown): Promise<Result> =>
  page.evaluate<Result>(`(${code})(${JSON.stringify(argument)})`);

/** What a control is called in a finding. */
const nameOf = (page: Page, index: number) =>
  page.evaluate((number) => {
    const element = document.querySelector<HTMLInputElement>(`[data-contrast="${number}"]`);
    const name =
      element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? element?.textContent;
    return `${element?.tagName.toLowerCase()} "${name?.trim().slice(0, 40)}"`;
  }, index);

/** Where a marked control, or the label that stands for it, is in the window; null when it is outside or covered. */
const boxOf = (page: Page, index: number) =>
  page.evaluate((number) => {
    const control = document.querySelector<HTMLElement>(`[data-contrast="${number}"]`);
    const isHidden = control?.matches('input[type=checkbox], input[type=radio]');
    const shown = (isHidden ? control?.closest('label') : null) ?? control;
    shown?.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = shown?.getBoundingClientRect();
    if (!shown || !box) return null;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const top = document.elementFromPoint(x, y);
    if (!top || !(shown.contains(top) || top.contains(shown))) return null;
    return { x, y, left: box.left, top: box.top, width: box.width, height: box.height };
  }, index);

type Box = NonNullable<Awaited<ReturnType<typeof boxOf>>>;

/** The window around a control as PNG, in base64. */
async function screenshot(page: Page, box: Box): Promise<string> {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  const x = Math.max(0, box.left - MARGIN_PX);
  const y = Math.max(0, box.top - MARGIN_PX);
  const width = Math.min(size.width, box.left + box.width + MARGIN_PX) - x;
  const height = Math.min(size.height, box.top + box.height + MARGIN_PX) - y;
  const image = await page.screenshot({ clip: { x, y, width, height }, animations: 'disabled' });
  return image.toString('base64');
}

const focus = (page: Page, index: number) =>
  page.evaluate(
    (number) => document.querySelector<HTMLElement>(`[data-contrast="${number}"]`)?.focus(),
    index,
  );
const blur = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

/**
 * Points at each control of the page and gives it the keyboard's focus, and measures the contrast of its texts and icons,
 * and how much of the picture the focus changes.
 * @param blank a page that compares the pictures, because the app's page may not
 */
export async function contrastFindings(page: Page, blank: Page): Promise<Finding[]> {
  const findings: Finding[] = [];
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // From now on the browser shows where the focus is.
  await page.keyboard.press('Tab');
  const count = await call<number>(page, MARK_CONTROLS, CONTROLS);
  for (let index = 0; index < count; index += 1) {
    await blur(page);
    await page.mouse.move(0, 0);
    const box = await boxOf(page, index);
    if (!box) continue;
    const name = await nameOf(page, index);
    const measured = async (state: string) =>
      findings.push(
        ...(await call<string[]>(page, MEASURE, [index, TEXT, GRAPHIC])).map(
          (one) => `${name} ${state}: ${one}`,
        ),
      );
    const before = await screenshot(page, box);
    await focus(page, index);
    await measured('focused');
    const changed = await call<number>(blank, CHANGED, [before, await screenshot(page, box), GRAPHIC]);
    if (changed < RING_PX) findings.push(`${name} focused: the ring changes ${changed} pixels`);
    await blur(page);
    await page.mouse.move(box.x, box.y);
    await measured('hovered');
  }
  return findings;
}
