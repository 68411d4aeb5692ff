import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultPasskeyName, isCloned, passkeyName, passkeysMax } from './passkey.ts';

/** Includes lone surrogates. */
const unit = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point));
const counts = fc.integer({ min: 0, max: 2 ** 32 - 1 });

describe('the count of a passkey', () => {
  test.each([
    [0, 0, false],
    [0, 1, false],
    [1, 0, true],
    [1, 1, true],
    [1, 2, false],
    [7, 6, true],
  ])('of %i before and %i now: cloned is %s', (stored, now, cloned) => {
    expect(isCloned(stored, now)).toBe(cloned);
  });

  test('that grows never looks cloned', () => {
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 1000 }), (stored, more) => {
        expect(isCloned(stored, stored + more)).toBe(false);
      }),
    );
  });

  test('that was used once is never used again by a genuine device', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 32 - 1 }), counts, (stored, back) => {
        expect(isCloned(stored, Math.max(0, stored - back))).toBe(true);
      }),
    );
  });
});

describe('the name of a passkey', () => {
  test.each([
    ['  My phone ', 'My phone'],
    ['x', 'x'],
    ['👍', '👍'],
    ['e\u0301', 'é'],
    ['a'.repeat(50), 'a'.repeat(50)],
    ['😀'.repeat(50), '😀'.repeat(50)],
    ['می\u200Cخواهم', 'می\u200Cخواهم'],
  ])('%j is stored as %j', (typed, stored) => {
    expect(passkeyName(typed)).toBe(stored);
  });

  test.each([
    '',
    '   ',
    'a'.repeat(51),
    '😀'.repeat(51),
    ' '.repeat(501),
    'two\nlines',
    'nul\0',
    'turned \u202E round',
    '\u200D',
    '\u200B',
    'half \uD83D',
    'separated\u2028here',
  ])('%j is not a valid name', (typed) => {
    expect(passkeyName(typed)).toBeUndefined();
  });

  test('once normalized stays the same', () => {
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (typed) => {
        const stored = passkeyName(typed);
        if (stored === undefined) return;
        expect(passkeyName(stored)).toBe(stored);
        expect(Array.from(stored).length).toBeLessThanOrEqual(50);
      }),
    );
  });
});

describe('a passkey without a name', () => {
  const unknown = '00000000-0000-0000-0000-000000000000';

  test('is called after its vendor', () => {
    expect(defaultPasskeyName('fbfc3007-154e-4ecc-8c0b-6e020557d7bd', 'Safari on macOS')).toBe(
      'iCloud Keychain',
    );
  });

  test('of an unknown vendor is called after the browser', () => {
    expect(defaultPasskeyName(unknown, ' Firefox on Linux ')).toBe('Firefox on Linux');
  });

  test('always has a name that may be stored', () => {
    fc.assert(
      fc.property(fc.string({ unit }), (browser) => {
        const name = defaultPasskeyName(unknown, browser);
        expect(passkeyName(name)).toBe(name);
      }),
    );
    expect(defaultPasskeyName(unknown, '\0')).toBe('Passkey');
  });
});

test('a user has at most ten passkeys', () => {
  expect(passkeysMax).toBe(10);
});
