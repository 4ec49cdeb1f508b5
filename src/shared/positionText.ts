import type { LatLng } from './geo';

/**
 * A position as the text of a message (docs/decisions/positions-in-messages.md): words for people, then a geo address
 * (RFC 5870). Any client shows it as sensible text; those that know it show a map.
 */
const FORM = /^My position: geo:(-?\d{1,2}(?:\.\d{1,6})?),(-?\d{1,3}(?:\.\d{1,6})?)(?:;u=(\d{1,6}))?$/u;

/** @param accuracy radius in metres; null when unknown */
export function positionText({ latitude, longitude }: LatLng, accuracy: number | null): string {
  const uncertainty = accuracy === null ? '' : `;u=${Math.min(Math.round(accuracy), 999_999)}`;
  return `My position: geo:${latitude.toFixed(6)},${longitude.toFixed(6)}${uncertainty}`;
}

/** The position that a message is; null when it is any other text. */
export function positionIn(content: string): (LatLng & { accuracy: number | null }) | null {
  const [, north, east, uncertainty] = FORM.exec(content) ?? [];
  if (north === undefined || east === undefined) return null;
  const [latitude, longitude] = [Number(north), Number(east)];
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return { latitude, longitude, accuracy: uncertainty === undefined ? null : Number(uncertainty) };
}
