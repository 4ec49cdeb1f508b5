import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { type Options, format, resolveConfig } from 'prettier';
import type { Bench, FigureKind } from './bench';
import type { CaseResult } from './run';
import { spreadOf, written } from './statistics';

const REPORT = 'docs/benchmarks.md';
const START = `# Benchmarks

Made by \`npm run bench\`; see [test/bench/README.md](../test/bench/README.md). Each figure is the median of its runs with
the least and the most of them in brackets. **Ratios** compare within each run, ours divided by the reference, and are
what counts: absolute figures drift with the machine.
`;

/**
 * Writes a bench's tables into docs/benchmarks.md, in place of those of its last run; words around them stay.
 * @param keep false: nothing is written
 * @returns the tables
 */
export async function report(
  name: string,
  bench: Bench,
  results: readonly CaseResult[],
  { keep }: { keep: boolean },
): Promise<string> {
  const section = [
    `## ${bench.title}`,
    bench.about,
    `_\`npm run bench ${name}\`, ${today()}, ${machine()}; ${results[0]?.contestants[0]?.runs.length ?? 0} runs._`,
    table(bench, results),
  ].join('\n\n');
  const options = { ...(await resolveConfig(REPORT)), parser: 'markdown' };
  if (keep) await keepSection(name, section, options);
  return format(section, options);
}

/** @returns what docs/benchmarks.md says of a bench; an empty text where it says nothing */
export function lastReport(name: string): string {
  const { text, start, end } = placeOf(name);
  return start < 0 ? '' : text.slice(start, end);
}

/** The report with the place of a bench in it; the place starts at -1 where it has none. */
function placeOf(name: string) {
  const text = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : START;
  const [from, to] = [`<!-- bench ${name} -->`, `<!-- end of ${name} -->`];
  return { text, from, to, start: text.indexOf(from), end: text.indexOf(to) };
}

async function keepSection(name: string, section: string, options: Options): Promise<void> {
  const { text: before, from, to, start, end } = placeOf(name);
  const block = `${from}\n\n${section}\n\n${to}`;
  const after =
    start < 0
      ? `${before.trimEnd()}\n\n${block}\n`
      : before.slice(0, start) + block + before.slice(end + to.length);
  writeFileSync(REPORT, await format(after, options));
}

/** What the figures were measured on. */
function machine(): string {
  const [first] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return `${cpus().length} cores of ${first?.model.trim() ?? 'unknown make'}, ${memory}, ${type()} ${release().split('-')[0]}, Node ${process.versions.node}`;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function table({ figures }: Bench, results: readonly CaseResult[]): string {
  const kinds = Object.entries(figures);
  const compared = kinds.filter(([, kind]) => kind.compared);
  const head = [
    '',
    '',
    ...kinds.map(([, kind]) => kind.title),
    ...compared.map(([, kind]) => ratioTitle(kind, compared.length)),
  ];
  const rows = results.flatMap((result) => rowsOf(result, kinds, compared));
  return [head, head.map((_, column) => (column < 2 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

type Kinds = readonly (readonly [string, FigureKind])[];

function ratioTitle(kind: FigureKind, ratios: number): string {
  return `**ratio**${ratios > 1 ? ` of ${kind.title}` : ''} (${kind.compared})`;
}

function rowsOf({ title, contestants }: CaseResult, kinds: Kinds, compared: Kinds): string[][] {
  const [ours] = contestants;
  return contestants.map(({ name, runs }, index) => {
    const cells = kinds.map(([key]) => spreadText(runs.map((run) => run[key] ?? Number.NaN)));
    const ratios = compared.map(([key]) => {
      if (index === 0) return '';
      const each = runs.map(
        (run, number) => (ours?.runs[number]?.[key] ?? Number.NaN) / (run[key] ?? Number.NaN),
      );
      return `**${spreadText(each, 'x')}**`;
    });
    return [index === 0 ? title : '', name, ...cells, ...ratios];
  });
}

function spreadText(values: readonly number[], unit = ''): string {
  const { median, least, most } = spreadOf(values);
  if (!Number.isFinite(median)) return '–';
  return least === most
    ? written(median) + unit
    : `${written(median)}${unit} (${written(least)}–${written(most)})`;
}
