import type { Queries, Schema } from '#server/db/schema';

/** One list of the export. */
export interface ExportSection {
  readonly name: string;
  /** Tables whose rows about the person are in it; a test checks that every table about people is in a section. */
  readonly tables: readonly (keyof Schema)[];
  pages(db: Queries, userId: string): AsyncIterable<object[]>;
}

/** A moment in the format of the export. */
export const iso = (moment: number): string => new Date(moment).toISOString();

/** A section that is small enough for one page. */
export function section(
  name: string,
  tables: ExportSection['tables'],
  read: (db: Queries, userId: string) => Promise<object[]>,
): ExportSection {
  return {
    name,
    tables,
    async *pages(db, userId) {
      yield await read(db, userId);
    },
  };
}
