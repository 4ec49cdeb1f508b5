import { codedError } from '#contract/codedError';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod/mini';
import { validationError } from '#contract/validationError';
import { ERRORS, type ErrorCode, errorMessage } from '#contract/errors';
import { clientEvents } from '#contract/events';
import { routes } from '#contract/routes';

const CODES = Object.keys(ERRORS) as ErrorCode[];

describe('the list of errors', () => {
  it('given all sources but the list, then each code is used', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/u.test(name) && name !== join('contract', 'errors.ts'))
      .map((name) => readFileSync(join('src', name), 'utf8'))
      .join('\n');
    expect(CODES.filter((code) => !sources.includes(`'${code}'`))).toEqual([]);
  });

  it('given a message with placeholders, then its parameters are known', () => {
    for (const code of CODES.filter((name) => name !== 'unknown_field')) {
      const { params = {} } = codedError(code);
      const names = [...ERRORS[code][1].matchAll(/\{(\w+)/gu)].map(([, name]) => name);
      expect([code, new Set(names)]).toEqual([code, new Set(Object.keys(params))]);
    }
  });

  it('given parameters, then the message names them, with thousands separators where it says so', () => {
    expect(errorMessage(codedError('message_too_long'))).toBe('A message can be at most 4,000 characters');
    expect(errorMessage(codedError('geofence_radius_invalid'))).toBe(
      'Radius must be a whole number of metres from 50 to 1000',
    );
    expect(errorMessage({ code: 'unknown_field', params: { field: '{max}' } })).toBe('Unknown field: {max}');
  });
});

describe('an input that a schema refuses', () => {
  const schemas: [string, z.ZodMiniType][] = [
    ...Object.entries(routes).flatMap(([name, { params, query, body }]): [string, z.ZodMiniType][] => [
      [`${name} params`, params],
      [`${name} query`, query],
      [`${name} body`, body],
    ]),
    ...Object.entries(clientEvents),
  ];
  const values = [undefined, null, 5, -1, true, '', '\0', 'x'.repeat(300_000), [], {}, [[]], { unknown: 1 }];

  it.each(schemas)('given %s, then the error has a code of the list', (_what, schema) => {
    const fields = Object.keys('shape' in schema._zod.def ? (schema._zod.def.shape as object) : {});
    const inputs = [
      ...values,
      ...fields.flatMap((field) => values.map((value) => ({ [field]: value }))),
      ...values.map((value) => Object.fromEntries(fields.map((field) => [field, value]))),
    ];
    const codes = inputs.flatMap((input) => {
      const result = schema.safeParse(input);
      return result.success ? [] : validationError(result.error).code;
    });
    expect(CODES).toEqual(expect.arrayContaining(codes));
  });
});
