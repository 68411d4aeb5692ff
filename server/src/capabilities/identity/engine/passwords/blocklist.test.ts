import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validatePassword } from '#capabilities/identity/domain/passwords/password-policy.ts';
import { candidateForms } from '#capabilities/identity/domain/passwords/word-forms.ts';
import { digestBytes, openBlocklist } from './blocklist.ts';

const blocklist = await openBlocklist();
const folder = new URL('../../../../../passwords/', import.meta.url);

describe('the blocklist', () => {
  test('has at least the hundred thousand words that the specification requires', () => {
    expect(blocklist.size).toBeGreaterThanOrEqual(100_000);
  });

  test('is sorted, without duplicates, and matches its README', async () => {
    const bytes = await readFile(new URL('blocklist.bin', folder));
    const text = await readFile(new URL('README.md', folder), 'utf8');
    let disorder = 0;
    for (let start = digestBytes; start < bytes.length; start += digestBytes) {
      const order = bytes.compare(bytes, start - digestBytes, start, start, start + digestBytes);
      if (order <= 0) disorder += 1;
    }
    expect(disorder).toBe(0);
    expect(text).toContain(hash('sha256', bytes));
    expect(text.replaceAll(',', '')).toContain(String(bytes.length / digestBytes));
  });

  test.each([
    'password',
    '123456',
    'qwerty',
    'letmein',
    'iloveyou',
    'dragon',
    'PASSWORD',
    'P4ssw0rd',
    'Pässwörd',
    'password!2024!2025',
    '20242025password',
    'sunshine.........',
    '$un$hine19990101',
    'football',
    'monkey 1234567890',
    'Correct horse battery staple!',
    'Sein oder Nichtsein',
    'Sesam, öffne dich!',
    'это мой пароль',
  ])('contains %j', (word) => {
    expect(blocklist.has(word)).toBe(true);
  });

  test.each([
    'tortoise lamp violin',
    'vK7#pLq2!zRw9$Tm',
    'seven grey herons at dusk',
    'ключ от старого дома',
    '',
  ])('does not contain %j', (word) => {
    expect(blocklist.has(word)).toBe(false);
  });

  test('contains words as they are, not derived ones', () => {
    expect(blocklist.includesWord('Password')).toBe(true);
    expect(blocklist.includesWord('password!2024!2025')).toBe(false);
  });

  test('finds a common word whatever its case and the digits after it', () => {
    const common = fc.constantFrom('password', 'dragon', 'sunshine', 'letmein', 'football', 'charlie');
    fc.assert(
      fc.property(common, fc.stringMatching(/^[0-9!.]{0,20}$/), (word, padding) => {
        expect(blocklist.has(`${word}${padding}`)).toBe(true);
        expect(blocklist.has(`${padding}${word.toUpperCase()}`)).toBe(true);
      }),
    );
  });
});

describe('a password that is not in the blocklist', () => {
  /** Reproducible, and in no blocklist. */
  const randomWord = (index: number): string => hash('sha256', `sample ${index}`, 'base64url').slice(0, 20);
  const sampleSize = 50_000;

  test('is a false positive less often than once in ten thousand, computed for all its forms', () => {
    const forms = Array.from({ length: 1_000 }, (_, index) => candidateForms(randomWord(index)).length);
    const perForm = blocklist.size / 256 ** digestBytes;
    expect(perForm).toBeLessThan(1e-6);
    expect(perForm * Math.max(...forms)).toBeLessThan(1e-4);
  });

  test('is a false positive less often than once in ten thousand, counted', () => {
    const matches = Array.from({ length: sampleSize }, (_, index) => randomWord(index)).filter(
      blocklist.includesWord,
    );
    expect(matches.length).toBeLessThan(sampleSize / 10_000);
  });

  test('passes the whole validation', () => {
    const refused = Array.from({ length: 2_000 }, (_, index) => randomWord(index)).filter(
      (password) =>
        validatePassword({
          password,
          personalWords: ['muller', 'lindenbank', '1984'],
          lengthMin: 15,
          lengthMax: 128,
          isBlocklisted: blocklist.has,
        }).length > 0,
    );
    // About one in ten thousand may contain the year by chance.
    expect(refused.length).toBeLessThanOrEqual(2);
  });
});

describe('words a bank adds', () => {
  test('count in all their forms, in addition to the others', async () => {
    const own = await openBlocklist({ extraWords: ['Lindenbäumchen', ''] });
    expect(own.size).toBe(blocklist.size + 1);
    expect(own.has('l1ndenbaumchen2026')).toBe(true);
    expect(blocklist.has('l1ndenbaumchen2026')).toBe(false);
    expect(own.has('password')).toBe(true);
    expect(own.has('')).toBe(false);
  });

  test('are limited in number', async () => {
    const tooMany = Array.from({ length: 100_001 }, (_, index) => `word ${index}`);
    await expect(openBlocklist({ extraWords: tooMany })).rejects.toThrow('too many extra blocklist words');
  });
});
