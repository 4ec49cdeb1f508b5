import type { Clock } from '#server/clock';
import { EXPORT_SECTIONS } from './exportSections';
import type { Queries } from '#server/db/schema';

export interface Exporter {
  /** All data about a person as chunks of one JSON text, read from the store while it is sent. */
  exportData(userId: string): AsyncGenerator<string>;
}

/** Writes a person's data as JSON: one list for each of `EXPORT_SECTIONS`. */
export function createExporter(db: Queries, clock: Clock): Exporter {
  return {
    async *exportData(userId) {
      yield `{\n"exportedAt": ${JSON.stringify(new Date(clock.now()).toISOString())}`;
      for (const { name, pages } of EXPORT_SECTIONS) {
        yield `,\n${JSON.stringify(name)}: [`;
        let separator = '\n';
        for await (const page of pages(db, userId)) {
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
