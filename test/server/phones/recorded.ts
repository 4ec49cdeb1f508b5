import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PhoneApp } from '#contract/phones';
import type { PhoneItem } from '#server/features/phones/readers/items';

const FOLDER = join(__dirname, 'requests');

interface Recorded {
  readonly note: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly query?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: string;
}

/** What a recorded request must lead to. */
export interface Expected {
  readonly status: number;
  /** `array`: a JSON array; `any`: any body; an object: this JSON, where "any text" stands for any text. */
  readonly answer?: 'array' | 'any' | object;
  readonly items: readonly PhoneItem[];
}

interface ExpectedFile {
  readonly now: string;
  readonly key: string;
  readonly cases: Readonly<Record<string, Expected>>;
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as unknown;

const expected = read('expected') as ExpectedFile;
/** The moment at which the requests arrive, epoch milliseconds. */
export const RECORDED_AT = Date.parse(expected.now);
/** The key with which they come. */
export const RECORDED_KEY = expected.key;

/** A request as an app makes it. */
export interface RecordedRequest {
  readonly name: string;
  readonly note: string;
  readonly app: PhoneApp;
  readonly method: Recorded['method'];
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly expects: Expected;
}

/** All recorded requests with a key. */
export function recordedRequests(key = RECORDED_KEY): RecordedRequest[] {
  const fill = (text: string): string =>
    text.replaceAll('{{key}}', key).replaceAll('{{basic}}', Buffer.from(`kinmap:${key}`).toString('base64'));
  return readdirSync(FOLDER)
    .map((file) => file.replace('.json', ''))
    .filter((name) => Object.hasOwn(expected.cases, name))
    .map((name) => {
      const { note, method, path, query = '', headers, json, body = '' } = read(name) as Recorded;
      const expects = expected.cases[name];
      if (!expects) throw new Error(`${name} has no expected result`);
      return {
        name,
        note,
        app: path.slice('/phone/'.length) as PhoneApp,
        method,
        path,
        query: fill(query),
        headers: Object.fromEntries(Object.entries(headers).map(([header, value]) => [header, fill(value)])),
        body: fill(json === undefined ? body : JSON.stringify(json)),
        expects,
      };
    });
}
