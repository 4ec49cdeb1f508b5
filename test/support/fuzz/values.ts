import type * as z from 'zod/mini';
import type { Random } from './random';

/** What a schema says of itself; the little of it that the contract uses. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly innerType?: z.ZodMiniType;
  readonly element?: z.ZodMiniType;
  readonly in?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
}

/** Becomes a number that is too large for JSON once the value is written down by `asJson`. */
const HUGE = '\u0001huge\u0001';

/** Values that have broken other servers. */
const NASTY: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1e308,
  -1e-308,
  2 ** 53,
  4.000_000_1,
  HUGE,
  '',
  ' ',
  '\0',
  '\uD800',
  '\u202Eevil\u202C',
  'e\u0301'.repeat(300),
  '👩‍👩‍👧‍👧'.repeat(40),
  'x'.repeat(5_000),
  '%00%2e%2e%2f',
  '../../etc/passwd',
  "' OR 1=1--",
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '__proto__',
  '9999-99-99',
  '2025-02-30T25:61:61.000Z',
  '2025-01-01T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  'NaN',
  '1e309',
  [],
  {},
  [[[[[[[[]]]]]]]],
  { toString: 'x', valueOf: 1, length: -1 },
  { constructor: { prototype: { isAdmin: true } } },
  { $gt: '' },
  { _placeholder: true, num: 0 },
];

/** Makes values for the contract's schemas. @param ids existing ids, so that some calls find their target */
export class Values {
  constructor(
    private readonly random: Random,
    private readonly ids: readonly string[],
  ) {}

  nasty(): unknown {
    return this.random.pick(NASTY);
  }

  /** A value that mostly fits the schema. */
  fitting(schema: z.ZodMiniType, name = ''): unknown {
    const definition = schema._zod.def as unknown as Definition;
    switch (definition.type) {
      case 'object':
        return this.#object(definition.shape ?? {});
      case 'array':
        return Array.from({ length: this.random.below(4) }, () =>
          definition.element ? this.fitting(definition.element, name) : null,
        );
      case 'number':
        return this.#number(name);
      case 'boolean':
        return this.random.chance(0.5);
      case 'string':
        return this.#text(name);
      case 'nullable':
        return this.random.chance(0.2) ? null : this.#inner(definition, name);
      case 'union':
        return this.fitting(this.random.pick(definition.options ?? []), name);
      case 'literal':
        return this.random.pick(definition.values ?? [null]);
      case 'enum':
        return this.random.pick(Object.values(definition.entries ?? { none: null }));
      default:
        return this.#inner(definition, name);
    }
  }

  /** A value with one thing wrong with it, or something else altogether. */
  broken(schema: z.ZodMiniType): unknown {
    const value = this.fitting(schema);
    if (typeof value !== 'object' || value === null || this.random.chance(0.15)) return this.nasty();
    const copy: Record<string, unknown> = { ...value };
    const keys = Object.keys(copy);
    const way = keys.length === 0 ? 0 : this.random.below(5);
    if (way === 0) copy[asJson(this.nasty()).slice(0, 50)] = this.nasty();
    else if (way === 1) delete copy[this.random.pick(keys)];
    else copy[this.random.pick(keys)] = this.nasty();
    return copy;
  }

  #inner({ innerType, in: input }: Definition, name: string): unknown {
    const inner = innerType ?? input;
    return inner ? this.fitting(inner, name) : this.nasty();
  }

  #object(shape: Readonly<Record<string, z.ZodMiniType>>): Record<string, unknown> {
    const value: Record<string, unknown> = {};
    for (const [key, field] of Object.entries(shape)) {
      const isOptional = (field._zod.def as unknown as Definition).type === 'optional';
      if (!isOptional || this.random.chance(0.6)) value[key] = this.fitting(field, key);
    }
    return value;
  }

  #number(name: string): number {
    if (name === 'radius') return 50 + this.random.below(951);
    if (/latitude|longitude/u.test(name)) return (this.random.next() - 0.5) * 180;
    return this.random.chance(0.8) ? this.random.next() * 100 : this.random.below(1_000);
  }

  #text(name: string): string {
    if (/id$/iu.test(name)) return this.random.chance(0.6) ? this.random.pick(this.ids) : 'nobody';
    if (/email/iu.test(name)) return `fuzz${this.random.below(1_000)}@example.com`;
    if (/password/iu.test(name)) return `not the right one ${this.random.below(1_000)}`;
    if (/date/iu.test(name))
      return `202${this.random.below(7)}-0${1 + this.random.below(9)}-1${this.random.below(10)}`;
    if (/tz/u.test(name)) return this.random.pick(['UTC', 'Europe/Ljubljana', 'Pacific/Apia']);
    if (/timestamp|At$/u.test(name))
      return new Date(Date.now() - this.random.below(86_400_000)).toISOString();
    return `text ${this.random.below(1_000)} ${this.random.chance(0.2) ? '家' : ''}`;
  }
}

/** JSON as it goes over the wire, numbers that are too large for it included. */
export function asJson(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replaceAll(JSON.stringify(HUGE), '1e309');
}

/** A text as it goes into an address; halves of characters are no UTF-8, so they become question marks. */
export function asComponent(value: unknown): string {
  const text = value instanceof Object ? asJson(value) : String(value);
  return encodeURIComponent(Buffer.from(text).toString());
}

/** A text with a few characters changed, doubled or cut off. */
export function garbled(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const way = random.below(4);
  if (way === 0) return text.slice(0, at);
  if (way === 1) return text.slice(0, at) + String.fromCodePoint(random.below(0x2_ff)) + text.slice(at + 1);
  if (way === 2) return text.slice(0, at) + '['.repeat(5_000) + text.slice(at);
  return text.slice(0, at) + text + text.slice(at);
}
