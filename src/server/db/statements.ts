import type { Compilable, CompiledQuery } from 'kysely';
import type { Queries } from './schema';

/** Most rows in one statement; longer lists are several. */
const ROWS_AT_ONCE = 64;

/** Stands for a value that is only known when the statement runs. */
class Placeholder {
  constructor(
    readonly row: number,
    readonly column: string,
  ) {}
}

interface Template<Output> {
  readonly compiled: CompiledQuery<Output>;
  /** What goes where: a value of a row, or one that is always the same. */
  readonly parameters: readonly unknown[];
}

/**
 * A statement about many rows that is built once for each number of rows and kind of database, because building it costs more than
 * running it. For the few statements that every fix and message runs; others are better off without.
 * @param columns of the rows that `build` puts into the statement, as values and nothing else
 * @returns what runs it: in one go for up to 64 rows, of which numbers only powers of two are built
 */
export function statementFor<Row extends object, Output = unknown>(
  columns: readonly (keyof Row & string)[],
  build: (db: Queries, rows: readonly Row[]) => Compilable<Output>,
): (db: Queries, rows: readonly Row[]) => Promise<Output[]> {
  const templates = new WeakMap<object, Map<number, Template<Output>>>();

  function templateFor(db: Queries, count: number): Template<Output> {
    const { adapter } = db.getExecutor();
    const known = templates.get(adapter) ?? new Map<number, Template<Output>>();
    templates.set(adapter, known);
    const template = known.get(count) ?? made(db, count);
    known.set(count, template);
    return template;
  }

  function made(db: Queries, count: number): Template<Output> {
    const rows = Array.from({ length: count }, (_, row) =>
      Object.fromEntries(columns.map((column) => [column, new Placeholder(row, column)])),
    );
    const compiled = build(db, rows as unknown as Row[]).compile();
    return { compiled, parameters: compiled.parameters };
  }

  return async (db, rows) => {
    const outputs: Output[] = [];
    for (let from = 0; from < rows.length;) {
      const count = Math.min(ROWS_AT_ONCE, 2 ** Math.floor(Math.log2(rows.length - from)));
      const { compiled, parameters } = templateFor(db, count);
      const values = parameters.map((value) =>
        value instanceof Placeholder ? valueAt(rows, from, value) : value,
      );
      const result = await db.executeQuery<Output>({ ...compiled, parameters: values });
      outputs.push(...result.rows);
      from += count;
    }
    return outputs;
  };
}

function valueAt(rows: readonly object[], from: number, { row, column }: Placeholder): unknown {
  return (rows[from + row] as Record<string, unknown>)[column];
}
