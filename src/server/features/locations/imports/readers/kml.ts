import { DomainError } from '#server/domainError';
import type { FixCollector } from './fixCollector';
import { readNumber, readTime } from './values';
import type { XmlReader } from './xmlReader';

/** Most times of a track that wait for their positions. A track has all its times before all its positions. */
const WAITING_MAX = 1_000_000;

interface Position {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Reads tracks (gx:Track), and placemarks that have a point and a time or a time span. */
export function kmlReader(collector: FixCollector): XmlReader {
  const track = trackPairs(collector);
  const placemark = placemarkFixes(collector);

  return {
    open(name, _attributes, parents) {
      const parent = parents.at(-1);
      if (name === 'Placemark') placemark.open();
      if (parent === 'Track') return name === 'when' || name === 'coord';
      if (parent === 'Point') return name === 'coordinates';
      // The views of a placemark have times as well; those say nothing about the person.
      if (parents.at(-2) !== 'Placemark') return false;
      return parent === 'TimeStamp'
        ? name === 'when'
        : parent === 'TimeSpan' && (name === 'begin' || name === 'end');
    },
    close(name, text, parents) {
      if (name === 'Placemark') placemark.close();
      else if (name === 'Track') track.close();
      if (text === undefined) return;
      if (name === 'coord') track.addPosition(readPosition(text, /\s+/u));
      else if (name === 'coordinates') placemark.setPoint(readPosition(text, ','));
      else if (parents.at(-1) === 'Track') track.addTime(readTime(text));
      else placemark.addTime(readTime(text));
    },
  };
}

function placemarkFixes(collector: FixCollector) {
  let times: (number | null)[] = [];
  let point: Position | undefined;
  return {
    open() {
      times = [];
      point = undefined;
    },
    addTime(time: number | null) {
      if (times.length < 2) times.push(time);
    },
    setPoint(position: Position) {
      point ??= position;
    },
    close() {
      if (!point) return;
      if (times.length === 0) collector.skip();
      for (const at of times) collector.add({ at, ...point });
      point = undefined;
    },
  };
}

/** Pairs the nth time of a track with its nth position; those that have no partner yet wait. */
function trackPairs(collector: FixCollector) {
  const times = queue<number>();
  const positions = queue<Position>();
  return {
    addTime(time: number | null) {
      // NaN, so that millions of times are an array of plain numbers.
      const at = time ?? Number.NaN;
      const position = positions.shift();
      if (position) collector.add({ at, ...position });
      else times.push(at);
    },
    addPosition(position: Position) {
      const at = times.shift();
      if (at === undefined) positions.push(position);
      else collector.add({ at, ...position });
    },
    close() {
      collector.skip(times.clear() + positions.clear());
    },
  };
}

/** A queue whose `shift` takes the same time however many wait. */
function queue<Item>() {
  let items: Item[] = [];
  let first = 0;
  return {
    push(item: Item) {
      if (items.length >= WAITING_MAX) throw new DomainError('import_unreadable');
      items.push(item);
    },
    shift(): Item | undefined {
      if (first === items.length) return undefined;
      const item = items[first];
      first += 1;
      if (first === items.length) {
        items = [];
        first = 0;
      }
      return item;
    },
    /** @returns how many waited */
    clear(): number {
      const waiting = items.length - first;
      items = [];
      first = 0;
      return waiting;
    },
  };
}

/** Reads "longitude latitude height" or the same with commas. */
function readPosition(text: string, separator: string | RegExp): Position {
  const [longitude, latitude] = text.trim().split(separator);
  return { latitude: readNumber(latitude), longitude: readNumber(longitude) };
}
