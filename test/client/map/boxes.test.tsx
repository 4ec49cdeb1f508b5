import { readFileSync } from 'node:fs';
import { mapTextScale, textScale } from '#client/map/boxes';

const usualWidth = innerWidth;
afterEach(() => {
  innerWidth = usualWidth;
  document.documentElement.style.fontSize = '';
});

/** What tokens.css makes of the text on maps, in pixels. */
function mapText(textPx: number, width: number): number {
  const tokens = readFileSync('src/client/ui/tokens.css', 'utf8');
  const [, least, share] = /--text-map: min\(var\(--text-xs\), max\((\d+)px, (\d+)vw\)\)/u.exec(tokens) ?? [];
  return Math.min(0.75 * textPx, Math.max(Number(least), (Number(share) / 100) * width));
}

test.each([
  ['usual text on a phone', '16px', 390, 1],
  ['text of twice the size on a small phone', '32px', 360, 1.2],
  ['text of twice the size on a phone', '32px', 390, 1.3],
  ['text of twice the size on a very narrow phone', '32px', 280, 1],
  ['text of twice the size on a wide screen', '32px', 1280, 2],
  ['small text on a phone', '12px', 390, 0.75],
])('given %s, then labels on the map grow as far as there is room', (_, fontSize, width, scale) => {
  document.documentElement.style.fontSize = fontSize;
  innerWidth = width;
  expect(mapTextScale()).toBeCloseTo(scale);
  // As large as they are drawn.
  expect(12 * mapTextScale()).toBeCloseTo(mapText(parseFloat(fontSize), width));
  expect(textScale()).toBe(parseFloat(fontSize) / 16);
});
