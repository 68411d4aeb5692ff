import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayLogin } from './display-login.ts';

const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 600 }),
  fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\u0000', '\u202e', '\u0301', '😀'), maxLength: 600 }),
  fc.string({ unit: 'grapheme', maxLength: 600 }),
  // Includes lone surrogates.
  fc
    .array(fc.integer({ min: 0, max: 0xff_ff }), { maxLength: 600 })
    .map((units) => String.fromCharCode(...units)),
);

describe('a displayed login', () => {
  test('is one short line of visible characters, for any input', () => {
    fc.assert(
      fc.property(anything, anything, (email, username) => {
        const shown = displayLogin({ sub: 'bea', email, preferred_username: username });
        expect(shown.length).toBeGreaterThan(0);
        expect(shown.length).toBeLessThanOrEqual(254);
        expect(shown.isWellFormed()).toBe(true);
        expect(shown).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]|^\s|\s$/u);
      }),
    );
  });

  test('does not change a valid text', () => {
    fc.assert(
      fc.property(anything, (email) => {
        const shown = displayLogin({ sub: 'bea', email });
        expect(displayLogin({ sub: 'bea', email: shown })).toBe(shown);
      }),
    );
  });

  test('has single spaces between words', () => {
    expect(displayLogin({ sub: 'bea', email: ' a \u0000\u202e\t b\u200bc\u2028d ' })).toBe('a bc d');
  });

  test('is not truncated within a character', () => {
    expect(displayLogin({ sub: 'bea', email: `${'e'.repeat(253)}😀` })).toBe('e'.repeat(253));
    expect(displayLogin({ sub: 'bea', email: `${'e'.repeat(252)}😀` })).toBe(`${'e'.repeat(252)}😀`);
  });

  test.each([
    [true, 'bea@example.test'],
    ['true', 'bea@example.test'],
    [undefined, 'bea@example.test'],
    [false, 'bea'],
    ['false', 'bea'],
  ])('is the address unless the provider marks it as unverified: %s', (isVerified, shown) => {
    const claims = { sub: 's', email: 'bea@example.test', preferred_username: 'bea' };
    expect(displayLogin({ ...claims, email_verified: isVerified })).toBe(shown);
  });
});
