import type { NameBook } from './party-name-book.ts';
import { polish, scandinavian, turkish } from './party-names-north-east.ts';
import { arabic, greek, japanese, serbian, ukrainian } from './party-names-scripts.ts';
import { dutch, french, german, spanish } from './party-names-west.ts';
import { randomFrom } from './scale.ts';

/** Address of a person or organization. */
export interface MadeAddress {
  readonly streetName: string;
  readonly buildingNumber: string;
  readonly postCode: string;
  readonly townName: string;
  readonly country: string;
  readonly lat: number;
  readonly long: number;
}

interface MadeParty {
  readonly address: MadeAddress;
  readonly email: string;
  readonly mobile: string;
  readonly servicingUnit: string;
  /** Seconds before the creation of the population. */
  readonly modifiedSecondsAgo: number;
}

export interface MadeIndividual extends MadeParty {
  readonly kind: 'individual';
  readonly givenName: string;
  readonly middleName: string | undefined;
  readonly surname: string;
  readonly birthSurname: string | undefined;
  readonly formerSurname: string | undefined;
  readonly gender: 'female' | 'male';
  readonly birthDate: string;
}

export interface MadeOrganization extends MadeParty {
  readonly kind: 'organization';
  readonly registeredName: string;
  readonly commercialName: string;
}

export type MadePerson = MadeIndividual | MadeOrganization;

type Draw = () => number;

/** A list whose first members are more frequent, as for names and towns. */
interface SkewedList {
  readonly values: readonly string[];
  /** Cumulative weights; the last one is 1. */
  readonly sums: readonly number[];
}

interface Book {
  readonly of: NameBook;
  readonly female: SkewedList;
  readonly male: SkewedList;
  readonly surnames: SkewedList;
  readonly stems: SkewedList;
  readonly middles: SkewedList;
  readonly endings: SkewedList;
  readonly streets: SkewedList;
  readonly towns: SkewedList;
  readonly townStems: SkewedList;
  readonly townEndings: SkewedList;
  readonly units: SkewedList;
  readonly legalForms: SkewedList;
}

const shares: readonly (readonly [NameBook, number])[] = [
  [german, 0.22],
  [french, 0.14],
  [spanish, 0.12],
  [polish, 0.12],
  [dutch, 0.09],
  [turkish, 0.08],
  [scandinavian, 0.08],
  [greek, 0.04],
  [ukrainian, 0.04],
  [serbian, 0.03],
  [arabic, 0.03],
  [japanese, 0.01],
];

/** Decrease of the frequency with the rank: given names and towns decrease faster than surnames. */
const skew = { names: 0.75, surnames: 0.6, parts: 0.35, towns: 0.85, streets: 0.5 } as const;

const books = shares.map(([of]) => bookFrom(of));
const bookSums = sumsOf(shares.map(([, share]) => share));

function bookFrom(of: NameBook): Book {
  return {
    of,
    female: skewed(of.female, skew.names),
    male: skewed(of.male, skew.names),
    surnames: skewed(of.surnames, skew.surnames),
    stems: skewed(of.stems, skew.parts),
    middles: skewed(of.middles, skew.parts),
    endings: skewed(of.endings, skew.parts),
    streets: skewed(of.streets, skew.streets),
    towns: skewed(of.towns, skew.towns),
    townStems: skewed(of.townStems, skew.parts),
    townEndings: skewed(of.townEndings, skew.parts),
    units: skewed(of.units, skew.parts),
    legalForms: skewed(of.legalForms, skew.names),
  };
}

function skewed(words: string, exponent: number): SkewedList {
  const values = words.split(' ').map((word) => word.replaceAll('~', ' '));
  return { values, sums: sumsOf(values.map((_, rank) => 1 / (rank + 1) ** exponent)) };
}

function sumsOf(weights: readonly number[]): readonly number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let soFar = 0;
  return weights.map((weight) => {
    soFar += weight;
    return soFar / all;
  });
}

