import { AssertionError } from 'node:assert/strict';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { parserFor, toParameter } from './values.ts';

describe('a value sent to the database', () => {
  test.each([
    [null, null],
    [undefined, null],
    ['', ''],
    ['text', 'text'],
    [0, '0'],
    [-1.5, '-1.5'],
    [true, 'true'],
    [2n ** 63n - 1n, '9223372036854775807'],
    [Temporal.PlainDate.from('2026-02-28'), '2026-02-28'],
    [{ a: [1, 'x'] }, '{"a":[1,"x"]}'],
    [[], '{}'],
    [[1, 2n, true], '{"1","2","true"}'],
    [['a', null, 'NULL', ''], '{"a",NULL,"NULL",""}'],
    [['"', '\\', '{}', ','], '{"\\"","\\\\","{}",","}'],
    [[Buffer.from([1, 255])], '{"\\\\x01ff"}'],
  ])('is encoded without loss: %s', (value, parameter) => {
    expect(toParameter(value)).toEqual(parameter);
  });

  test('has every digit of a time', () => {
    expect(toParameter(Temporal.Instant.from('2026-11-15T10:00:00.123456Z'))).toBe(
      '2026-11-15T10:00:00.123456Z',
    );
  });

  test('is sent as bytes if it is bytes', () => {
    const bytes = Buffer.from([0, 1, 2]);
    expect(toParameter(bytes)).toBe(bytes);
  });

  test.each([Symbol('x'), () => 1])('of an unsupported type is an internal error: %s', (value) => {
    expect(() => toParameter(value)).toThrow(AssertionError);
  });
});

describe('a value read from the database', () => {
  test.each([
    [20, '9223372036854775807', 9_223_372_036_854_775_807n],
    [20, '-1', -1n],
    [1700, '12345678901234567890.123456789', '12345678901234567890.123456789'],
    [1016, '{1,NULL,9223372036854775807}', [1n, null, 9_223_372_036_854_775_807n]],
    [1231, '{1.10,NULL}', ['1.10', null]],
    [1009, '{a,NULL,"b,c"}', ['a', null, 'b,c']],
    [23, '42', 42],
    [16, 't', true],
    [3802, '{"a":1}', { a: 1 }],
  ])('of type %s as %s is parsed', (type, text, value) => {
    expect(parserFor(type)(text)).toEqual(value);
  });

  test.each([
    [1184, '2026-11-15 10:00:00+00', '2026-11-15T10:00:00Z'],
    [1184, '2026-11-15 10:00:00.123456+00', '2026-11-15T10:00:00.123456Z'],
    [1184, '0001-01-01 00:00:00+00', '0001-01-01T00:00:00Z'],
    [1082, '2026-02-28', '2026-02-28'],
  ])('of type %s as %s is Temporal, never Date', (type, text, spelt) => {
    expect(String(parserFor(type)(text))).toBe(spelt);
  });

  test.each([
    [1185, '{"2026-11-15 10:00:00+00",NULL}', ['2026-11-15T10:00:00Z', 'null']],
    [1182, '{2026-02-28,NULL}', ['2026-02-28', 'null']],
  ])('of type %s as %s is a list of Temporal', (type, text, spelt) => {
    const values: unknown = parserFor(type)(text);
    expect(Array.isArray(values) && values.map(String)).toEqual(spelt);
    expect(Array.isArray(values) && values.some((value) => value instanceof Date)).toBe(false);
  });

  test.each(['infinity', '-infinity', '0044-03-15 00:00:00+00 BC', '', '2026-11-15 10:00:00+02'])(
    'that is no supported time (%s) is an error, not a wrong time',
    (text) => {
      expect(() => parserFor(1184)(text)).toThrow(/zone|Cannot parse|Invalid/);
    },
  );
});

test('no text in a list can end the list early', () => {
  const parse = parserFor(1009);
  fc.assert(
    fc.property(fc.array(fc.option(fc.string({ unit: 'binary' }))), (texts) => {
      expect(parse(String(toParameter(texts)))).toEqual(texts);
    }),
    { numRuns: 500 },
  );
});
