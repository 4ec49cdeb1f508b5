import type { Clock } from '#server/clock';
import type { ExportSection } from '#server/exportSection';
import type { Queries } from '#server/db/schema';

export interface Exporter {
  /**
   * All data about a person as chunks of one JSON text, read from the database while it is sent.
   * @param requireSession asked with each page: otherwise a slow reader would get later positions when the session has ended
   */
  exportData(userId: string, requireSession: () => Promise<void>): AsyncGenerator<string>;
}

/** Writes a person's data as JSON: one list for each section. */
export function createExporter(db: Queries, clock: Clock, sections: readonly ExportSection[]): Exporter {
  return {
    async *exportData(userId, requireSession) {
      yield `{\n"exportedAt": ${JSON.stringify(new Date(clock.now()).toISOString())}`;
      for (const { name, pages } of sections) {
        yield `,\n${JSON.stringify(name)}: [`;
        let separator = '\n';
        for await (const page of pages(db, userId)) {
          await requireSession();
          if (page.length === 0) continue;
          yield separator + page.map((row) => JSON.stringify(row)).join(',\n');
          separator = ',\n';
        }
        yield ']';
      }
      yield '\n}\n';
    },
  };
}
