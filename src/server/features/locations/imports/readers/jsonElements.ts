import type { FixCollector } from './fixCollector';
import type { ImportFormat } from './fixParser';
import { readFeature, readGeometry } from './geojson';
import { readPhoneSegment, readRawSignal } from './googlePhone';
import { readRecord, readTimelineObject } from './googleTakeout';
import { readOverlandFeature } from './overland';
import { readMessage } from './owntracks';
import { isRecord, type JsonRecord } from './records';

/** Lists of the root object whose elements are read. */
export const LISTS = ['locations', 'timelineObjects', 'semanticSegments', 'rawSignals', 'features', 'data'];
/** Fields of the root object that are read: those of GeoJSON, and the newest fix of Overland. */
export const ROOT_FIELDS = ['type', 'geometry', 'properties', 'coordinates', 'current'];

const GEOMETRIES = new Set([
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'GeometryCollection',
]);

type ReadElement = (collector: FixCollector, element: unknown) => void;

/** Reads the elements of a JSON file, whose format is detected from the first of them. */
export interface JsonElements {
  format(): ImportFormat | undefined;
  /** @param list name of the list that the element is in; empty when the file itself is the list */
  read(list: string, element: unknown): void;
  /** Takes a field of the root object. */
  readField(name: string, value: unknown): void;
  /** Reads the root object where it is the only element. */
  end(): void;
}

export function jsonElements(collector: FixCollector): JsonElements {
  let format: ImportFormat | undefined;
  let readElement: ReadElement | undefined;
  const root: Record<string, unknown> = {};

  return {
    format: () => format,
    read(list, element) {
      // The phone's export has two lists.
      if (list === 'rawSignals') {
        format ??= 'googlePhone';
        return readRawSignal(collector, element);
      }
      if (!readElement) {
        const found = recognize(list, element);
        if (!found) return;
        format ??= found;
        readElement = READERS[found];
      }
      readElement(collector, element);
    },
    readField(name, value) {
      if (name === 'current') {
        if (format === 'overland') readOverlandFeature(collector, value);
        return;
      }
      root[name] = value;
      if (
        name === 'type' &&
        (isGeometryType(value) || value === 'Feature' || value === 'FeatureCollection')
      ) {
        format ??= 'geojson';
      }
    },
    end() {
      if (root['type'] === 'Feature') readFeature(collector, root);
      else if (isGeometryType(root['type'])) readGeometry(collector, root, {});
    },
  };
}

const isGeometryType = (type: unknown): boolean => typeof type === 'string' && GEOMETRIES.has(type);

const READERS = {
  geojson: readFeature,
  googlePhone: readPhoneSegment,
  googleRecords: readRecord,
  googleSemantic: readTimelineObject,
  overland: readOverlandFeature,
  owntracks: (collector, element) => readMessage(collector, element),
} satisfies Partial<Record<ImportFormat, ReadElement>>;

type ElementFormat = keyof typeof READERS;

const FORMATS_OF_LISTS: Partial<Record<string, ElementFormat>> = {
  timelineObjects: 'googleSemantic',
  semanticSegments: 'googlePhone',
  features: 'geojson',
};

/** The format of a file that has only an empty list of this name; undefined when the name implies none. */
export const formatOfEmpty = (list: string): ImportFormat | undefined =>
  list === 'locations' ? 'googleRecords' : list === 'rawSignals' ? 'googlePhone' : FORMATS_OF_LISTS[list];

/** @returns undefined for an element that any format may have */
function recognize(list: string, element: unknown): ElementFormat | undefined {
  const byName = FORMATS_OF_LISTS[list];
  if (byName) return byName;
  if (!isRecord(element)) return undefined;
  if (list === 'locations') return isFeature(element) ? 'overland' : 'googleRecords';
  if ('_type' in element) return 'owntracks';
  if (list !== '') return undefined;
  if ('startTime' in element) return 'googlePhone';
  return isFeature(element) ? 'geojson' : undefined;
}

const isFeature = (element: JsonRecord): boolean => element['type'] === 'Feature';
