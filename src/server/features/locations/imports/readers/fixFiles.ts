import { setImmediate } from 'node:timers/promises';
import { DomainError } from '#server/domainError';
import { csvLayout, csvParser } from './csv';
import { fixCollector, type FixCollector, type ImportedFix } from './fixCollector';
import type { FixParser, ImportFormat } from './fixParser';
import { jsonParser } from './json';
import { isRecLine, owntracksParser } from './owntracks';
import { textPieces } from './textPieces';
import { xmlParser } from './xml';

export type { ImportedFix, ImportFormat };

/** A file of positions. It can be read once. */
export interface FixFile {
  readonly format: ImportFormat;
  /**
   * The fixes in file order, some at a time: positions rounded to the stored decimals, times from 1990 until now. The same
   * moment can occur more than once. @throws DomainError 400 import_unreadable, after the fixes before the broken place
   */
  readonly fixes: AsyncIterable<readonly ImportedFix[]>;
  /** Entries so far without a usable time or position. */
  skipped(): number;
}

/** If the format is unknown after this much text, Kinmap cannot read the file. */
const DETECTION_CHARACTERS = 1_048_576;
/** The first line of a table is shorter. */
const FIRST_LINE_CHARACTERS = 8192;
const FIXES_AT_ONCE = 1000;

/**
 * Finds out the format from the first bytes and reads the file piece by piece, in little memory whatever its size.
 * Errors of `chunks` are rethrown.
 * @param now the clock, in epoch milliseconds: later fixes are skipped
 * @throws DomainError 400 import_format_unknown, import_zip
 */
export async function openFixFile(chunks: AsyncIterable<Uint8Array>, now: () => number): Promise<FixFile> {
  const pieces = textPieces(chunks);
  const collector = fixCollector(now);
  try {
    const { parser, format, failure } = await detect(pieces, collector);
    return {
      format,
      fixes: readFixes(pieces, parser, collector, failure),
      skipped: () => collector.skipped(),
    };
  } catch (error) {
    await pieces.return(undefined);
    throw error;
  }
}

interface Detected {
  readonly parser: FixParser;
  readonly format: ImportFormat;
  /** The file is broken in the part from which its format was detected. */
  readonly failure: DomainError | undefined;
}

async function detect(pieces: AsyncGenerator<string>, collector: FixCollector): Promise<Detected> {
  let head = '';
  let parser: FixParser | undefined;
  for (let read = 0; read <= DETECTION_CHARACTERS;) {
    const { done, value: piece = '' } = await pieces.next();
    read += piece.length;
    let failure: DomainError | undefined;
    if (parser) failure = await tryToParse(() => parser?.write(piece));
    else {
      head = (head + piece).trimStart();
      parser = chooseParser(head, done === true, collector);
      if (parser) failure = await tryToParse(() => parser?.write(head));
    }
    if (parser?.format) return { parser, format: parser.format, failure };
    if (failure ?? done) break;
  }
  throw new DomainError('import_format_unknown');
}

/** @returns undefined while the start of the file is too short to detect it */
function chooseParser(head: string, isWhole: boolean, collector: FixCollector): FixParser | undefined {
  if (head === '') return undefined;
  if (head.startsWith('<')) return xmlParser(collector);
  if (head.startsWith('{') || head.startsWith('[')) return jsonParser(collector);
  const lineEnd = head.search(/[\r\n]/u);
  if (lineEnd < 0 && !isWhole) {
    if (head.length > FIRST_LINE_CHARACTERS) throw new DomainError('import_format_unknown');
    return undefined;
  }
  const line = lineEnd < 0 ? head : head.slice(0, lineEnd);
  if (isRecLine(line)) return owntracksParser(collector);
  const layout = csvLayout(line);
  if (layout) return csvParser(collector, layout);
  throw new DomainError('import_format_unknown');
}

/** What a parser throws means that the file is broken. */
async function tryToParse(parse: () => void | Promise<void>): Promise<DomainError | undefined> {
  try {
    await parse();
  } catch (error) {
    return error instanceof DomainError ? error : new DomainError('import_unreadable');
  }
}

async function* readFixes(
  pieces: AsyncGenerator<string>,
  parser: FixParser,
  collector: FixCollector,
  earlierFailure: DomainError | undefined,
): AsyncGenerator<readonly ImportedFix[]> {
  try {
    let failure = earlierFailure;
    yield* batches(collector);
    while (!failure) {
      const { done, value: piece } = await pieces.next();
      failure = await tryToParse(() => (done ? parser.end() : parser.write(piece)));
      yield* batches(collector);
      if (done) break;
      // The server has others to serve, also when the chunks are all there already.
      await setImmediate();
    }
    if (failure) throw failure;
  } finally {
    await pieces.return(undefined);
  }
}

function* batches(collector: FixCollector): Generator<readonly ImportedFix[]> {
  const fixes = collector.take();
  for (let start = 0; start < fixes.length; start += FIXES_AT_ONCE) {
    yield fixes.slice(start, start + FIXES_AT_ONCE);
  }
}
