import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldName, foldWords } from './folding.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  // Includes lone surrogates, which JSON allows.
  fc.array(fc.nat(0xff_ff), { maxLength: 100 }).map((units) => String.fromCharCode(...units)),
);

describe('words', () => {
  test.each([
    ['', []],
    ['  ', []],
    ['Anna Maria', ['anna', 'maria']],
    ['Müller-Lüdenscheidt', ['muller', 'ludenscheidt']],
    ["O'Neil O’Neil O´Neil Oʼneil", ['oneil', 'oneil', 'oneil', 'oneil']],
    ['Smith & Sons (Ltd.) 24/7', ['smith', 'sons', 'ltd', '24', '7']],
    ['STRASSE Straße STRAẞE', ['strasse', 'strasse', 'strasse']],
    ['Søren Łukasz Đorđe', ['soren', 'lukasz', 'dorde']],
    ['Ægir Cœur Þór Eiður', ['aegir', 'coeur', 'thor', 'eidur']],
    ['İSTANBUL Isparta ısparta', ['istanbul', 'isparta', 'isparta']],
    ['ＡＢＣ　１２３ ﬁn Ⅳ', ['abc', '123', 'fin', 'iv']],
    ['Nguyễn Văn Đức', ['nguyen', 'van', 'duc']],
    ['Paral·lel', ['parallel']],
    ['co\u00adoperate', ['cooperate']],
    ['🙂 Ann 🙂', ['ann']],
    ['Шарић Ђорђевић Љиљана Његош Џон', ['saric', 'dordevic', 'ljiljana', 'njegos', 'dzon']],
    ['Šarić Đorđević Ljiljana Njegoš Džon', ['saric', 'dordevic', 'ljiljana', 'njegos', 'dzon']],
    ['Николай Щукин Объездов', ['nikolaj', 'scukin', 'obezdov']],
    ['Київ Ґалаґан Єва', ['kijiv', 'galagan', 'jeva']],
    ['Ќосе Ѓорѓи', ['kose', 'gorgi']],
    ['Παπαδόπουλος ΠΑΥΛΟΣ Ευαγγελία Θεοχάρης', ['papadopoulos', 'pavlos', 'evaggelia', 'theocharis']],
    ['Ταΰγετος Ψυχή', ['taygetos', 'psychi']],
    ['أحمد إبراهيم آمنة', ['احمد', 'ابراهيم', 'امنه']],
    ['مُحَمَّد علـــى علی', ['محمد', 'علي', 'علي']],
    ['شارع ٣٤ ۵۶', ['شارع', '34', '56']],
    ['שָׁלוֹם', ['שלום']],
    ['すずき ｽｽﾞｷ スズキ', ['スズキ', 'スズキ', 'スズキ']],
    ['ジョン・スミス', ['ジョン', 'スミス']],
    ['김철수', ['김철수']],
    ['王小明', ['王小明']],
    ['सीता शर्मा', ['सीता', 'शर्मा']],
    ['สมชาย', ['สมชาย']],
  ])('of %j are %j', (text, words) => {
    expect(foldWords(text)).toEqual(words);
    expect(foldWords(text.normalize('NFD'))).toEqual(words);
  });

  test('are at most forty, of forty letters each', () => {
    expect(foldWords('a '.repeat(100))).toHaveLength(40);
    expect(foldWords('a'.repeat(100))).toEqual(['a'.repeat(40)]);
    expect(foldWords('𠮷'.repeat(100))).toEqual(['𠮷'.repeat(40)]);
  });

  test('have no spaces, are not empty, not too many and not too long, for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const words = foldWords(text);
        expect(words.length).toBeLessThanOrEqual(40);
        for (const word of words) {
          expect(word).toMatch(/^[\p{L}\p{M}\p{N}]+$/u);
          expect(Array.from(word).length).toBeLessThanOrEqual(40);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('have equal prefixes when the texts have: a typed prefix finds the full name', () => {
    const letters = 'abcéøßščжшљњхЂџюящїЙіґουαυευθψχأىةあがザ김한7';
    const word = fc.string({ unit: fc.constantFrom(...Array.from(letters)), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(word, fc.nat(12), (whole, length) => {
        const beginning = Array.from(whole).slice(0, length).join('');
        expect(foldName(whole).startsWith(foldName(beginning))).toBe(true);
      }),
    );
  });

  test('of a very long text are computed quickly', () => {
    const started = performance.now();
    foldWords('\u0301a\u0323'.repeat(100_000));
    foldWords('ﷺ'.repeat(20_000));
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('a folded name', () => {
  test('has its words with one space between them', () => {
    expect(foldName('  Ana-Marija   Đorđević ')).toBe('ana marija dordevic');
  });

  test('does not change when it is folded again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = foldName(text);
        expect(foldName(folded)).toBe(folded);
        expect(foldWords(folded)).toEqual(foldWords(text));
      }),
      { numRuns: 2_000 },
    );
  });

  test('does not change either for any single letter of the planes in use', () => {
    const unstable: string[] = [];
    for (let codePoint = 0; codePoint < 0x2_00_00; codePoint += 1) {
      // Ideographs and Korean syllables are very many and all alike.
      if (codePoint === 0x34_00 || codePoint === 0x4e_00) codePoint += 0x19_00;
      if (codePoint === 0xac_00) codePoint += 0x2b_00;
      const folded = foldName(`a${String.fromCodePoint(codePoint)}`);
      if (foldName(folded) !== folded) unstable.push(codePoint.toString(16));
    }
    expect(unstable).toEqual([]);
  });

  test('is the same in capitals, composed or not', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aäéñøßšłđæжљёйουλύς '), maxLength: 30 }), (text) => {
        expect(foldName(text.normalize('NFD'))).toBe(foldName(text));
        expect(foldName(text.toUpperCase())).toBe(foldName(text));
      }),
    );
  });
});
