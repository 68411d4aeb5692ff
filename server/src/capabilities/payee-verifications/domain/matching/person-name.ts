import { isLegalForm } from './legal-forms.ts';
import { bestOf, type NameMatch, noMatch } from './match-result.ts';
import { isNickname } from './nicknames.ts';
import { readingsOf, wordsOf } from './readings.ts';
import { isTypo } from './typo.ts';
import { particles, titles } from './word-tables.ts';

/** The name of a person, as the bank keeps it. */
export interface PersonName {
  readonly givenName: string;
  readonly middleName?: string | undefined;
  readonly surname: string;
  /** Surname at birth, and those of earlier times. */
  readonly formerSurnames: readonly string[];
}

/** One reading of a name on an account. */
interface HeldName {
  /** The first name: several words where it has a hyphen. */
  readonly first: readonly string[];
  /** Further first names and middle names. */
  readonly middle: readonly string[];
  readonly surname: readonly string[];
  /** The order of the bank: first names, then the surname. */
  readonly all: readonly string[];
}

/** SPEC xs2a-2026 2.6 rule 2: compares a name with that of a person. */
export function matchPerson(held: PersonName, given: string): NameMatch {
  const givenNames = givenReadings(given);
  const current = matchSurname(held, held.surname, givenNames);
  if (current.code === 'MTCH') return current;
  const isFormer = held.formerSurnames.some(
    (surname) => matchSurname(held, surname, givenNames).code === 'MTCH',
  );
  if (current.code === 'NMTC' && isFormer) return { code: 'CMTC', rule: '2.7' };
  return current;
}

function matchSurname(
  held: PersonName,
  surname: string,
  givenNames: readonly (readonly string[])[],
): NameMatch {
  const readings = heldReadings(held, surname);
  return bestOf(readings, (one) => bestOf(givenNames, (words) => matchReading(one, words)));
}

/** With and without titles: a title can be a name too. */
function givenReadings(given: string): readonly (readonly string[])[] {
  return wordsOf(given, 'person').flatMap((words) => {
    const bare = withoutTitles(words);
    return bare.length === words.length ? [words] : [words, bare];
  });
}

function withoutTitles(words: readonly string[]): readonly string[] {
  return words.filter((word) => !titles.has(word));
}

function heldReadings({ givenName, middleName = '' }: PersonName, surname: string): readonly HeldName[] {
  const [firstName = '', ...others] = givenName.trim().split(/\s+/u);
  return readingsOf([firstName, `${others.join(' ')} ${middleName}`, surname], 'person').map(
    ([first = [], middle = [], last = []]) => ({
      first,
      middle,
      surname: last,
      all: [...first, ...middle, ...last],
    }),
  );
}

type Rule = readonly [rule: NameMatch, applies: (held: HeldName, given: readonly string[]) => boolean];

/** In the order of their results: the first rule that applies decides. */
const rules: readonly Rule[] = [
  [{ code: 'MTCH', rule: '2.1' }, hasSameWords],
  [{ code: 'MTCH', rule: '2.2' }, isWrittenTogether],
  [{ code: 'CMTC', rule: '2.3' }, hasFittingInitials],
  [{ code: 'CMTC', rule: '2.4' }, hasExtraName],
  [{ code: 'CMTC', rule: '2.5' }, lacksParticles],
  [{ code: 'CMTC', rule: '2.6' }, hasHalfSurname],
  [{ code: 'CMTC', rule: '2.8' }, hasNickname],
  [{ code: 'CMTC', rule: '4' }, hasTypo],
];

function matchReading(held: HeldName, given: readonly string[]): NameMatch {
  if (held.first.length === 0 || held.surname.length === 0) return matchSingleName(held, given);
  return rules.find(([, applies]) => applies(held, given))?.[0] ?? noMatch;
}

/** Some people have one name alone; anything but that name is another person. */
function matchSingleName(held: HeldName, given: readonly string[]): NameMatch {
  return held.all.length > 0 && without(given, held.all)?.length === 0
    ? { code: 'MTCH', rule: '2.1' }
    : noMatch;
}

/** Returns the words without others, each taken once; undefined if one of them is not there. */
function without(words: readonly string[], taken: readonly string[]): readonly string[] | undefined {
  const left = [...words];
  for (const word of taken) {
    const place = left.indexOf(word);
    if (place === -1) return undefined;
    left.splice(place, 1);
  }
  return left;
}

function hasSameWords({ first, middle, surname }: HeldName, given: readonly string[]): boolean {
  const left = without(given, [...first, ...surname]);
  return left !== undefined && without(middle, left) !== undefined;
}

function isWrittenTogether({ all, first, middle, surname }: HeldName, given: readonly string[]): boolean {
  const together = given.join('');
  return [all, [...first, ...surname], [...surname, ...first], [...surname, ...first, ...middle]].some(
    (words) => words.join('') === together,
  );
}

/** The surname is equal; of the first names some are initials, in order, the first among them. */
function hasFittingInitials({ first, middle, surname }: HeldName, given: readonly string[]): boolean {
  const names = without(given, surname);
  if (names === undefined || names.length === 0) return false;
  const held = [...first, ...middle];
  if (!isInitialPair(held[0] ?? '', names[0] ?? '')) return false;
  const further = names.slice(1).filter((name) => !held.slice(1).some((one) => isInitialPair(one, name)));
  // An initial more is an extra middle name; a name more is too much beside an initial.
  return further.length === 0 || (further.length === 1 && held.length === 1 && further[0]?.length === 1);
}

function isInitialPair(held: string, name: string): boolean {
  if (held === name) return true;
  return (name.length === 1 || held.length === 1) && held[0] === name[0];
}

/** One name more, of a person: with the form of a firm it is a firm. */
function hasExtraName({ all }: HeldName, given: readonly string[]): boolean {
  const [extra, ...more] = without(given, all) ?? [];
  return extra !== undefined && more.length === 0 && !isLegalForm(extra);
}

function lacksParticles({ first, middle, surname }: HeldName, given: readonly string[]): boolean {
  const bare = surname.filter((word) => !particles.has(word));
  if (bare.length === 0 || bare.length === surname.length) return false;
  const left = without(given, [...first, ...bare]);
  const optional = [...middle, ...surname.filter((word) => particles.has(word))];
  return left !== undefined && without(optional, left) !== undefined;
}

function hasHalfSurname({ first, middle, surname }: HeldName, given: readonly string[]): boolean {
  const halves = surname.filter((word) => !particles.has(word));
  if (halves.length < 2) return false;
  const left = without(given, first);
  if (left === undefined) return false;
  const names = left.filter((word) => !particles.has(word));
  return halves.some((half) => {
    const others = without(names, [half]);
    return others !== undefined && without(middle, others) !== undefined;
  });
}

function hasNickname({ first, middle, surname }: HeldName, given: readonly string[]): boolean {
  const [name = '', ...others] = without(given, surname) ?? [];
  const [only, ...halves] = first;
  if (only === undefined || halves.length > 0) return false;
  return isNickname(only, name) && without(middle, others) !== undefined;
}

function hasTypo({ all, first, surname }: HeldName, given: readonly string[]): boolean {
  return isTypo(all, given, 'any-order') || isTypo([...first, ...surname], given, 'any-order');
}
