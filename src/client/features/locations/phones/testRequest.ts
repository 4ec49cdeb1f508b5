import type { PhoneApp } from '#contract/phones';

/** The observatory of Greenwich, where no member lives. The server stores nothing of a test. */
const [LATITUDE, LONGITUDE, ACCURACY_M] = [51.4779, -0.0015, 20];

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** A position as the app sends it, to try the way to the server. @param now epoch milliseconds */
export function testRequest(app: PhoneApp, now: number): { contentType: string; body: string } {
  const seconds = Math.floor(now / 1_000);
  const json = (value: object) => ({ contentType: JSON_TYPE, body: JSON.stringify(value) });
  const form = (fields: Record<string, string>) => ({
    contentType: FORM_TYPE,
    body: new URLSearchParams({ lat: String(LATITUDE), lon: String(LONGITUDE), ...fields }).toString(),
  });
  switch (app) {
    case 'owntracks':
      return json({ _type: 'location', lat: LATITUDE, lon: LONGITUDE, acc: ACCURACY_M, tst: seconds });
    case 'overland':
      return json({
        locations: [
          {
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [LONGITUDE, LATITUDE] },
            properties: { timestamp: new Date(now).toISOString(), horizontal_accuracy: ACCURACY_M },
          },
        ],
      });
    case 'osmand':
      return form({ timestamp: String(seconds), accuracy: String(ACCURACY_M) });
    case 'gpslogger':
      return form({ time: new Date(now).toISOString(), acc: String(ACCURACY_M) });
    case 'colota':
      return json({ lat: LATITUDE, lon: LONGITUDE, acc: ACCURACY_M, tst: seconds });
  }
}
