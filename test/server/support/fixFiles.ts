import {
  openFixFile,
  type ImportedFix,
  type ImportFormat,
} from '#server/features/locations/imports/readers/fixFiles';
import { DomainError } from '#server/domainError';

/** The clock of the tests of importing. */
export const NOW = Date.UTC(2024, 5, 1);

/** What was read of a file. */
export interface ReadFile {
  readonly format: ImportFormat | undefined;
  readonly fixes: ImportedFix[];
  readonly skipped: number | undefined;
  /** Code of the error that reading ended with. */
  readonly error: string | undefined;
}

/** Reads a file that arrives in chunks. */
export async function readBytes(chunks: Iterable<Uint8Array>): Promise<ReadFile> {
  const fixes: ImportedFix[] = [];
  let file: Awaited<ReturnType<typeof openFixFile>> | undefined;
  let error: string | undefined;
  try {
    file = await openFixFile(arriving(chunks), () => NOW);
    for await (const some of file.fixes) fixes.push(...some);
  } catch (thrown) {
    if (!(thrown instanceof DomainError)) throw thrown;
    error = thrown.code;
  }
  return { format: file?.format, fixes, skipped: file?.skipped(), error };
}

/** Reads a file that arrives as a whole. */
export const readText = (text: string): Promise<ReadFile> => readBytes([Buffer.from(text)]);

async function* arriving(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

/** Cuts a file to chunks of the given sizes, over and over. */
export function* piecesOf(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  for (let start = 0, turn = 0; start < bytes.length; turn += 1) {
    const end = start + (sizes[turn % sizes.length] ?? 1);
    yield bytes.subarray(start, end);
    start = end;
  }
}
