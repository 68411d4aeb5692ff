import { codePoints, foldWord } from './word-forms.ts';

/** Rows and diagonals of common keyboards, and the alphabet. Each is also read backwards. */
const tracks: readonly string[] = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '`1234567890-=',
  '!@#$%^&*()_+',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
  'qwertzuiopü',
  'yxcvbnm,.-',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
  ...'1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 8ik, 9ol. 0p;/'.split(' '),
];

const neighbours: ReadonlySet<string> = new Set(tracks.flatMap((track) => pairsOf(Array.from(track))));

/** Repeating a block of at most this length adds no strength. */
const shortBlockMax = 8;
/** Two adjacent characters can be a coincidence; three are a run. */
const runLengthMin = 3;
/** A secret made of at most this many pieces is guessed piece by piece, whatever its length. */
const piecesMax = 5;
/** Shorter texts are checked by their length only. */
const patternLengthMin = 8;

/** Returns the shortest block whose repetition gives the whole text; the last repetition may be incomplete. */
export function repeatedBlock(text: string): string {
  const signs = Array.from(text);
  const borders: number[] = [0];
  for (let index = 1; index < signs.length; index += 1) {
    let border = borders[index - 1] ?? 0;
    while (border > 0 && signs[index] !== signs[border]) border = borders[border - 1] ?? 0;
    borders.push(signs[index] === signs[border] ? border + 1 : 0);
  }
  return signs.slice(0, signs.length - (borders.at(-1) ?? 0)).join('');
}

/**
 * Returns whether a text is one character or a short block repeated, or mostly runs along the keyboard or the alphabet.
 */
export function isTrivialPattern(text: string): boolean {
  const signs = Array.from(foldWord(text));
  if (signs.length < runLengthMin) return false;
  const block = codePoints(repeatedBlock(signs.join('')));
  if (block === 1) return true;
  if (signs.length < patternLengthMin) return countPieces(signs) === 1;
  if (block <= shortBlockMax && signs.length * 2 >= block * 3) return true;
  return readings(signs).some((way) => countPieces(way) <= piecesMax);
}

/**
 * Returns the text as it is, with doubled characters read once, and with two interleaved texts read one after the
 * other.
 */
function readings(signs: readonly string[]): readonly (readonly string[])[] {
  const single = signs.filter((sign, index) => sign !== signs[index - 1]);
  const woven = [0, 1].flatMap((start) => signs.filter((_, index) => index % 2 === start));
  return [signs, single, woven];
}

/** Counts pieces: a run is one piece, and so is every character outside a run. */
function countPieces(signs: readonly string[]): number {
  let pieces = 0;
  let index = 0;
  while (index < signs.length) {
    const length = runLength(signs, index);
    index += length >= runLengthMin ? length : 1;
    pieces += 1;
  }
  return pieces;
}

/** Returns how many characters from here on follow one rule: all equal, all forwards or all backwards on one track. */
function runLength(signs: readonly string[], start: number): number {
  const follows = [
    (before: string, after: string) => before === after,
    (before: string, after: string) => neighbours.has(`${before}${after}`),
    (before: string, after: string) => neighbours.has(`${after}${before}`),
  ];
  const lengths = follows.map((isNext) => {
    let end = start + 1;
    while (end < signs.length && isNext(signs[end - 1] ?? '', signs[end] ?? '')) end += 1;
    return end - start;
  });
  return Math.max(...lengths);
}

function pairsOf(track: readonly string[]): readonly string[] {
  return track.slice(1).map((sign, index) => `${track[index] ?? ''}${sign}`);
}
