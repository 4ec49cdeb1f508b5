import type { LatLng } from './geo';

/**
 * A position as the text of a chat message: readable words, then a geo URI (RFC 5870). A client that does not know the
 * form shows the text; ours shows a map (docs/decisions/positions-in-messages.md).
 */
const PATTERN = /^My position: geo:(-?\d{1,2}(?:\.\d{1,6})?),(-?\d{1,3}(?:\.\d{1,6})?)(?:;u=(\d{1,6}))?$/u;

/** @param accuracy radius in metres; null when unknown */
export function formatPositionText({ latitude, longitude }: LatLng, accuracy: number | null): string {
  const uncertainty = accuracy === null ? '' : `;u=${Math.min(Math.round(accuracy), 999_999)}`;
  return `My position: geo:${latitude.toFixed(6)},${longitude.toFixed(6)}${uncertainty}`;
}

/** @returns the position in a message; null when the message is other text */
export function parsePositionText(content: string): (LatLng & { accuracy: number | null }) | null {
  const [, north, east, uncertainty] = PATTERN.exec(content) ?? [];
  if (north === undefined || east === undefined) return null;
  const [latitude, longitude] = [Number(north), Number(east)];
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return { latitude, longitude, accuracy: uncertainty === undefined ? null : Number(uncertainty) };
}