function indexFor(sums: readonly number[], value: number): number {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value < (sums[middle] ?? 1)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function pick({ values, sums }: SkewedList, draw: Draw): string {
  return values[indexFor(sums, draw())] ?? '';
}

const organizationShare = 0.08;
const middleNameShare = 0.22;
const doubleSurnameShare = 0.02;
const marriedNameShare = 0.3;
const formerSurnameShare = 0.03;
const longSurnameShare = 0.45;
const smallTownShare = 0.45;

/**
 * Returns the party at an index of the population; the same for the same seed and index, without creating the others.
 */
export function madePerson(seed: number, index: number): MadePerson {
  const draw = randomFrom(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  // The first numbers of adjacent seeds are similar.
  for (let skipped = 0; skipped < 3; skipped += 1) draw();
  const book = books[indexFor(bookSums, draw())];
  if (book === undefined) throw new Error('no book of names');
  return draw() < organizationShare ? organization(book, draw, index) : individual(book, draw, index);
}

function individual(book: Book, draw: Draw, index: number): MadeIndividual {
  const gender = draw() < 0.5 ? 'female' : 'male';
  const givenName = pick(book[gender], draw);
  const middle = draw() < middleNameShare ? pick(book[gender], draw) : undefined;
  const surname = surnameOf(book, draw, gender);
  const other = surnameOf(book, draw, gender);
  const nameChange = draw();
  return {
    kind: 'individual',
    givenName,
    middleName: middle === givenName ? undefined : middle,
    surname,
    birthSurname: gender === 'female' && nameChange < marriedNameShare ? other : undefined,
    formerSurname: nameChange > 1 - formerSurnameShare ? other : undefined,
    gender,
    birthDate: `${1935 + Math.floor(draw() * 72)}-${twoDigits(1 + draw() * 12)}-${twoDigits(1 + draw() * 28)}`,
    ...partyOf(book, draw, index),
  };
}

function surnameOf(book: Book, draw: Draw, gender: 'female' | 'male'): string {
  const name = oneSurname(book, draw);
  if (book.of.hasTwoSurnames === true) return `${name} ${oneSurname(book, draw)}`;
  const whole = draw() < doubleSurnameShare ? `${name}-${oneSurname(book, draw)}` : name;
  const change =
    gender === 'female' ? book.of.femaleEndings?.find(([ending]) => whole.endsWith(ending)) : undefined;
  return change === undefined ? whole : whole.slice(0, -change[0].length) + change[1];
}

function oneSurname(book: Book, draw: Draw): string {
  if (draw() >= book.of.tailShare) return pick(book.surnames, draw);
  return draw() < longSurnameShare ? threeParts(book, draw) : joined(book.stems, book.endings, draw);
}

/** Returns one of some hundred thousand rare surnames. */
function threeParts(book: Book, draw: Draw): string {
  return pick(book.stems, draw) + pick(book.middles, draw) + pick(book.endings, draw);
}

function joined(beginnings: SkewedList, endings: SkewedList, draw: Draw): string {
  const beginning = pick(beginnings, draw);
  const ending = pick(endings, draw);
  // A stem that ends with a space or hyphen is a separate word, and so is the ending.
  return /[ -]$/.test(beginning) ? beginning + capitalized(ending) : beginning + ending;
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function organization(book: Book, draw: Draw, index: number): MadeOrganization {
  const family = oneSurname(book, draw);
  const unit = pick(book.units, draw);
  const commercialName =
    draw() < 0.6 ? `${family} ${unit}` : `${unit} ${joined(book.townStems, book.townEndings, draw)}`;
  return {
    kind: 'organization',
    commercialName,
    registeredName: `${commercialName} ${pick(book.legalForms, draw)}`,
    ...partyOf(book, draw, index),
  };
}

const threeYearsSeconds = 94_608_000;

function partyOf(book: Book, draw: Draw, index: number): MadeParty {
  return {
    address: addressOf(book, draw),
    email: `party.${index}@${['post', 'mail', 'web', 'firma'][Math.floor(draw() * 4)]}.example`,
    mobile: `+${book.of.dialCode}${6 + Math.floor(draw() * 2)}${String(Math.floor(draw() * 1e8)).padStart(8, '0')}`,
    servicingUnit: `B${String(1 + Math.floor(draw() ** 2 * 250)).padStart(3, '0')}`,
    modifiedSecondsAgo: Math.floor(draw() * threeYearsSeconds),
  };
}

function addressOf(book: Book, draw: Draw): MadeAddress {
  const townName =
    draw() < smallTownShare ? joined(book.townStems, book.townEndings, draw) : pick(book.towns, draw);
  const coordinates = coordinatesOf(townName);
  return {
    streetName: pick(book.streets, draw),
    buildingNumber: String(1 + Math.floor(draw() ** 2 * 180)),
    postCode: book.of.postCode.replaceAll(/[#@]/g, (sign) =>
      sign === '#' ? String(Math.floor(draw() * 10)) : String.fromCodePoint(65 + Math.floor(draw() * 26)),
    ),
    townName,
    country: book.of.country,
    lat: round(36 + coordinates.north * 24 + draw() * 0.1),
    long: round(-8 + coordinates.east * 40 + draw() * 0.1),
  };
}

/** Returns a place in Europe, always the same for a town. */
function coordinatesOf(townName: string): { readonly north: number; readonly east: number } {
  let mixed = 7;
  for (const letter of townName) mixed = Math.imul(mixed, 31) + (letter.codePointAt(0) ?? 0);
  const draw = randomFrom(mixed);
  return { north: draw(), east: draw() };
}

function round(value: number): number {
  return Math.round(value * 1e5) / 1e5;
}

function twoDigits(value: number): string {
  return String(Math.floor(value)).padStart(2, '0');
}
