import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { type Options, format, resolveConfig } from 'prettier';
import type { Bench, FigureKind } from './bench';
import type { CaseResult } from './run';
import { formatNumber, spreadOf } from './statistics';

const REPORT = 'docs/benchmarks.md';

/**
 * Replaces the section of a bench in docs/benchmarks.md; text around the sections stays.
 * @returns the section
 */
export async function writeReport(
  name: string,
  bench: Bench,
  results: readonly CaseResult[],
  { isDry }: { isDry: boolean },
): Promise<string> {
  const runs = results[0]?.variants[0]?.runs.length ?? 0;
  const section = [
    `## ${bench.title}`,
    bench.about,
    `_\`npm run bench ${name}\`, ${new Date().toISOString().slice(0, 10)}, ${machine()}; ${runs} ${runs === 1 ? 'run' : 'runs'}._`,
    table(bench, results),
  ].join('\n\n');
  const options = { ...(await resolveConfig(REPORT)), parser: 'markdown' };
  if (!isDry) await replaceSection(name, section, options);
  return format(section, options);
}

async function replaceSection(name: string, section: string, options: Options): Promise<void> {
  const before = readFileSync(REPORT, 'utf8');
  const [from, to] = [`<!-- bench ${name} -->`, `<!-- end of ${name} -->`];
  const block = `${from}\n\n${section}\n\n${to}`;
  const start = before.indexOf(from);
  const after =
    start < 0
      ? `${before.trimEnd()}\n\n${block}\n`
      : before.slice(0, start) + block + before.slice(before.indexOf(to) + to.length);
  writeFileSync(REPORT, await format(after, options));
}

function machine(): string {
  const [first] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return `${cpus().length} cores of ${first?.model.trim() ?? 'unknown make'}, ${memory}, ${type()} ${release().split('-')[0]}, Node ${process.versions.node}`;
}

function table({ figures }: Bench, results: readonly CaseResult[]): string {
  const kinds = Object.entries(figures);
  const compared = kinds.filter(([, kind]) => kind.compared);
  const head = [
    '',
    '',
    ...kinds.map(([, kind]) => kind.title),
    ...compared.map(
      ([, { title, compared: better }]) =>
        `**ratio**${compared.length > 1 ? ` of ${title}` : ''} (${better})`,
    ),
  ];
  const rows = results.flatMap((result) => rowsOf(result, kinds, compared));
  return [head, head.map((_, column) => (column < 2 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

type Kinds = readonly (readonly [string, FigureKind])[];

function rowsOf({ title, variants }: CaseResult, kinds: Kinds, compared: Kinds): string[][] {
  const [product] = variants;
  return variants.map(({ name, runs }, index) => {
    const cells = kinds.map(([key]) => spreadText(runs.map((run) => run[key] ?? Number.NaN)));
    const ratios = compared.map(([key]) => {
      if (index === 0) return '';
      const each = runs.map(
        (run, number) => (product?.runs[number]?.[key] ?? Number.NaN) / (run[key] ?? Number.NaN),
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
    ? formatNumber(median) + unit
    : `${formatNumber(median)}${unit} (${formatNumber(least)}–${formatNumber(most)})`;
}
