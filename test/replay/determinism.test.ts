import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Ways in which a reducer could come to another state elsewhere. */
const IMPURE = [
  'export const a = Date.now();',
  "export const a = Date['now']();",
  'export const { now } = Date;',
  'export const a = new Date();',
  'export const a = Date();',
  'export const a = Math.random();',
  'export const { random } = Math;',
  'export const a = performance.now();',
  'export const a = performance.timeOrigin;',
  'export const a = crypto.randomUUID();',
  'export const a = globalThis.crypto;',
  'export const a = window.innerWidth;',
  'export const a = self.crypto;',
  'export const a = navigator.language;',
  'export const a = localStorage.length;',
  'export const a = document.title;',
  'export const a = location.href;',
  'export const a = process.env;',
  'export const a = new Intl.NumberFormat();',
  "export { nanoid } from '@reduxjs/toolkit';",
  "import { nanoid } from '@reduxjs/toolkit';\nexport const a = nanoid();",
  "import { createAsyncThunk } from '@reduxjs/toolkit';\nexport const a = createAsyncThunk;",
  "import { v7 } from 'uuid';\nexport const a = v7();",
];

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kinmap-lint-'));
  for (const part of ['.oxlintrc.json', '.lint']) cpSync(part, join(folder, part), { recursive: true });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lints the sample as if it were this file. @returns the numbers of the samples that are found fault with */
function faultyIn(file: string, samples: readonly string[]): number[] {
  rmSync(join(folder, 'src'), { recursive: true, force: true });
  const place = join(folder, 'src/client/features/sample');
  for (const [index, sample] of samples.entries()) {
    mkdirSync(`${place}${index}`, { recursive: true });
    writeFileSync(join(`${place}${index}`, file), `${sample}\n`);
  }
  const oxlint = join(dirname(createRequire(__filename).resolve('oxlint/package.json')), 'bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format', 'json', 'src'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; severity: string }[] };
  const found = diagnostics.filter(({ severity }) => severity === 'error');
  return samples.flatMap((_, index) =>
    found.some(({ filename }) => filename.includes(`sample${index}/`)) ? [index] : [],
  );
}

it.each(['slice.ts', 'selectors.ts', 'positions.ts'])(
  'given a %s that uses time, randomness, ids or the machine, then the linter rejects it',
  (file) => {
    const faulty = faultyIn(file, IMPURE);
    expect(IMPURE.filter((_, index) => !faulty.includes(index))).toEqual([]);
  },
);

it('given a pure slice, then the linter accepts it', () => {
  const pure = [
    'export const a = (text: string) => Date.parse(text) + new Date(text).getTime() + Math.round(1.5);\n',
    "import { createSlice } from '@reduxjs/toolkit';\nexport const a = createSlice;",
  ];
  expect(faultyIn('slice.ts', pure)).toEqual([]);
});
