import { describe, expect, test } from 'vitest';
import { canonicalObject } from './canonical-json.ts';

describe('the canonical text of a JSON object', () => {
  test('is equal for every order of members and every spelling', () => {
    const texts = [
      '{"b":[1.50,{"d":"é","c":null}],"a":true}',
      '{ "a" : true, "b": [1.50, {"c":null, "d":"\\u00e9"}] }',
    ];
    expect(texts.map(canonicalObject)).toEqual(
      Array.from(texts, () => '{"a":true,"b":[1.50,{"c":null,"d":"é"}]}'),
    );
  });

  test('differs for another value', () => {
    const texts = ['{"a":"1"}', '{"a":1}', '{"a":[1]}', '{"a":null}', '{"a":false}', '{"b":"1"}', '{}'];
    expect(new Set(texts.map(canonicalObject)).size).toBe(texts.length);
  });

  test.each([
    '',
    'text',
    '"text"',
    '[1]',
    'null',
    '{"a":1,"a":2}',
    '{"a":1',
    '{"a":"\\ud800"}\ud800',
    '{"a":"\ud800"}',
  ])('does not exist for %j', (text) => {
    expect(canonicalObject(text)).toBeUndefined();
  });
});
