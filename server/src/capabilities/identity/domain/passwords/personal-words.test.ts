import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { containsPersonalWord, type PersonalData, personalWordsOf } from './personal-words.ts';

const anna: PersonalData = {
  names: ['Ana', 'Müller-Østergård'],
  username: 'sunny.ana84',
  email: 'ana.mueller@post.rosengarten.example',
  phoneNumber: '+49 170 5551234',
  birthYear: 1984,
  bankName: 'Lindenbank AG',
  productName: 'Portico',
};

describe('a secret that contains personal data', () => {
  test.each([
    'the MULLER house on a hill',
    'the müller house on a hill',
    'the mu11er house on a hill',
    'østergård in the morning',
    '0stergard in the morning',
    'muller ostergard forever',
    'very sunny afternoon',
    'xx sunny.ana84 xx yy zz',
    'mueller wrote this one',
    'my Rosengarten blooms',
    'call 1705551 tomorrow',
    'call 170-555-1234 later',
    'summer of 1984 at sea',
    'I like the lindenbank app',
    'I like the L1nd3nb@nk app',
    'p0rtic0 opens the door',
    'dear ana, good evening',
    'dear-4na-good-evening',
  ])('is found: %j', (secret) => {
    expect(containsPersonalWord(secret, personalWordsOf(anna))).toBe(true);
  });

  test.each([
    'a banana a day keeps away',
    'tortoise lamp violin 47',
    'call 170 444 9876 later',
    'summer of 1985 at sea',
    'an agile lime tree',
  ])('is not found where it is not contained: %j', (secret) => {
    expect(containsPersonalWord(secret, personalWordsOf(anna))).toBe(false);
  });
});

describe('the words of a person', () => {
  test.each([
    [{ names: ['J', 'O', 'Ng'] }, []],
    [{ names: ['Lee'] }, ['lee']],
    [{ names: ['van der Berg'] }, ['van der berg', 'vanderberg', 'berg']],
    [{ names: ['王伟'] }, ['王伟']],
    [{ names: [''], username: '', email: '', phoneNumber: '' }, []],
    [{ email: 'jo@mail.co.uk' }, ['mail']],
    [{ email: 'no-at-sign' }, ['no-at-sign', 'noatsign', 'sign']],
    [{ phoneNumber: '+43 1 23456' }, ['431234', '312345', '123456']],
    [{ phoneNumber: '12345' }, []],
    [{}, []],
  ] satisfies readonly [PersonalData, readonly string[]][])('%j are %j', (data, words) => {
    expect(personalWordsOf(data)).toEqual(words);
  });

  test('of one or two letters refuse no secret', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z]{1,2}$/), fc.string({ maxLength: 128 }), (name, secret) => {
        expect(containsPersonalWord(`${secret} ${name} ${secret}`, [name])).toBe(false);
        expect(personalWordsOf({ names: [name] })).toEqual([]);
      }),
    );
  });

  test('of four letters or more are found anywhere and in every spelling', () => {
    const around = fc.string({ maxLength: 40 });
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{4,20}$/), around, around, (name, before, after) => {
        const words = personalWordsOf({ names: [name] });
        for (const written of [
          name,
          name.toUpperCase(),
          name.replaceAll('a', 'á'),
          name.replaceAll('o', '0'),
        ])
          expect(containsPersonalWord(`${before} ${written}${after.replace(/^\p{M}+/u, '')}`, words)).toBe(
            true,
          );
      }),
    );
  });

  test('in scripts where a character is a syllable count from two on', () => {
    expect(containsPersonalWord('我的朋友王伟住在北京的老城区里面', ['王伟'])).toBe(true);
    expect(containsPersonalWord('我的朋友住在北京的老城区里面的王', ['王'])).toBe(false);
  });
});
