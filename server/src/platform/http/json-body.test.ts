import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuMsOf } from '#platform/testing/processor-time.ts';
import { jsonDepthMax, type ParsedBody, parseJsonBody } from './json-body.ts';

const parse = (text: string): ParsedBody => parseJsonBody(Buffer.from(text));
const codeOf = (parsed: ParsedBody): string =>
  parsed.kind === 'refused' ? parsed.fieldError.code : parsed.kind;

/** What I-JSON can carry and a database can store: no lone surrogate, no U+0000, no `__proto__`. */
const portableText = fc
  .string({ unit: 'binary' })
  .filter((text) => !text.includes('\0') && text !== '__proto__');
const portableJson = fc.letrec<{ value: unknown }>((binding) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    portableText,
    fc.array(binding('value'), { maxLength: 5 }),
    fc.dictionary(portableText, binding('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
})).value;

describe('a parsed body', () => {
  test('equals what JSON.stringify wrote', () => {
    fc.assert(
      fc.property(portableJson, fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parse(text)).toEqual({ kind: 'parsed', value: JSON.parse(text) });
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['the same name in two objects', '{"a":{"x":1},"b":{"x":2},"x":3}'],
    ['the same text as name and as value', '{"a":"a","b":["a","a"]}'],
    ['strings that look like members', '{"a":"\\"b\\":1,\\"b\\":2"}'],
    ['strings that look like nesting', `{"a":"${'['.repeat(100)}"}`],
    ['a string that ends in backslashes', '{"a\\\\":1,"a":2,"b":"\\\\"}'],
    ['names that differ in case', '{"a":1,"A":2}'],
    ['names that differ only in composition', '{"\u00e9":1,"e\u0301":2}'],
    ['harmless names of the prototype', '{"constructor":1,"toString":2,"hasOwnProperty":3}'],
    ['space before the colon', '{"a" \t\n\r:1, "b"  :  2}'],
    ['an escaped pair of surrogates', '{"a":"\\ud83d\\ude00"}'],
    ['a scalar', '"text"'],
    ['an empty name', '{"":1}'],
  ])('may have %s', (_what, text) => {
    expect(parse(text)).toEqual({ kind: 'parsed', value: JSON.parse(text) });
  });
});

describe('a body is refused', () => {
  test.each([
    ['twice the same name', '{"a":1,"a":1}'],
    ['twice the same name with other members between', '{"a":1,"b":{"c":[1,{"d":2}]},"a":2}'],
    ['twice the same name, once escaped', '{"a":1,"\\u0061":2}'],
    ['twice the same name, escaped in two ways', '{"\\u002f":1,"\\/":2}'],
    ['twice the same name in upper and lower hex', '{"\\u00E9":1,"\\u00e9":2}'],
    ['twice the empty name', '{"":1,"":2}'],
    ['twice the same name deep inside an array', '[[[{"a":[{"x":1,"x":2}]}]]]'],
    ['twice the same name with space around', '{"a" : 1 , "a"\n:2}'],
    ['twice the same name after strings full of quotes', '{"a\\"":1,"b":"\\\\\\"","a\\"":2}'],
  ])('with %s', (_what, text) => {
    expect(codeOf(parse(text))).toBe('malformed');
  });

  test('wherever a member is repeated, in any spelling', () => {
    const escaped = (name: string): string =>
      `"${[...name].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
    const name = fc.string({ unit: fc.constantFrom(...'abz_$09 é'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 8 }), fc.nat(), (names, pick) => {
        const again = names[pick % names.length] ?? '';
        const members = [...names.map((one) => `${JSON.stringify(one)}:1`), `${escaped(again)}:2`];
        expect(codeOf(parse(`{"deep":[{${members.join(',')}}]}`))).toBe('malformed');
      }),
    );
  });

  test.each(['{"__proto__":{}}', '{"a":[{"__proto__":1}]}', '{"\\u005f_proto__":{"isAdmin":true}}'])(
    'if it uses the prototype: %s',
    (text) => {
      expect(codeOf(parse(text))).toBe('unknown-field');
      expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
    },
  );

  test.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('deeper than the limit: %s', (_what, open, close) => {
    const nested = (depth: number): string => `${open.repeat(depth)}0${close.repeat(depth)}`;
    expect(codeOf(parse(nested(jsonDepthMax)))).toBe('parsed');
    expect(codeOf(parse(nested(jsonDepthMax + 1)))).toBe('malformed');
    expect(codeOf(parse(nested(100_000)))).toBe('malformed');
  });

  test.each([
    ['a byte order mark', Buffer.from('\uFEFF{"a":1}')],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
    ['a byte that starts nothing', Buffer.from([0x22, 0xff, 0x22])],
    ['an overlong slash', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['a character cut short', Buffer.from([0x22, 0xe2, 0x82, 0x22])],
    ['nothing', Buffer.alloc(0)],
    ['Latin-1', Buffer.from('{"name":"M\u00fcller"}', 'latin1')],
  ])('if its bytes are %s', (_what, bytes) => {
    expect(codeOf(parseJsonBody(bytes))).toBe('malformed');
  });

  test.each(['{a:1}', "{'a':1}", '{"a":1,}', '[1,]', 'NaN', '01', '1 2', '{"a":1}//', '"\t"', 'undefined'])(
    'if it is invalid JSON: %s',
    (text) => {
      expect(codeOf(parse(text))).toBe('malformed');
    },
  );

  test.each([
    ['half a surrogate pair', '{"a":"\\ud800"}'],
    ['half a surrogate pair in a name', '{"\\udc00":1}'],
    ['a pair the wrong way round', '["\\ude00\\ud83d"]'],
    ['the zero character, which no column can store', '{"a":"x\\u0000y"}'],
    ['the zero character in a name', '{"a\\u0000":1}'],
  ])('if a text contains %s', (_what, text) => {
    expect(codeOf(parse(text))).toBe('malformed');
  });

  test('with a message that repeats nothing of it', () => {
    const parsed = parse('{"pin-code-4711":1,"pin-code-4711":2}');
    expect(JSON.stringify(parsed)).not.toContain('4711');
  });
});

test('parsing never throws, whatever the bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(['parsed', 'refused']).toContain(parseJsonBody(bytes).kind);
    }),
    { numRuns: 500 },
  );
  const jsonish = fc.array(
    fc.constantFrom('{', '}', '[', ']', ':', ',', '"', '\\', '"a"', '\\u0061', '1', ' '),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(jsonish, (pieces) => {
      expect(['parsed', 'refused']).toContain(parse(pieces.join('')).kind);
    }),
    { numRuns: 2_000 },
  );
});

test('a megabyte made to be slow is parsed quickly', () => {
  const members = Array.from({ length: 60_000 }, (_, index) => `"\\u0061${index}":1`);
  const text = `{${members.join(',')}}`;
  const ms = cpuMsOf(() => {
    expect(parse(text).kind).toBe('parsed');
  });
  expect(ms).toBeLessThan(1_000);
});
