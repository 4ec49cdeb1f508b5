import { PHONE_APPS, type PhoneApp } from '#contract/phones';
import { recordedRequests } from '../../server/phones/recorded';
import { type SimulatedFix, simulatedRequests } from '../phoneSimulator';
import type { Random } from './random';
import { asComponent, asJson, garbled, Values } from './values';

/** A request of a phone with a good key in a header, and with anything else. */
export interface FuzzedRequest {
  readonly method: string;
  readonly query: string;
  /** '' for none. */
  readonly contentType: string;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
}

const MEBIBYTE = 1_024 * 1_024;
/** Addresses have a limit of their own in Node. */
const MAX_QUERY = 4_000;
const METHODS: Readonly<Record<PhoneApp, readonly string[]>> = {
  owntracks: ['POST'],
  overland: ['POST', 'POST', 'POST', 'GET'],
  osmand: ['POST', 'POST', 'GET'],
  gpslogger: ['POST', 'POST', 'GET', 'PUT', 'PATCH'],
  colota: ['POST', 'POST', 'GET'],
};
const CONTENT_TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain; charset=latin1',
  'multipart/form-data; boundary=x',
  'nonsense',
  '',
] as const;

const FIX: SimulatedFix = { latitude: 46, longitude: 14, at: 0, accuracy: 8, speed: 1, battery: 0.5 };
/** What each app sends, as text. */
const SAMPLES = Object.fromEntries(
  PHONE_APPS.map((app) => [
    app,
    [
      ...recordedRequests('key')
        .filter((request) => request.app === app)
        .map(({ body, query }) => body || query),
      ...simulatedRequests(app, 'key', [{ ...FIX, at: Date.now() }]).map(({ body }) => body),
    ],
  ]),
) as Record<PhoneApp, string[]>;

/** Makes requests that no app makes, from those that apps make. */
export class PhoneRequests {
  readonly #values: Values;

  constructor(private readonly random: Random) {
    this.#values = new Values(random, []);
  }

  next(app: PhoneApp): FuzzedRequest {
    const { random } = this;
    const method = random.pick(METHODS[app]);
    const text = this.#text(app);
    const isInQuery = method === 'GET' || random.chance(0.05);
    return {
      method,
      query: isInQuery ? encodeURI(Buffer.from(text).toString()).slice(0, MAX_QUERY) : '',
      contentType: random.pick(CONTENT_TYPES),
      body: method === 'GET' ? undefined : this.#body(text),
    };
  }

  #body(text: string): Uint8Array<ArrayBuffer> {
    const { random } = this;
    if (random.chance(0.05)) return Uint8Array.from({ length: random.below(3_000) }, () => random.below(256));
    const bytes = Uint8Array.from(Buffer.from(random.chance(0.05) ? `\uFEFF${text}` : text));
    const isCut = bytes.length > MEBIBYTE || random.chance(0.05);
    return isCut ? bytes.slice(0, random.below(Math.min(bytes.length, MEBIBYTE) + 1)) : bytes;
  }

  #text(app: PhoneApp): string {
    const { random } = this;
    const sample = random.pick(SAMPLES[random.chance(0.8) ? app : random.pick(PHONE_APPS)]);
    const text = random.chance(0.8) ? this.#changed(sample) : garbled(sample, random);
    return random.chance(0.01) ? this.#large(text) : text;
  }

  /** A text of up to 1 MiB: many of one kind, or one that is deep or long. */
  #large(text: string): string {
    const { random } = this;
    const length = MEBIBYTE - random.below(MEBIBYTE / 2);
    const unit = random.pick([`${text},`, '[', '{"a":', '"', 'lat=1&', '0', `"${text.slice(0, 20)}":1,`]);
    const many = unit.repeat(Math.ceil(length / Math.max(1, unit.length))).slice(0, length);
    const [start, end] = random.pick([
      ['', ''],
      ['[', ']'],
      ['{"locations":[', ']}'],
      ['{"_type":"location","x":"', '"}'],
    ] as const);
    return start + many.slice(0, length - start.length - end.length).replace(/,$/u, '') + end;
  }

  /** With other values in the places of some. */
  #changed(sample: string): string {
    const value = parsed(sample);
    return value === undefined ? this.#changedForm(sample) : asJson(this.#changedValue(value, 0.15));
  }

  #changedForm(sample: string): string {
    const { random } = this;
    const fields = sample
      .split('&')
      .map((field) => (random.chance(0.25) ? `${field.split('=')[0]}=${asComponent(this.#nasty())}` : field));
    return random.chance(0.2) ? [...fields, ...fields].join('&') : fields.join('&');
  }

  #changedValue(value: unknown, chance: number): unknown {
    const { random } = this;
    if (random.chance(chance / 3)) return this.#nasty();
    if (Array.isArray(value)) return value.map((item: unknown) => this.#changedValue(item, chance));
    if (typeof value !== 'object' || value === null) return random.chance(chance) ? this.#nasty() : value;
    const fields = Object.entries(value)
      .filter(() => !random.chance(chance / 3))
      .map(([name, field]) => [name, this.#changedValue(field, chance)]);
    return Object.fromEntries(fields);
  }

  #nasty(): unknown {
    const { random } = this;
    if (random.chance(0.3))
      return random.pick([Date.now(), Math.floor(Date.now() / 1_000), 91, -181, '12', 1e11]);
    return this.#values.nasty();
  }
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
