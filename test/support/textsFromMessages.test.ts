import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const directory = mkdtempSync(join(tmpdir(), 'kinmap-lint-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** The numbers of the lines in which the rule finds something. */
function findings(lines: readonly string[]): number[] {
  const config = {
    jsPlugins: [join(process.cwd(), '.lint/kinmap.mjs')],
    rules: { 'kinmap/texts-from-messages': 'error' },
  };
  writeFileSync(join(directory, 'config.json'), JSON.stringify(config));
  writeFileSync(join(directory, 'View.tsx'), lines.join('\n'));
  const { stdout } = spawnSync(
    join(process.cwd(), 'node_modules/.bin/oxlint'),
    ['-A', 'all', '-c', join(directory, 'config.json'), '--format', 'unix', directory],
    { encoding: 'utf8' },
  );
  return [...stdout.matchAll(/View\.tsx:(\d+):/gu)].map(([, line]) => Number(line));
}

it('given texts that no message holds, then each is found', () => {
  const lines = [
    'const a = <p>Hello</p>;',
    'const b = <input placeholder="name" />;',
    "const c = { locating: 'Your SOS waits for your position.' };",
    'const d = <p>{`Seen by ${name}`}</p>;',
    "const e = <p>{busy ? 'Saving...' : null}</p>;",
    'const f = t(text);',
    "const g = t('Hello') + name;",
    "const h = `${t('Hello')} ${name}`;",
  ];
  expect([...new Set(findings(lines))]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

it('given messages, and words for the browser, then nothing is found', () => {
  const lines = [
    'const a = <p className="big red">{t(\'Hello {name}\', { name })}</p>;',
    "const b = <input placeholder={t(empty ? 'Name' : 'Other name')} type=\"text\" />;",
    "const c = t({ on: 'Stop sharing', off: 'Start sharing' }[state]);",
    'const d = <Trans message="New? <link>Register</link>" tags={{ link: <a href="/register" /> }} />;',
    "const e = event.key === 'Enter' && { type: 'FeatureCollection' };",
    'const f = `button button-${variant}`;',
    'const g = <h1>Kinmap</h1>;',
  ];
  expect(findings(lines)).toEqual([]);
});
