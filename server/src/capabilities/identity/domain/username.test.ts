import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isReservedUsername, normalizeUsername } from './username.ts';

test('a username has 5 to 64 lower-case letters, digits and a few symbols, and starts with a letter or digit', () => {
  for (const good of ['abcde', 'a.b-c_d@e+f', '12345', 'a'.repeat(64), 'Anna.Jansen', 'usr.anna'])
    expect([good, normalizeUsername(good)]).toEqual([good, good.toLowerCase()]);
  for (const bad of [
    '',
    'abcd',
    'a'.repeat(65),
    '.abcd',
    '-abcd',
    '_abcd',
    'ab cd',
    'abcdé',
    'аbcde',
    'abcd\u0000',
    'abcd\n',
    '\nabcde',
    'abcde\n',
    'ab/cd',
    'ab\\cd',
    'abc<d>',
    "abc'd",
    'abcd\u200b',
    '\ud800abcd',
    'ＡＢＣＤＥ',
    'usr_abcd',
    'USR_abcd',
    'ab%cd',
  ])
    expect([bad, normalizeUsername(bad)]).toEqual([bad, undefined]);
});

test('the Kelvin sign and the dotted I become no other letters', () => {
  // NFC and lower case of the Kelvin sign give an ordinary k: one person, one username.
  expect(normalizeUsername('\u212Aabcd')).toBe('kabcd');
  expect(normalizeUsername('\u0130abcd')).toBeUndefined();
});

test('a normalized username stays the same', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'aZ0._@+-\u212a\u00e9 '), minLength: 4, maxLength: 66 }),
      (text) => {
        const name = normalizeUsername(text);
        if (name === undefined) return;
        expect(normalizeUsername(name)).toBe(name);
        expect(name).toMatch(/^[a-z0-9][a-z0-9._@+\-]{4,63}$/v);
        expect(name.startsWith('usr_')).toBe(false);
      },
    ),
  );
});

test('usernames that suggest an official account are reserved', () => {
  for (const name of [
    'admin',
    'support',
    'security',
    'example-bank',
    'e.x.a.m.p.l.e.b.a.n.k',
    'my.examplebank.1',
  ])
    expect([name, isReservedUsername(name, 'Example Bank')]).toEqual([name, true]);
  for (const name of ['anna.jansen', 'example', 'administrators'])
    expect([name, isReservedUsername(name, 'Example Bank')]).toEqual([name, false]);
  // The short name of a bank would reserve too many usernames.
  expect(isReservedUsername('bingo', 'ING')).toBe(false);
});
