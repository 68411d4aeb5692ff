import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validatePassword } from '#capabilities/identity/domain/passwords/password-policy.ts';
import { candidateForms } from '#capabilities/identity/domain/passwords/word-forms.ts';
import { digestBytes, openBlocklist } from './blocklist.ts';

const blocklist = await openBlocklist();
const folder = new URL('../../../../../passwords/', import.meta.url);

describe('the list of common passwords', () => {
  test('has at least the hundred thousand words the specification asks for', () => {
    expect(blocklist.size).toBeGreaterThanOrEqual(100_000);
  });

  test('is in order, each digest once, and the one its README describes', async () => {
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
  ])('knows %j', (word) => {
    expect(blocklist.has(word)).toBe(true);
  });

  test.each([
    'tortoise lamp violin',
    'vK7#pLq2!zRw9$Tm',
    'seven grey herons at dusk',
    'ключ от старого дома',
    '',
  ])('does not know %j', (word) => {
    expect(blocklist.has(word)).toBe(false);
  });

  test('holds words as they are, not what is built on them', () => {
    expect(blocklist.holds('Password')).toBe(true);
    expect(blocklist.holds('password!2024!2025')).toBe(false);
  });

  test('knows a common word whatever its case and the digits after it', () => {
    const common = fc.constantFrom('password', 'dragon', 'sunshine', 'letmein', 'football', 'charlie');
    fc.assert(
      fc.property(common, fc.stringMatching(/^[0-9!.]{0,20}$/), (word, padding) => {
        expect(blocklist.has(`${word}${padding}`)).toBe(true);
        expect(blocklist.has(`${padding}${word.toUpperCase()}`)).toBe(true);
      }),
    );
  });
});

describe('a password that is not in the list', () => {
  /** Reproducible, and in nobody's list. */
  const randomWord = (index: number): string => hash('sha256', `stranger ${index}`, 'base64url').slice(0, 20);
  const strangers = 50_000;

  test('is taken for one of it less often than once in ten thousand, computed for all its forms', () => {
    const forms = Array.from({ length: 1_000 }, (_, index) => candidateForms(randomWord(index)).length);
    const perForm = blocklist.size / 256 ** digestBytes;
    expect(perForm).toBeLessThan(1e-6);
    expect(perForm * Math.max(...forms)).toBeLessThan(1e-4);
  });

  test('is taken for one of it less often than once in ten thousand, counted', () => {
    const taken = Array.from({ length: strangers }, (_, index) => randomWord(index)).filter(blocklist.holds);
    expect(taken.length).toBeLessThan(strangers / 10_000);
  });

  test('passes the whole judgement', () => {
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
    // One in some ten thousand may contain the year by chance.
    expect(refused.length).toBeLessThanOrEqual(2);
  });
});

describe('words a bank adds', () => {
  test('count in all their forms, beside the others', async () => {
    const own = await openBlocklist({ extraWords: ['Lindenbäumchen', ''] });
    expect(own.size).toBe(blocklist.size + 1);
    expect(own.has('l1ndenbaumchen2026')).toBe(true);
    expect(blocklist.has('l1ndenbaumchen2026')).toBe(false);
    expect(own.has('password')).toBe(true);
    expect(own.has('')).toBe(false);
  });

  test('are bounded', async () => {
    const tooMany = Array.from({ length: 100_001 }, (_, index) => `word ${index}`);
    await expect(openBlocklist({ extraWords: tooMany })).rejects.toThrow('too many words');
  });
});
