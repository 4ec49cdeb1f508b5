import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';

/** Sizes and first words of a write-ahead log (sqlite.org/fileformat2.html, section 4). */
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC_LITTLE_ENDIAN = 0x377f0682;
const MAGIC_BIG_ENDIAN = 0x377f0683;

type Sums = readonly [number, number];

/** What the header says of all frames. */
interface LogHeader {
  readonly littleEndian: boolean;
  readonly pageBytes: number;
  /** Two random words that each frame written since repeats. */
  readonly salts: Buffer;
  readonly sums: Sums;
}

/**
 * True when the log beside a database holds less than it was given: SQLite takes the first frame
 * whose checksum is wrong for the log's end, so one flipped bit would silently undo every commit after it.
 *
 * What a power cut leaves is no damage: the frames of one commit that was never acknowledged, in any state, at the end.
 * Every commit is flushed before the next one is written, so a commit that is followed by another frame was
 * acknowledged. A log that lost its end, or whose
 * last commit is damaged, looks like one that was never finished; that cannot be noticed.
 * @param file the database
 */
export function isLogDamaged(file: string): boolean {
  const log = `${file}-wal`;
  if (!existsSync(log) || statSync(log).size <= HEADER_BYTES + FRAME_HEADER_BYTES) return false;
  const descriptor = openSync(log, 'r');
  try {
    const damage = firstDamage(descriptor);
    // A concurrent write can mix two states in one read; real damage is still there in the second read.
    return damage !== undefined && damage === firstDamage(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The damaged position in the log, and the salts of that log, which change when it is restarted. Undefined when undamaged. */
function firstDamage(descriptor: number): string | undefined {
  const bytes = Buffer.alloc(HEADER_BYTES);
  readSync(descriptor, bytes, 0, HEADER_BYTES, 0);
  const header = readHeader(bytes);
  const at = header === undefined ? 0 : firstLostFrame(descriptor, header);
  return at === undefined ? undefined : `${at} ${bytes.toString('hex')}`;
}

/** Undefined when it is not whole, for which SQLite passes over the whole log. */
function readHeader(bytes: Buffer): LogHeader | undefined {
  const magic = bytes.readUInt32BE(0);
  if (magic !== MAGIC_LITTLE_ENDIAN && magic !== MAGIC_BIG_ENDIAN) return undefined;
  const littleEndian = magic === MAGIC_LITTLE_ENDIAN;
  const sums = added([0, 0], bytes.subarray(0, 24), littleEndian);
  if (!equalTo(sums, bytes, 24)) return undefined;
  return { littleEndian, pageBytes: bytes.readUInt32BE(8), salts: bytes.subarray(16, 24), sums };
}

/** Follows the chain of checksums to its end, then looks for an acknowledged commit behind that. @returns the end */
function firstLostFrame(
  descriptor: number,
  { littleEndian, pageBytes, salts, sums }: LogHeader,
): number | undefined {
  const frame = Buffer.alloc(FRAME_HEADER_BYTES + pageBytes);
  const page = frame.subarray(FRAME_HEADER_BYTES);
  let chain = sums;
  let end: number | undefined;
  let commitBehind = false;
  for (
    let at = HEADER_BYTES;
    readSync(descriptor, frame, 0, frame.length, at) === frame.length;
    at += frame.length
  ) {
    // Frames with other salts are left over from before the log was restarted.
    const isOurs = frame.subarray(8, 16).equals(salts);
    if (commitBehind && isOurs) return end;
    if (end === undefined) {
      chain = added(added(chain, frame.subarray(0, 8), littleEndian), page, littleEndian);
      if (!isOurs || !equalTo(chain, frame, 16)) end = at;
    }
    // Frames that end a commit say how large the database is after it.
    if (end !== undefined && isOurs && frame.readUInt32BE(4) > 0) commitBehind = true;
  }
  return undefined;
}

const equalTo = (sums: Sums, bytes: Buffer, at: number): boolean =>
  bytes.readUInt32BE(at) === sums[0] && bytes.readUInt32BE(at + 4) === sums[1];

/** The log's checksum, continued over more bytes, a multiple of eight. */
function added([first, second]: Sums, bytes: Buffer, littleEndian: boolean): Sums {
  let [one, two] = [first, second];
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + (littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)) + two) >>> 0;
    two = (two + (littleEndian ? bytes.readUInt32LE(at + 4) : bytes.readUInt32BE(at + 4)) + one) >>> 0;
  }
  return [one, two];
}
