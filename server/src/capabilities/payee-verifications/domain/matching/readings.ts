import {
  cyrillicLetters,
  greekBeforeY,
  greekLetters,
  greekPairs,
  greekWithoutVoice,
  latinLetters,
  twoReadings,
} from './letters.ts';

/** How names are split into words: firms join letters with dots (`S.p.A.`), persons have initials. */
export type NameKind = 'person' | 'firm';

/** Separates the parts of a name that are read together. */
const partMark = '|';

const choicesMax = 3;
const apostrophes = /['’‘ʼʹ`´′]/gu;
const dottedLetters = /(?<![\p{L}\p{N}])\p{L}(?:\.\s?\p{L}(?![\p{L}\p{N}]))+\.?/gu;
const marks = /\p{M}/gu;
const notWord = /[^\p{L}\p{N}|]+/gu;

/** A letter with one reading, or with two and the key under which both are chosen together. */
type Unit = string | { readonly readings: readonly [string, string]; readonly letter: string };

/**
 * Returns the ways in which the parts of a name can be read in basic Latin letters, each part as its words. At most
 * eight: beyond three letters with two readings, equal letters are read alike.
 */
export function readingsOf(parts: readonly string[], kind: NameKind): readonly (readonly string[])[][] {
  const text = parts.map((part) => part.replaceAll(partMark, ' ')).join(partMark);
  return spellingsOf(unitsOf(folded(text, kind))).map((spelling) =>
    spelling.split(partMark).map((part) => part.split(' ').filter((word) => word !== '')),
  );
}

/** Returns the readings of a name without parts. */
export function wordsOf(text: string, kind: NameKind): readonly (readonly string[])[] {
  return readingsOf([text], kind).map(([words = []]) => words);
}

function folded(text: string, kind: NameKind): string {
  const plain = text.replaceAll(apostrophes, '').normalize('NFKC').toLowerCase().replaceAll(apostrophes, '');
  const joined =
    kind === 'firm' ? plain.replaceAll(dottedLetters, (run) => `${run.replaceAll(/[.\s]/gu, '')} `) : plain;
  return joined.replaceAll(notWord, (run) => (/^\p{M}+$/u.test(run) ? run : ' '));
}

function unitsOf(text: string): readonly Unit[] {
  const letters = Array.from(text);
  const units: Unit[] = [];
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] ?? '';
    const greek = isBasic(letter) ? undefined : greekUnit(letters, at);
    if (greek === undefined) units.push(unitOf(letter));
    else {
      units.push(greek.unit);
      at += greek.letters - 1;
    }
  }
  return units;
}

function isBasic(letter: string): boolean {
  return letter < '\u0080';
}

function unitOf(letter: string): Unit {
  if (isBasic(letter)) return letter;
  const two = twoReadings[letter];
  if (two !== undefined) return { readings: two, letter };
  return cyrillicLetters[letter] ?? latinLetters[letter] ?? withoutMarks(letter);
}

/** A base letter can be one of the tables itself: Đ with a mark. */
function withoutMarks(letter: string): string {
  const base = letter.normalize('NFD').replaceAll(marks, '');
  return latinLetters[base] ?? cyrillicLetters[base] ?? base;
}

interface GreekUnit {
  readonly unit: Unit;
  /** How many letters it stands for. */
  readonly letters: number;
}

function greekUnit(letters: readonly string[], at: number): GreekUnit | undefined {
  const first = greekBase(letters[at]);
  const single = greekLetters[first];
  if (single === undefined) return undefined;
  const second = greekBase(letters[at + 1]);
  const pair = greekPairs[first + second];
  if (pair !== undefined) return { unit: pair, letters: 2 };
  if (first === 'ο' && second === 'υ') return { unit: { readings: ['ou', 'oy'], letter: 'ου' }, letters: 2 };
  if (second === 'υ' && greekBeforeY.has(first)) {
    const isVoiceless = isWithoutVoice(greekBase(letters[at + 2]));
    return { unit: `${single}${isVoiceless ? 'f' : 'v'}`, letters: 2 };
  }
  return { unit: single, letters: 1 };
}

function isWithoutVoice(next: string): boolean {
  return greekWithoutVoice.has(next) || !(next in greekLetters);
}

function greekBase(letter = ''): string {
  return letter.normalize('NFD').replaceAll(marks, '');
}

function spellingsOf(units: readonly Unit[]): readonly string[] {
  const groups = groupsOf(units);
  const count = 2 ** Math.max(0, ...[...groups.values()].map((group) => group + 1));
  return Array.from({ length: count }, (_, choice) =>
    units.map((unit, at) => spelled(unit, (choice >> (groups.get(at) ?? 0)) & 1)).join(''),
  );
}

function spelled(unit: Unit, choice: number): string {
  if (typeof unit === 'string') return unit;
  return choice === 0 ? unit.readings[0] : unit.readings[1];
}

/** Returns by the place of each letter with two readings the group with which it is chosen. */
function groupsOf(units: readonly Unit[]): ReadonlyMap<number, number> {
  const open = units.flatMap((unit, at) => (typeof unit === 'string' ? [] : [{ at, letter: unit.letter }]));
  if (open.length <= choicesMax) return new Map(open.map(({ at }, group) => [at, group]));
  const letters = [...new Set(open.map(({ letter }) => letter))];
  return new Map(open.map(({ at, letter }) => [at, Math.min(letters.indexOf(letter), choicesMax - 1)]));
}
