/** Latin letters that Unicode normalization does not decompose. */
const latin: readonly (readonly [letters: string, folded: string])[] = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ɔɵ', 'o'],
  ['łƚɫ', 'l'],
  ['đðɖɗ', 'd'],
  ['þ', 'th'],
  ['ıɨ', 'i'],
  ['ĸƙ', 'k'],
  ['ŋɲɳ', 'n'],
  ['ħ', 'h'],
  ['ŧƭ', 't'],
  ['ɓƀ', 'b'],
  ['ƈȼ', 'c'],
  ['əɛɇ', 'e'],
  ['ƒ', 'f'],
  ['ǥɠ', 'g'],
  ['ɉ', 'j'],
  ['ⱥ', 'a'],
  ['ʉ', 'u'],
  ['ƴɏ', 'y'],
  ['ƶ', 'z'],
];

// GAP: one Latin spelling for all Cyrillic alphabets: the scholarly one without its accents, because it is also how
// Serbian is written in Latin letters, and Serbian names come in both scripts. Each letter is mapped on its own, so
// that the prefix of a word stays the prefix of its folded form. ADR-0028
const cyrillic: readonly (readonly [letters: string, folded: string])[] = [
  ['аәӑӓ', 'a'],
  ['б', 'b'],
  ['в', 'v'],
  ['гґғѓ', 'g'],
  ['дђ', 'd'],
  ['еёэ', 'e'],
  ['є', 'je'],
  ['жзҙѕ', 'z'],
  ['иі', 'i'],
  ['ї', 'ji'],
  ['йј', 'j'],
  ['кќқҡ', 'k'],
  ['л', 'l'],
  ['љ', 'lj'],
  ['м', 'm'],
  ['нң', 'n'],
  ['њ', 'nj'],
  ['оө', 'o'],
  ['п', 'p'],
  ['р', 'r'],
  ['сҫш', 's'],
  ['щ', 'sc'],
  ['т', 't'],
  ['уўұү', 'u'],
  ['ф', 'f'],
  ['хһҳ', 'h'],
  ['цчћҷ', 'c'],
  ['џ', 'dz'],
  ['ъьӏ', ''],
  ['ы', 'y'],
  ['ю', 'ju'],
  ['я', 'ja'],
];

/** Greek as in passports, letter by letter; pairs with an upsilon have their own rule. */
const greek: readonly (readonly [letters: string, folded: string])[] = [
  ['α', 'a'],
  ['β', 'v'],
  ['γ', 'g'],
  ['δ', 'd'],
  ['ε', 'e'],
  ['ζ', 'z'],
  ['ηι', 'i'],
  ['θ', 'th'],
  ['κ', 'k'],
  ['λ', 'l'],
  ['μ', 'm'],
  ['ν', 'n'],
  ['ξ', 'x'],
  ['οω', 'o'],
  ['π', 'p'],
  ['ρ', 'r'],
  ['σς', 's'],
  ['τ', 't'],
  ['υϋΰ', 'y'],
  ['φ', 'f'],
  ['χ', 'ch'],
  ['ψ', 'ps'],
];

/** Arabic letters with several spellings, and the digits; the tatweel only stretches a word. */
const arabic: readonly (readonly [letters: string, folded: string])[] = [
  ['ٱ', 'ا'],
  ['ىیې', 'ي'],
  ['ةہەھ', 'ه'],
  ['ک', 'ك'],
  ['ـ', ''],
  ...Array.from({ length: 10 }, (_, digit): readonly [string, string] => [
    String.fromCodePoint(0x06_60 + digit, 0x06_f0 + digit),
    String(digit),
  ]),
];

const firstHiragana = 0x30_41;
const lastHiragana = 0x30_96;
const toKatakana = 0x60;

const hiragana = Array.from(
  { length: lastHiragana - firstHiragana + 1 },
  (_, place): readonly [string, string] => [
    String.fromCodePoint(firstHiragana + place),
    String.fromCodePoint(firstHiragana + place + toKatakana),
  ],
);

/** Maps a lower-case letter to its searched form, where that is another letter, several or none. */
export const foldedLetters: ReadonlyMap<string, string> = new Map(
  [...latin, ...cyrillic, ...greek, ...arabic, ...hiragana].flatMap(([letters, folded]) =>
    Array.from(letters.normalize('NFC'), (letter): [string, string] => [letter, folded]),
  ),
);
