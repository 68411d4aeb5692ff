import { codePoints, foldWord } from './word-forms.ts';

/** Rows and slanted columns of the keyboards people have, and the alphabet. Each is also read backwards. */
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

/** A block of this length or less adds nothing by being repeated. */
const shortBlockMax = 8;
/** Two signs beside each other happen; three are a run. */
const runLengthMin = 3;
/** Whatever its length, a secret made of so few pieces is guessed piece by piece. */
const piecesMax = 5;
/** Below this, few pieces are just a short word, and its length is judged elsewhere. */
const patternLengthMin = 8;

/** The shortest block that gives the whole text when repeated, its last time perhaps cut off. */
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

/** Whether a text is one sign or a short block repeated, or little more than runs along the keyboard or the alphabet. */
export function isTrivialPattern(text: string): boolean {
  const signs = Array.from(foldWord(text));
  if (signs.length < runLengthMin) return false;
  const block = codePoints(repeatedBlock(signs.join('')));
  if (block === 1) return true;
  if (signs.length < patternLengthMin) return countPieces(signs) === 1;
  if (block <= shortBlockMax && signs.length * 2 >= block * 3) return true;
  return waysToRead(signs).some((way) => countPieces(way) <= piecesMax);
}

/** As it stands, with doubled signs read once, and two texts woven into each other one after the other. */
function waysToRead(signs: readonly string[]): readonly (readonly string[])[] {
  const single = signs.filter((sign, index) => sign !== signs[index - 1]);
  const woven = [0, 1].flatMap((start) => signs.filter((_, index) => index % 2 === start));
  return [signs, single, woven];
}

/** A run counts as one piece, and so does every sign that belongs to none. */
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

/** How many signs from here on follow one rule: all the same, all forwards or all backwards on some track. */
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
