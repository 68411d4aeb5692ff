/** Letters that Unicode does not decompose into a base and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};

const leetLetters: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '€': 'e',
  '+': 't',
};

/** These stand for i as often as for l, so both are tried. */
const leetStrokes: ReadonlySet<string> = new Set(['1', '!', '|']);

/** A shorter stem is not checked: it says nothing about the original word. */
const stemLengthMin = 4;
/** Words may end in two equal letters; three are padding. */
const repeatsMin = 3;
const letter = /^\p{L}$/u;

/** Folds case, accents and width. */
export function foldWord(word: string): string {
  const bare = word.normalize('NFKD').toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return bare.replaceAll(/[ßæœøłđðþħı]/gu, (letter) => plainLetters[letter] ?? letter).normalize('NFC');
}

/** Returns a folded word with digits and symbols read as letters; includes the word itself. */
export function leetForms(folded: string): readonly string[] {
  const read = (stroke: string): string =>
    Array.from(folded, (sign) => (leetStrokes.has(sign) ? stroke : (leetLetters[sign] ?? sign))).join('');
  return [...new Set([folded, read('i'), read('l')])];
}

/** Returns a folded word without separators: spaces, dots, dashes. */
export function squeeze(folded: string): string {
  return folded.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Returns the words from which a person may have derived this one. The blocklist is checked for each of them. */
export function candidateForms(word: string): readonly string[] {
  const folded = foldWord(word);
  const stems = new Set([...stemsOf(folded), ...stemsOf(squeeze(folded))]);
  const forms = [...stems].flatMap((stem) => leetForms(stem).flatMap((form) => [form, squeeze(form)]));
  return [...new Set(forms)].filter((form) => form === folded || codePoints(form) >= stemLengthMin);
}

/** Returns a folded word without the digits and symbols around it. */
export function coreOf(folded: string): string {
  const signs = Array.from(folded);
  return signs.slice(Math.max(0, signs.findIndex(isLetter)), signs.findLastIndex(isLetter) + 1).join('');
}

function stemsOf(folded: string): readonly string[] {
  const signs = Array.from(folded);
  const end = signs.findLastIndex(isLetter) + 1;
  const start = Math.max(0, signs.findIndex(isLetter));
  // The last character is repeated: either all of the repetitions are padding, or all but the first.
  const repeats = signs.findLastIndex((sign) => sign !== signs.at(-1)) + 1;
  const isPadded = signs.length - repeats >= repeatsMin;
  const cuts: readonly (readonly [number, number])[] = [
    [0, signs.length],
    [0, end],
    [start, signs.length],
    [start, end],
    ...(isPadded
      ? ([
          [0, repeats],
          [0, repeats + 1],
        ] as const)
      : []),
  ];
  return cuts.map(([from, to]) => signs.slice(from, to).join(''));
}

function isLetter(sign: string): boolean {
  return letter.test(sign);
}

/** Returns the length in code points, which is how people count characters. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}
