/**
 * `npm run test:mutations`: takes guards out one at a time, in a copy of the program, and runs the test that should
 * notice. Ends with code 1 when one does not. Words after `--` choose the mutations whose guard holds one of them.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MUTATIONS, type Mutation } from './mutations';

const run = promisify(execFile);
/** What the tests of the server need of the program. */
const COPIED = ['src', 'test', 'package.json', 'jest.config.mjs', 'tsconfig.json'];

const chosen = process.argv.slice(2);
const mutations = MUTATIONS.filter(
  ({ guard }) => chosen.length === 0 || chosen.some((word) => guard.includes(word)),
);

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`);

function aCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kinmap-mutations-'));
  for (const name of COPIED) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

/** Runs the named tests of one file. */
async function test(folder: string, file: string, titles: readonly string[]): Promise<Outcome> {
  const report = join(folder, 'report.json');
  const names = titles.map(literally).join('|');
  // A connection that nobody closes any more must not hold the run up.
  const words = [
    '--forceExit',
    '--selectProjects',
    'server',
    '--runTestsByPath',
    file,
    '-t',
    names,
    '--json',
    '--outputFile',
    report,
  ];
  rmSync(report, { force: true });
  await run(join(folder, 'node_modules/.bin/jest'), words, { cwd: folder }).catch(() => undefined);
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(
    readFileSync(report, 'utf8'),
  ) as {
    numPassedTests: number;
    numFailedTests: number;
    numRuntimeErrorTestSuites: number;
  };
  if (numRuntimeErrorTestSuites > 0) throw new Error(`${file} cannot be run`);
  return { passed: numPassedTests, failed: numFailedTests };
}

/** Takes the guard out while the work is done. */
async function mutated<Result>(
  folder: string,
  { file, find, replace }: Mutation,
  work: () => Promise<Result>,
): Promise<Result> {
  const path = join(folder, file);
  const whole = readFileSync(path, 'utf8');
  if (whole.split(find).length !== 2) throw new Error(`${file} has not exactly one: ${find}`);
  writeFileSync(
    path,
    whole.replace(find, () => replace),
  );
  try {
    return await work();
  } finally {
    writeFileSync(path, whole);
  }
}

async function main(): Promise<void> {
  const folder = aCopy();
  let missed = 0;
  try {
    for (const file of new Set(mutations.map((one) => one.test))) {
      const titles = mutations.filter((one) => one.test === file).map(({ title }) => title);
      const { passed, failed } = await test(folder, file, titles);
      if (failed > 0 || passed < new Set(titles).size)
        throw new Error(`${file}: ${passed} pass, ${failed} fail without any change`);
    }
    for (const mutation of mutations) {
      const { failed } = await mutated(folder, mutation, () => test(folder, mutation.test, [mutation.title]));
      if (failed === 0) missed += 1;
      say(`${failed > 0 ? 'noticed' : 'MISSED '}  ${mutation.guard}  (${mutation.test})`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  say(`${mutations.length - missed} of ${mutations.length} were noticed.`);
  if (missed > 0) process.exitCode = 1;
}

await main();
