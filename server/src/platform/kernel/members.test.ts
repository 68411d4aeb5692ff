import { describe, expect, test } from 'vitest';
import { mapDefined, mapNullable, omitUndefined, present, unlessBlank, unlessEmpty } from './members.ts';

describe('given', () => {
  test('omits undefined members, and nothing else', () => {
    const written = omitUndefined({ a: 1, b: undefined, c: null, d: '', e: 0, f: false });
    expect(Object.keys(written)).toEqual(['a', 'c', 'd', 'e', 'f']);
    expect(written).toStrictEqual({ a: 1, c: null, d: '', e: 0, f: false });
  });

  test('preserves the order, the values and the original', () => {
    const inner = { x: undefined };
    const original = { b: inner, a: undefined };
    const written = omitUndefined(original);
    expect(written.b).toBe(inner);
    expect(Object.keys(original)).toEqual(['b', 'a']);
    expect(Object.keys(omitUndefined({ z: 1, y: undefined, a: 2 }))).toEqual(['z', 'a']);
  });

  test('never sets a prototype', () => {
    const written: object = omitUndefined({ ['__proto__']: { isAdmin: true }, a: 1 });
    expect(written).toStrictEqual({ a: 1 });
    expect(Object.getPrototypeOf(written)).toBe(Object.prototype);
  });

  test('of an empty object is empty', () => {
    expect(omitUndefined({})).toStrictEqual({});
    expect(omitUndefined({ a: undefined })).toStrictEqual({});
  });
});

describe('maybe', () => {
  test('maps a defined value, even a falsy one', () => {
    expect(mapDefined(2, (value) => value * 2)).toBe(4);
    expect(mapDefined('', (text) => `${text}!`)).toBe('!');
    expect(mapDefined<number | null, string>(null, String)).toBe('null');
  });

  test('does not call the function for undefined', () => {
    const calls: unknown[] = [];
    expect(mapDefined<string, number>(undefined, (value) => calls.push(value))).toBeUndefined();
    expect(calls).toEqual([]);
  });
});

describe('merge', () => {
  test('distinguishes undefined, null and a value', () => {
    const twice = (value: number): number => value * 2;
    expect(mapNullable(undefined, twice)).toBeUndefined();
    expect(mapNullable(null, twice)).toBeNull();
    expect(mapNullable(0, twice)).toBe(0);
    expect(mapNullable(3, twice)).toBe(6);
  });
});

describe('nothing', () => {
  test('stands for an object without members', () => {
    expect(unlessEmpty({})).toBeUndefined();
    const full = { a: undefined };
    expect(unlessEmpty(full)).toBe(full);
  });

  test('stands for a blank text', () => {
    expect(['', ' ', '\t\n\u00a0'].map((text) => unlessBlank(text))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(unlessBlank(undefined)).toBeUndefined();
    expect(unlessBlank(' a ')).toBe(' a ');
  });

  test('is removed from lists, in their order', () => {
    expect(present([undefined, 2, undefined, 0, 1])).toEqual([2, 0, 1]);
    expect(present([null, '', false, undefined])).toEqual([null, '', false]);
    expect(present([])).toEqual([]);
  });
});
