import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { depthMax, type JsonValue, readJson } from './json-text.ts';

function plain(value: JsonValue): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, item]) => [name, plain(item)]));
  if (Array.isArray(value)) return value.map((item: JsonValue) => plain(item));
  return typeof value === 'object' && value !== null && 'numberText' in value
    ? Number(value.numberText)
    : value;
}

describe('JSON', () => {
  test('is parsed as the runtime parses it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(0, 2), (text, indent) => {
        const value: unknown = JSON.parse(text);
        const result = readJson(` ${JSON.stringify(value, null, indent)}\n`);
        // The runtime writes control characters of the second block as they are; the reader refuses them.
        if (/[\u007f-\u009f]/.test(text)) return;
        expect(result.kind === 'value' ? plain(result.value) : result.error).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  test('is refused wherever the runtime refuses it', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b"',
      '1',
      '-',
      '.5',
      'e3',
      'true',
      'nul',
      ' ',
      '\\',
      '"',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        const result = readJson(text);
        if (result.kind === 'error') return;
        expect(() => void JSON.parse(text)).not.toThrow();
      }),
      { numRuns: 3_000 },
    );
  });

  test.each([
    ['', 'not-json'],
    ['{"a":1,}', 'not-json'],
    ['[1,]', 'not-json'],
    ['[1 2]', 'not-json'],
    ['{"a" 1}', 'not-json'],
    ['{a:1}', 'not-json'],
    ['{"a":1', 'not-json'],
    ['[1', 'not-json'],
    ['1 1', 'not-json'],
    ['01', 'not-json'],
    ['"\n"', 'not-json'],
    ['"\\x"', 'not-json'],
    ['"\\u0"', 'not-json'],
    ['\u00a0 1', 'not-json'],
    ['tru', 'not-json'],
    ['{"a":1,"a":1}', 'duplicate-member'],
    ['{"a":1,"\\u0061":2}', 'duplicate-member'],
    ['[{"x":{"a":1,"a":1}}]', 'duplicate-member'],
    ['['.repeat(depthMax + 2), 'too-deep'],
    ['{"a":'.repeat(100_000), 'too-deep'],
  ])('%# is refused', (text, error) => {
    expect(readJson(text)).toStrictEqual({ kind: 'error', error });
  });

  test('may be as deep as the limit, and an empty name is a name', () => {
    const deep = `${'['.repeat(depthMax)}0${']'.repeat(depthMax)}`;
    expect(readJson(deep).kind).toBe('value');
    expect(readJson(`${'{"a":'.repeat(depthMax)}0${'}'.repeat(depthMax)}`).kind).toBe('value');
    expect(depthMax).toBe(32);
    expect(readJson('{"":true,"__proto__":null}')).toStrictEqual({
      kind: 'value',
      value: new Map<string, JsonValue>([
        ['', true],
        ['__proto__', null],
      ]),
    });
  });
});
