/** Letters with two readings: the first as the language writes it out, the second with the mark dropped. */
export const twoReadings: Readonly<Record<string, readonly [string, string]>> = {
  ä: ['ae', 'a'],
  ö: ['oe', 'o'],
  ü: ['ue', 'u'],
  ø: ['oe', 'o'],
  å: ['aa', 'a'],
};

/** Letters that are no base letter with a mark. */
export const latinLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
  ŧ: 't',
  ĸ: 'k',
  ŀ: 'l',
  ſ: 's',
};

/** Bulgarian law on transliteration of 2009, and letters that only other languages have. */
export const cyrillicLetters: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sht',
  ъ: 'a',
  ь: 'y',
  ю: 'yu',
  я: 'ya',
  ё: 'e',
  ы: 'y',
  э: 'e',
  і: 'i',
  ї: 'yi',
  є: 'ye',
  ґ: 'g',
  ў: 'u',
  ђ: 'dj',
  ѓ: 'gj',
  ѕ: 'dz',
  ј: 'j',
  љ: 'lj',
  њ: 'nj',
  ћ: 'c',
  ќ: 'kj',
  џ: 'dzh',
};

/** ELOT 743, letter by letter. */
export const greekLetters: Readonly<Record<string, string>> = {
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
};

/** ELOT 743: pairs of letters. */
export const greekPairs: Readonly<Record<string, string>> = { γγ: 'ng', γξ: 'nx', γχ: 'nch' };

/** ELOT 743: υ after these is v, and f before a letter without voice or at the end of a word. */
export const greekBeforeY = new Set(['α', 'ε', 'η']);
export const greekWithoutVoice = new Set(['θ', 'κ', 'ξ', 'π', 'σ', 'ς', 'τ', 'φ', 'χ', 'ψ']);
