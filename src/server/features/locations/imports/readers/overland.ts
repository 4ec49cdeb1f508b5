import type { FixCollector } from './fixCollector';
import { readFeature } from './geojson';
import { isRecord, recordOf } from './records';
import { readNumber } from './values';

/** Reads a feature of Overland. Those of an action or a whole trip are no fixes and are passed over. */
export function readOverlandFeature(collector: FixCollector, feature: unknown): void {
  const properties = recordOf(isRecord(feature) ? feature['properties'] : undefined);
  if ('action' in properties || properties['type'] === 'trip') return;
  const accuracy = readNumber(properties['horizontal_accuracy']);
  // iOS says so that the position is invalid.
  if (accuracy !== null && accuracy < 0) return collector.skip();
  readFeature(collector, feature);
}
