import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { candidateForms, codePoints, foldWord, leetForms } from './word-forms.ts';

describe('folding', () => {
  test.each([
    ['PassWord', 'password'],
    ['Contraseña', 'contrasena'],
    ['Straße', 'strasse'],
    ['ŁÓDŹ', 'lodz'],
    ['ｐａｓｓ', 'pass'],
    ['İstanbul', 'istanbul'],
    ['correct horse', 'correct horse'],
    ['пароль', 'пароль'],
    ['서울', '서울'],
  ])('makes %j %j', (word, folded) => {
    expect(foldWord(word)).toBe(folded);
  });

  test('leaves folded text unchanged, and folds both encodings of an accent to one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (word) => {
        const folded = foldWord(word);
        expect(foldWord(folded)).toBe(folded);
        expect(foldWord(word.normalize('NFD'))).toBe(foldWord(word.normalize('NFC')));
      }),
    );
  });
});

describe('the forms of a word', () => {
  test.each([
    ['P4ssw0rd', 'password'],
    ['password2024!!', 'password'],
    ['12345password', 'password'],
    ['2024Password!2025', 'password'],
    ['$unshine1999', 'sunshine'],
    ['p.a.s.s.w.o.r.d', 'password'],
    ['pass word 1234567', 'password'],
    ['passwordxxxxxxxx', 'password'],
    ['passworddddddddd', 'password'],
    ['1loveyou', 'iloveyou'],
    ['he110', 'hello'],
    ['Pässwörd', 'password'],
    ['123456', '123456'],
  ])('of %j have %j among them', (word, form) => {
    expect(candidateForms(word)).toContain(form);
  });

  test('never include a stem that is too short', () => {
    expect(candidateForms('abc9283746582910')).not.toContain('abc');
    fc.assert(
      fc.property(fc.string({ minLength: 4, maxLength: 128 }), (word) => {
        const folded = foldWord(word);
        const shorter = candidateForms(word).filter((form) => form !== folded && codePoints(form) < 4);
        expect(shorter).toEqual([]);
      }),
    );
  });

  test('always include the word itself, and are few', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 128 }), (word) => {
        const forms = candidateForms(word);
        expect(forms).toContain(foldWord(word));
        expect(forms.length).toBeLessThanOrEqual(80);
      }),
    );
  });

  test('read a stroke both ways', () => {
    expect(leetForms('1!')).toEqual(['1!', 'ii', 'll']);
  });
});
