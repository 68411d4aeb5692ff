import { describe, expect, test } from 'vitest';
import { mapDefined, mapNullable, omitUndefined, present, unlessBlank, unlessEmpty } from './members.ts';

describe('given', () => {
  test('leaves out what is undefined, and nothing else', () => {
    const written = omitUndefined({ a: 1, b: undefined, c: null, d: '', e: 0, f: false });
    expect(Object.keys(written)).toEqual(['a', 'c', 'd', 'e', 'f']);
    expect(written).toStrictEqual({ a: 1, c: null, d: '', e: 0, f: false });
  });

  test('leaves the order, the values and the original as they are', () => {
    const inner = { x: undefined };
    const original = { b: inner, a: undefined };
    const written = omitUndefined(original);
    expect(written.b).toBe(inner);
    expect(Object.keys(original)).toEqual(['b', 'a']);
    expect(Object.keys(omitUndefined({ z: 1, y: undefined, a: 2 }))).toEqual(['z', 'a']);
  });

  test('of nothing is an object with nothing in it', () => {
    expect(omitUndefined({})).toStrictEqual({});
    expect(omitUndefined({ a: undefined })).toStrictEqual({});
  });
});

describe('maybe', () => {
  test('translates what is there, even when it says nothing', () => {
    expect(mapDefined(2, (value) => value * 2)).toBe(4);
    expect(mapDefined('', (text) => `${text}!`)).toBe('!');
    expect(mapDefined<number | null, string>(null, String)).toBe('null');
  });

  test('does not ask about what is absent', () => {
    const asked: unknown[] = [];
    expect(mapDefined<string, number>(undefined, (value) => asked.push(value))).toBeUndefined();
    expect(asked).toEqual([]);
  });
});

describe('merge', () => {
  test('tells absent, null and a value apart', () => {
    const twice = (value: number): number => value * 2;
    expect(mapNullable(undefined, twice)).toBeUndefined();
    expect(mapNullable(null, twice)).toBeNull();
    expect(mapNullable(0, twice)).toBe(0);
    expect(mapNullable(3, twice)).toBe(6);
  });
});

describe('nothing', () => {
  test('stands for an object in which there is nothing', () => {
    expect(unlessEmpty({})).toBeUndefined();
    const full = { a: undefined };
    expect(unlessEmpty(full)).toBe(full);
  });

  test('stands for a text of blanks', () => {
    expect(['', ' ', '\t\n\u00a0'].map((text) => unlessBlank(text))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(unlessBlank(undefined)).toBeUndefined();
    expect(unlessBlank(' a ')).toBe(' a ');
  });

  test('is taken out of lists, in their order', () => {
    expect(present([undefined, 2, undefined, 0, 1])).toEqual([2, 0, 1]);
    expect(present([null, '', false, undefined])).toEqual([null, '', false]);
    expect(present([])).toEqual([]);
  });
});
