import type { HistoryBlock } from '#contract/locations';
import { codeOfMotion } from './motion';

/** A fix. Degrees WGS 84, metres (null when unknown), epoch milliseconds. */
export interface TrackPoint {
  readonly at: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracy: number | null;
  /** What phones with an app report: metres a second, one of MOTIONS, from 0 to 1. Null or missing when unknown. */
  readonly speed?: number | null;
  readonly motion?: string | null;
  readonly battery?: number | null;
}

/** Positions as columns, in time order. Degrees WGS 84, epoch milliseconds. */
export interface PointColumns {
  readonly count: number;
  readonly times: Float64Array;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
}

/** The same with accuracies in metres, metres a second and battery from 0 to 1, NaN when unknown, and codes of motions. */
export interface FixColumns extends PointColumns {
  readonly accuracies: Float64Array;
  readonly speeds: Float64Array;
  readonly batteries: Float64Array;
  readonly motions: Uint8Array;
}

/*
 * Each column of a block is a text: the differences from one value to the next (the first from 0) in Base64 VLQ, as in
 * source maps. A character holds 5 bits; the lowest bit of a number is its sign, the highest bit of a character says that
 * more characters follow. The text is a tenth as long as the JSON of the rows.
 */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const DIGIT_BITS = 5;
const MORE_FOLLOW = 1 << DIGIT_BITS;
/** A 32-bit number has at most this many digits, and the last one begins at this bit. */
const MAX_DIGITS = 7;
const MAX_SHIFT = 30;

/** Degrees are stored to 6 decimals. */
const DEGREE_STEPS = 1_000_000;
/** Receivers are less exact than a decimetre. */
const METRE_STEPS = 10;
const SPEED_STEPS = 10;
const BATTERY_STEPS = 100;

const DIGIT_BYTES = Uint8Array.from(DIGITS, (digit) => digit.charCodeAt(0));
const VALUES = new Int8Array(128).fill(-1);
for (let value = 0; value < DIGITS.length; value += 1) VALUES[DIGITS.charCodeAt(value)] = value;

/**
 * Packs fixes of at most a week.
 * @param fixes in time order
 */
export function packFixes(fixes: readonly TrackPoint[]): HistoryBlock {
  const start = fixes[0]?.at ?? 0;
  return {
    start,
    count: fixes.length,
    times: pack(fixes, ({ at }) => at - start),
    latitudes: pack(fixes, ({ latitude }) => Math.round(latitude * DEGREE_STEPS)),
    longitudes: pack(fixes, ({ longitude }) => Math.round(longitude * DEGREE_STEPS)),
    accuracies: pack(fixes, ({ accuracy }) => steps(accuracy, METRE_STEPS)),
    ...packKnown('speeds', fixes, ({ speed }) => steps(speed, SPEED_STEPS)),
    ...packKnown('motions', fixes, ({ motion }) => codeOfMotion(motion)),
    ...packKnown('batteries', fixes, ({ battery }) => steps(battery, BATTERY_STEPS)),
  };
}

/** 0 means unknown. */
const steps = (value: number | null | undefined, size: number): number =>
  value === null || value === undefined ? 0 : Math.round(value * size) + 1;

/** A column that most days do not have: browsers send none of it. */
function packKnown(
  name: 'speeds' | 'motions' | 'batteries',
  fixes: readonly TrackPoint[],
  valueOf: (fix: TrackPoint) => number,
): Partial<HistoryBlock> {
  return fixes.some((fix) => valueOf(fix) !== 0) ? { [name]: pack(fixes, valueOf) } : {};
}

/** Writes into bytes: appending characters to a text takes twice as long. */
function pack(fixes: readonly TrackPoint[], valueOf: (fix: TrackPoint) => number): string {
  const bytes = new Uint8Array(fixes.length * MAX_DIGITS);
  let end = 0;
  let before = 0;
  for (const fix of fixes) {
    const value = valueOf(fix);
    end = write(value - before, bytes, end);
    before = value;
  }
  return new TextDecoder('latin1').decode(bytes.subarray(0, end));
}

/** @returns the index after the number */
function write(number: number, bytes: Uint8Array, at: number): number {
  let rest = number < 0 ? ((-number << 1) | 1) >>> 0 : (number << 1) >>> 0;
  let end = at;
  do {
    const digit = rest & (MORE_FOLLOW - 1);
    rest >>>= DIGIT_BITS;
    bytes[end] = DIGIT_BYTES[rest > 0 ? digit | MORE_FOLLOW : digit] ?? 0;
    end += 1;
  } while (rest > 0);
  return end;
}

/** Columns with room for `count` fixes. */
export function emptyColumns(count: number): FixColumns {
  return {
    count,
    times: new Float64Array(count),
    latitudes: new Float64Array(count),
    longitudes: new Float64Array(count),
    accuracies: new Float64Array(count),
    speeds: new Float64Array(count).fill(Number.NaN),
    batteries: new Float64Array(count).fill(Number.NaN),
    motions: new Uint8Array(count),
  };
}

/**
 * Unpacks a block.
 * @param at index in the columns for the first fix
 * @throws RangeError when `packFixes` did not write the block
 */
export function unpackFixes(block: HistoryBlock, columns: FixColumns, at: number): void {
  const { start, count } = block;
  unpack(block.times, columns.times, at, count);
  unpack(block.latitudes, columns.latitudes, at, count);
  unpack(block.longitudes, columns.longitudes, at, count);
  for (let index = at; index < at + count; index += 1) {
    columns.times[index] = (columns.times[index] ?? 0) + start;
    columns.latitudes[index] = (columns.latitudes[index] ?? 0) / DEGREE_STEPS;
    columns.longitudes[index] = (columns.longitudes[index] ?? 0) / DEGREE_STEPS;
  }
  unpackSteps(block.accuracies, columns.accuracies, METRE_STEPS, { at, count });
  if (block.speeds !== undefined) unpackSteps(block.speeds, columns.speeds, SPEED_STEPS, { at, count });
  if (block.batteries !== undefined)
    unpackSteps(block.batteries, columns.batteries, BATTERY_STEPS, { at, count });
  if (block.motions !== undefined) unpack(block.motions, columns.motions, at, count);
}

function unpackSteps(
  text: string,
  column: Float64Array,
  size: number,
  { at, count }: { at: number; count: number },
): void {
  unpack(text, column, at, count);
  for (let index = at; index < at + count; index += 1) {
    const value = column[index] ?? 0;
    column[index] = value === 0 ? Number.NaN : (value - 1) / size;
  }
}

function unpack(text: string, column: Float64Array | Uint8Array, at: number, count: number): void {
  let index = at;
  let value = 0;
  let number = 0;
  let bits = 0;
  for (let position = 0; position < text.length; position += 1) {
    const digit = VALUES[text.charCodeAt(position)] ?? -1;
    if (digit < 0 || bits > MAX_SHIFT) throw new RangeError('Not a packed column');
    number |= (digit & (MORE_FOLLOW - 1)) << bits;
    if (digit >= MORE_FOLLOW) {
      bits += DIGIT_BITS;
      continue;
    }
    value += number & 1 ? -(number >>> 1) : number >>> 1;
    if (index < at + count) column[index] = value;
    index += 1;
    number = 0;
    bits = 0;
  }
  if (index !== at + count || bits > 0) throw new RangeError('A packed column is not whole');
}
