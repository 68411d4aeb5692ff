import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  normalizePassword,
  type PasswordCandidate,
  passwordErrors,
  validatePassword,
} from './password-policy.ts';
import { candidateForms } from './word-forms.ts';

const listed = new Set(['password', 'basketball', 'letmein', '123456', 'correcthorsebatterystaple']);
const ofPolicy = {
  personalWords: ['muller', 'lindenbank'],
  lengthMin: 15,
  lengthMax: 128,
  isBlocklisted: (word: string) => candidateForms(word).some((form) => listed.has(form)),
} satisfies Omit<PasswordCandidate, 'password'>;

const errorsOf = (password: string): readonly string[] => validatePassword({ ...ofPolicy, password });

describe('a password', () => {
  test.each([
    ['tortoise lamp violin', []],
    ['   tortoise   lamp   ', []],
    ['vK7#pLq2!zRw9$T', []],
    ['ключ от старого дома', []],
    ['🐢🪔🎻🍋🧊🚲🪁🧵🪵🧭🪺🫖🪸🧿🪕', []],
    ['tortoise lamp', ['too-short']],
    ['', ['too-short']],
    ['password', ['too-short', 'blocklisted']],
    ['password1234567', ['blocklisted']],
    ['P@ssw0rd!!!!!!!!!!', ['blocklisted']],
    ['basketballbasketball', ['blocklisted']],
    ['Basketball#1Basketball#1', ['blocklisted']],
    ['basketballbasketballbask', ['blocklisted']],
    ['correct horse battery staple', ['blocklisted']],
    ['letmeinletmein1', ['blocklisted']],
    ['1!LetMeInLetMeIn1!', ['blocklisted']],
    ['20xyzxyzxyzxyz26', ['blocklisted']],
    ['abc9283746582910', []],
    ['qwertyuiop123456', ['blocklisted']],
    ['000000000000000', ['blocklisted']],
    ['the Müller house', ['contains-personal-data']],
    ['müllermüllermüller', ['blocklisted', 'contains-personal-data']],
    ['müller', ['too-short', 'contains-personal-data']],
    ['x'.repeat(129), ['too-long']],
  ])('%j: %j', (password, errors) => {
    expect(errorsOf(password)).toEqual(errors);
  });

  test('is counted in code points after normalization', () => {
    const signs = '🐢🪔🎻🍋🧊🚲🪁🧵🪵🧭🪺🫖🪸🧿';
    expect(errorsOf(signs)).toEqual(['too-short']);
    expect(errorsOf(`${signs}e\u0301`)).toEqual([]);
    expect(errorsOf(`${signs.slice(0, -2)}e\u0301`)).toEqual(['too-short']);
    const long = Array.from(
      { length: 64 },
      (_, index) => `e\u0301${String.fromCodePoint(0x4e00 + index * 7)}`,
    );
    expect(errorsOf(long.join(''))).toEqual([]);
    expect(errorsOf(`${long.join('')}!`)).toEqual(['too-long']);
  });

  test('is too short or too long exactly beyond its limits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 140 }), (password) => {
        const length = Array.from(password.normalize('NFC')).length;
        expect(errorsOf(password).includes('too-short')).toBe(length < 15);
        expect(errorsOf(password).includes('too-long')).toBe(length > 128);
      }),
    );
  });

  test('has each error once and in the order of the catalogue', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'muller', 'password', '1', ' ', 'é') }),
        (password) => {
          const errors = errorsOf(password);
          expect(errors).toEqual(passwordErrors.filter((error) => errors.includes(error)));
        },
      ),
    );
  });

  test('derived from a common one by digits, case or repetition is refused', () => {
    const common = fc.constantFrom(...listed).filter((word) => /^[a-z]/.test(word));
    fc.assert(
      fc.property(
        common,
        fc.stringMatching(/^\d{7,20}$/),
        fc.integer({ min: 2, max: 5 }),
        (word, digits, times) => {
          const built = [
            `${word}${digits}`,
            `${digits}${word}`,
            word.toUpperCase() + digits,
            word.repeat(times),
          ];
          for (const password of built) expect(errorsOf(password)).toContain('blocklisted');
        },
      ),
    );
  });
});

describe('normalization', () => {
  test('changes only the encoding of accents', () => {
    expect(normalizePassword('  e\u0301  ﬁ  ')).toBe('  é  ﬁ  ');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const normal = normalizePassword(text);
        expect(normalizePassword(normal)).toBe(normal);
        expect(normalizePassword(text.normalize('NFD'))).toBe(normal);
        expect(normal.normalize('NFD')).toBe(text.normalize('NFD'));
      }),
    );
  });
});
