/** Draws the pictures of the demo's family into test/demo/portraits: `npx tsx test/demo/drawPortraits.ts`. */
import { join } from 'node:path';
import { launchBrowser } from '../support/browser';

interface Face {
  readonly name: string;
  readonly background: string;
  readonly skin: string;
  readonly hair: string;
  readonly shirt: string;
  /** What is drawn behind the head, and over it. */
  readonly behind?: string;
  readonly over: string;
}

/** Hair on top of the head, down to the ears. */
const SHORT =
  '<path d="M46 72c-4-34 12-48 34-48s38 14 34 48c-4-14-8-20-14-24-14 6-34 6-42 0-6 6-9 12-12 24Z"/>';
/** Hair that falls to the shoulders, parted in the middle. */
const LONG_BEHIND = '<path d="M40 128c-6-60 4-106 40-106s46 46 40 106Z"/>';
const FRINGE = '<path d="M48 70c0-30 14-42 32-42s32 12 32 42c-8-6-18-12-30-24-8 12-22 20-34 24Z"/>';
const CURLS =
  '<path d="M42 72a14 14 0 0 1 2-24 16 16 0 0 1 16-20 20 20 0 0 1 38-1 17 17 0 0 1 18 21 14 14 0 0 1 2 24c-5-9-8-13-13-18-16 5-34 4-46-1-7 5-11 10-17 19Z"/>';
const BUN = '<circle cx="80" cy="20" r="14"/>';
const SIDES = '<path d="M46 78c-5-16-2-30 8-38-2 10-4 22-8 38Zm68 0c5-16 2-30-8-38 2 10 4 22 8 38Z"/>';
const GLASSES =
  '<g fill="none" stroke="#4a4640" stroke-width="2.6"><circle cx="67" cy="74" r="9"/><circle cx="93" cy="74" r="9"/><path d="M76 73q4-3 8 0"/></g>';
const MOUSTACHE = '<path fill="#e9e6e0" d="M66 93q14-10 28 0-7 5-14 1-7 4-14-1Z"/>';

const FACES: readonly Face[] = [
  {
    name: 'Ana',
    background: '#c9dcff',
    skin: '#f3c7a4',
    hair: '#5b3a26',
    shirt: '#3f6fd1',
    behind: LONG_BEHIND,
    over: FRINGE,
  },
  { name: 'Luka', background: '#cfe3da', skin: '#e8b78f', hair: '#20222b', shirt: '#4f7f74', over: SHORT },
  {
    name: 'Mia',
    background: '#ffd9c9',
    skin: '#f6cfb2',
    hair: '#b3602f',
    shirt: '#c45b43',
    behind: LONG_BEHIND,
    over: FRINGE,
  },
  {
    name: 'Grandpa Ivo',
    background: '#f0ddb4',
    skin: '#eec19c',
    hair: '#d9d6d0',
    shirt: '#a9681f',
    over: SIDES + MOUSTACHE,
  },
  { name: 'Nina', background: '#e2d3f6', skin: '#c98f66', hair: '#2c1d18', shirt: '#7a4fc0', over: CURLS },
  {
    name: 'Grandma Vera',
    background: '#f9d3e0',
    skin: '#f2c9ac',
    hair: '#c9c5c2',
    shirt: '#b0477d',
    behind: BUN,
    over: SHORT + GLASSES,
  },
];

function drawing({ background, skin, hair, shirt, behind = '', over }: Face): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160" viewBox="0 0 160 160">
    <rect width="160" height="160" fill="${background}"/>
    <g fill="${hair}">${behind}</g>
    <path fill="${shirt}" d="M22 160c4-34 28-46 58-46s54 12 58 46Z"/>
    <path fill="${skin}" d="M66 100h28v14a14 14 0 0 1-28 0Z"/>
    <ellipse cx="80" cy="74" rx="32" ry="37" fill="${skin}"/>
    <g fill="${hair}">${over}</g>
    <g fill="#2a2622"><circle cx="67" cy="75" r="3.2"/><circle cx="93" cy="75" r="3.2"/></g>
    <path d="M70 97q10 7 20 0" fill="none" stroke="#a8574a" stroke-width="3" stroke-linecap="round"/>
  </svg>`;
}

const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 160, height: 160 } });
for (const face of FACES) {
  await page.setContent(`<body style="margin:0">${drawing(face)}`);
  const file = `${face.name.split(' ').at(-1)?.toLowerCase()}.png`;
  await page.screenshot({ path: join(import.meta.dirname, 'portraits', file) });
}
await browser.close();
