import type { Holder } from '../domain/matching/match-payee.ts';
import { firm, person } from './name-examples.suite.ts';

/** Draws whole numbers from 0 to below a limit, the same for a seed. */
export type Draw = (below: number) => number;

/** A pair of names and the result that a person would expect. */
export interface NamePair {
  /** How the given name was made from the held one. */
  readonly change: string;
  readonly holders: readonly Holder[];
  readonly given: string;
  readonly expected: 'MTCH' | 'CMTC' | 'NMTC';
}

/** Returns a generator that gives the same numbers for a seed (xorshift). */
export function drawsFrom(seed: number): Draw {
  let state = (seed ^ 0x9e37_79b9) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

/** First names and surnames that are far from each other, with letters of several languages. */
const firstNames = [
  ['Jürgen', 'Jurgen'],
  ['Friederike', 'Friederike'],
  ['Łukasz', 'Lukasz'],
  ['Γιώργος', 'Giorgos'],
  ['Светлана', 'Svetlana'],
  ['Françoise', 'Francoise'],
  ['Björn', 'Bjoern'],
  ['Alejandro', 'Alejandro'],
  ['Katharina', 'Katharina'],
  ['Nikolaj', 'Nikolaj'],
] as const;
const surnames = [
  ['Grünwald', 'Gruenwald'],
  ['Österreicher', 'Oesterreicher'],
  ['Zieliński', 'Zielinski'],
  ['Παπαδόπουλος', 'Papadopoulos'],
  ['Михайлова', 'Mihaylova'],
  ['Lefèvre', 'Lefevre'],
  ['Sørensen', 'Sorensen'],
  ['Hernández', 'Hernandez'],
  ['Weißenberger', 'Weissenberger'],
  ['Vandermeulen', 'Vandermeulen'],
] as const;
const middleNames = ['Maria', 'Ludwig', 'Chantal', 'Oskar'];
const firmNames = [
  'Nordwind Logistik',
  'Bäckerei Steinhauser',
  'Silva Construções',
  'Rossi Trasporti',
  'Blue Harbour Marine',
  'Fjordkraft Energi',
  'Kowalczyk Budownictwo',
  'Duval Imprimerie',
];
const forms = [
  ['GmbH', 'Gesellschaft mit beschränkter Haftung'],
  ['AG', 'Aktiengesellschaft'],
  ['S.p.A.', 'Società per azioni'],
  ['Ltd', 'Limited'],
  ['Lda', 'Limitada'],
  ['S.A.', 'SA'],
  ['B.V.', 'Besloten Vennootschap'],
  ['sp. z o.o.', 'spółka z ograniczoną odpowiedzialnością'],
] as const;

interface Drawn {
  readonly draw: Draw;
  readonly first: readonly [string, string];
  readonly surname: readonly [string, string];
  readonly otherFirst: string;
  readonly otherSurname: string;
  readonly middle: string;
  readonly firmName: string;
  readonly otherFirm: string;
  readonly form: readonly [string, string];
  readonly otherForm: string;
}

type Made = Pick<NamePair, 'holders' | 'given'>;
type Change = readonly [name: string, expected: NamePair['expected'], make: (drawn: Drawn) => Made];

const ofPerson = (drawn: Drawn, given: string, middleName?: string): Made => ({
  holders: [person(drawn.first[0], drawn.surname[0], middleName === undefined ? {} : { middleName })],
  given,
});
const ofFirm = ({ firmName, form }: Drawn, given: string): Made => ({
  holders: [firm(`${firmName} ${form[0]}`)],
  given,
});

const changes: readonly Change[] = [
  ['as on the account', 'MTCH', (one) => ofPerson(one, `${one.first[0]} ${one.surname[0]}`)],
  [
    'surname first, capitals',
    'MTCH',
    (one) => ofPerson(one, `${one.surname[0]} ${one.first[0]}`.toUpperCase()),
  ],
  ['transliterated', 'MTCH', (one) => ofPerson(one, `${one.first[1]} ${one.surname[1]}`)],
  ['with a title', 'MTCH', (one) => ofPerson(one, `Dr. ${one.first[1]} ${one.surname[0]}`)],
  [
    'without the middle name',
    'MTCH',
    (one) => ofPerson(one, `${one.first[0]} ${one.surname[0]}`, one.middle),
  ],
  [
    'with the middle name',
    'MTCH',
    (one) => ofPerson(one, `${one.first[0]} ${one.middle} ${one.surname[1]}`, one.middle),
  ],
  ['extra middle name', 'CMTC', (one) => ofPerson(one, `${one.first[0]} ${one.middle} ${one.surname[0]}`)],
  ['initial', 'CMTC', (one) => ofPerson(one, `${one.first[1].charAt(0)}. ${one.surname[0]}`)],
  [
    'typo in the surname',
    'CMTC',
    (one) => ofPerson(one, `${one.first[1]} ${withTypo(one.surname[1], one.draw)}`),
  ],
  [
    'typo in the first name',
    'CMTC',
    (one) => ofPerson(one, `${withTypo(one.first[1], one.draw)} ${one.surname[1]}`),
  ],
  [
    'former surname',
    'CMTC',
    (one) => ({
      holders: [person(one.first[0], one.surname[0], { formerSurnames: [one.otherSurname] })],
      given: `${one.first[0]} ${one.otherSurname}`,
    }),
  ],
  [
    'one holder and a stranger',
    'CMTC',
    (one) => ofPerson(one, `${one.first[0]} ${one.surname[0]} und ${one.otherFirst} ${one.otherSurname}`),
  ],
  [
    'two holders',
    'MTCH',
    (one) => ({
      holders: [person(one.first[0], one.surname[0]), person(one.otherFirst, one.surname[0])],
      given: `${one.first[0]} & ${one.otherFirst} ${one.surname[0]}`,
    }),
  ],
  ['another first name', 'NMTC', (one) => ofPerson(one, `${one.otherFirst} ${one.surname[0]}`)],
  ['another surname', 'NMTC', (one) => ofPerson(one, `${one.first[0]} ${one.otherSurname}`)],
  ['another person', 'NMTC', (one) => ofPerson(one, `${one.otherFirst} ${one.otherSurname}`)],
  ['surname alone', 'NMTC', (one) => ofPerson(one, one.surname[0])],
  ['other initial', 'NMTC', (one) => ofPerson(one, `X. ${one.surname[0]}`)],
  ['person given as a firm', 'NMTC', (one) => ofPerson(one, `${one.first[0]} ${one.surname[0]} GmbH`)],
  ['firm as registered', 'MTCH', (one) => ofFirm(one, `${one.firmName} ${one.form[0]}`)],
  ['legal form in full', 'MTCH', (one) => ofFirm(one, `${one.firmName} ${one.form[1]}`)],
  ['legal form missing', 'MTCH', (one) => ofFirm(one, one.firmName.toUpperCase())],
  ['other legal form', 'CMTC', (one) => ofFirm(one, `${one.firmName} ${one.otherForm}`)],
  ['typo in a firm', 'CMTC', (one) => ofFirm(one, `${withTypo(one.firmName, one.draw)} ${one.form[0]}`)],
  ['other firm', 'NMTC', (one) => ofFirm(one, `${one.otherFirm} ${one.form[0]}`)],
  [
    'first word of a firm',
    'NMTC',
    (one) => ofFirm(one, `${one.firmName.split(' ')[0] ?? ''} ${one.form[0]}`),
  ],
];

/** Changes one letter in the last word: wrong, missing, doubled or swapped with the next. */
function withTypo(text: string, draw: Draw): string {
  const letters = Array.from(text);
  const wordStart = text.lastIndexOf(' ') + 1;
  const place = wordStart + 1 + draw(letters.length - wordStart - 2);
  const letter = letters[place] ?? '';
  switch (draw(4)) {
    case 0:
      return letters.with(place, letter === 'x' ? 'k' : 'x').join('');
    case 1:
      return letters.toSpliced(place, 1).join('');
    case 2:
      return letters.toSpliced(place, 0, 'x').join('');
    default:
      return letters.toSpliced(place, 2, letters[place + 1] ?? 'x', letter).join('');
  }
}

/** Generates pairs of names with the expected result; every change comes equally often. */
export function* namePairs(count: number, draw: Draw): Generator<NamePair> {
  for (let number = 0; number < count; number += 1) {
    const [change, expected, make] = itemAt(changes, number);
    yield { change, expected, ...make(drawnFrom(draw)) };
  }
}

function itemAt<Item>(items: readonly Item[], place: number): Item {
  const item = items[place % items.length];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
}

/** Draws an item and another one. */
function twoOf<Item>(items: readonly Item[], draw: Draw): readonly [Item, Item] {
  const place = draw(items.length);
  return [itemAt(items, place), itemAt(items, place + 1 + draw(items.length - 1))];
}

function drawnFrom(draw: Draw): Drawn {
  const [first, [otherFirst]] = twoOf(firstNames, draw);
  const [surname, [otherSurname]] = twoOf(surnames, draw);
  const [firmName, otherFirm] = twoOf(firmNames, draw);
  const [form, [otherForm]] = twoOf(forms, draw);
  const middle = itemAt(middleNames, draw(middleNames.length));
  return { draw, first, surname, otherFirst, otherSurname, middle, firmName, otherFirm, form, otherForm };
}
