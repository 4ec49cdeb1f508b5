import { written } from './statistics';

/** A second run is to give the ratios of the first within this share. */
const STEADY = 0.15;

/** A ratio of two runs of a bench. */
export interface Repeated {
  /** What is compared with what. */
  readonly row: string;
  readonly before: number;
  readonly now: number;
}

/**
 * The ratios that two reports of a bench have in common.
 * @param before as it stands in docs/benchmarks.md
 */
export function repeatedRatios(before: string, now: string): Repeated[] {
  const known = ratiosOf(before);
  return [...ratiosOf(now)].flatMap(([row, ratio]) => {
    const last = known.get(row);
    return last === undefined ? [] : [{ row, before: last, now: ratio }];
  });
}

/** The median ratios in a report's table. */
function ratiosOf(report: string): Map<string, number> {
  const lines = report.split('\n').filter((line) => line.startsWith('|'));
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const ratios = new Map<string, number>();
  let title = '';
  for (const [first, name, ...cells] of rows) {
    // The title stands in the first row of its case only.
    title = first || title;
    for (const [index, cell] of cells.entries()) {
      const ratio = /^\*\*([\d.,]+)x/u.exec(cell)?.[1];
      if (ratio === undefined) continue;
      const kind = /^\*\*ratio\*\*( of .+) \(/u.exec(head[index + 2] ?? '')?.[1] ?? '';
      ratios.set(`${title}, ${name}${kind}`, Number(ratio.replaceAll(',', '')));
    }
  }
  return ratios;
}

/** How far away the ratio is from the one before, as a share of it. */
function change({ before, now }: Repeated): number {
  return before === now ? 0 : now / before - 1;
}

const isSteady = (ratio: Repeated): boolean => Math.abs(change(ratio)) <= STEADY;

/** A line for each ratio. */
export function described(ratios: readonly Repeated[]): string {
  return ratios
    .map((ratio) => {
      const percent = Math.round(change(ratio) * 100);
      const sign = percent > 0 ? '+' : '';
      return `  ${`${sign}${percent} %`.padStart(7)}  ${ratio.row}: ${written(ratio.before)}x before, now ${written(ratio.now)}x${isSteady(ratio) ? '' : '  <'}`;
    })
    .join('\n');
}

/** One line for all of them. */
export function summary(ratios: readonly Repeated[]): string {
  const far = ratios.filter((ratio) => !isSteady(ratio)).length;
  return `Of ${ratios.length} ratios ${far} are more than ${STEADY * 100} % away from those in docs/benchmarks.md.`;
}
