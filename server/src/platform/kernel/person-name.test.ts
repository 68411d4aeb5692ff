import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOrganizationName, isPersonName, normalizeName } from './person-name.ts';

test.each([
  ['  Ana   Marija ', 'Ana Marija'],
  ['Ana\tMarija\n', 'Ana Marija'],
  ['Ana\u00a0\u3000Marija', 'Ana Marija'],
  ['Jose\u0301', 'José'],
  ['', ''],
])('%j is stored as %j', (text, name) => {
  expect(normalizeName(text)).toBe(name);
});

test('a stored name stays unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const name = normalizeName(text);
      expect(normalizeName(name)).toBe(name);
      expect(name).not.toMatch(/^\s|\s$|\s\s/);
    }),
  );
});

describe('the name', () => {
  test.each([
    'Ana',
    "O'Neil",
    'O’Neil',
    'Jean-Luc',
    'Dr. med. Müller, jun.',
    'Þórdís',
    'Шарић',
    '山田',
    'सीता',
    'Jose\u0301',
    'X',
  ])('%j is that of a person, and could be that of an organization', (text) => {
    expect(isPersonName(text)).toBe(true);
    expect(isOrganizationName(text)).toBe(true);
  });

  test.each(['3M', 'Smith & Sons', 'A/S', 'Bank (Wien)', 'C+C', '24/7', '1+1'])(
    '%j is that of an organization only',
    (text) => {
      expect(isPersonName(text)).toBe(false);
      expect(isOrganizationName(text)).toBe(true);
    },
  );

  test.each([
    '',
    ' ',
    '-',
    '...',
    "''",
    '&',
    '()',
    'A@B',
    'A#B',
    'A!',
    'A:B',
    '"A"',
    'A_B',
    'A\nB',
    'A\tB',
    '<b>',
    '🙂',
    'A\u202eB',
    'A;B',
    '½',
  ])('%j is not a name', (text) => {
    expect(isPersonName(text)).toBe(false);
    expect(isOrganizationName(text)).toBe(false);
  });
});
