import type { LatLng } from './geo';

/**
 * A position as the text of a chat message: readable words, then a geo URI (RFC 5870). A client that does not know the
 * form shows the text; ours shows a map (docs/decisions/positions-in-messages.md).
 */
const PATTERN =
  /^(My position|Place): geo:(-?\d{1,2}(?:\.\d{1,6})?),(-?\d{1,3}(?:\.\d{1,6})?)(?:;u=(\d{1,6}))?$/u;

/** Where the author is, or a point that the author has chosen on the map. */
type PositionKind = 'own' | 'place';

/** @param accuracy radius in metres; null when unknown */
export function formatPositionText(
  { latitude, longitude }: LatLng,
  accuracy: number | null,
  kind: PositionKind = 'own',
): string {
  const uncertainty = accuracy === null ? '' : `;u=${Math.min(Math.round(accuracy), 999_999)}`;
  return `${kind === 'own' ? 'My position' : 'Place'}: geo:${latitude.toFixed(6)},${longitude.toFixed(6)}${uncertainty}`;
}

/** @returns the position in a message; null when the message is other text */
export function parsePositionText(
  content: string,
): (LatLng & { accuracy: number | null; kind: PositionKind }) | null {
  const [, word, north, east, uncertainty] = PATTERN.exec(content) ?? [];
  if (north === undefined || east === undefined) return null;
  const [latitude, longitude] = [Number(north), Number(east)];
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return {
    latitude,
    longitude,
    accuracy: uncertainty === undefined ? null : Number(uncertainty),
    kind: word === 'Place' ? 'place' : 'own',
  };
}

/** '45.27530, 13.71190': to a metre, as maps and navigation devices read it. */
export const formatCoordinates = ({ latitude, longitude }: LatLng): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
