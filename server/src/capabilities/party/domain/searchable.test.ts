import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyFacts } from '../testing/arbitrary-facts.suite.ts';
import { countryOf, dayAt, personWith, pointWith, postalWith, today } from '../testing/fact-samples.suite.ts';
import type { ContactPoint, Day, OrganizationName, PartyName, PersonalFacts } from './facts.ts';
import { foldWords } from './folding.ts';
import type { History } from './history.ts';
import type { SearchField } from './search-scoring.ts';
import { placesOf, searchWordsOf } from './searchable.ts';

type Word = readonly [SearchField, string];

interface Former {
  readonly from: Day;
  readonly until?: Day;
  readonly name: PartyName;
}

function historyWith(...names: readonly Former[]): History {
  return new Map([['name', names.map(({ from, name, until }) => ({ from, until, value: name }))]]);
}

function wordsOf(personal: Partial<PersonalFacts>, history: History = new Map()): readonly Word[] {
  const facts = personWith({ contactPoints: [], ...personal });
  return searchWordsOf(facts.personal, history, today).map(({ field, word }) => [field, word]);
}

const named = (surname: string, givenName = 'Ana'): PartyName => ({ kind: 'individual', givenName, surname });
const business = (commercialName: string, more: Partial<OrganizationName> = {}): OrganizationName => ({
  kind: 'organization',
  commercialName,
  ...more,
});
const server = (changed: Parameters<typeof postalWith>[0]): ContactPoint =>
  pointWith({ method: 'postal', address: postalWith(changed) });

describe('a person is found', () => {
  test('by every word of every name, folded', () => {
    const name = {
      kind: 'individual',
      givenName: 'Ana-Maria',
      middleName: 'Đurđa',
      surname: 'Kovač Novak',
      birthSurname: 'Петровић',
    } as const;
    expect(wordsOf({ name })).toEqual([
      ...foldWords('Ana-Maria').map((word) => ['given-name', word]),
      ...foldWords('Đurđa').map((word) => ['middle-name', word]),
      ['surname', 'kovac'],
      ['surname', 'novak'],
      ...foldWords('Петровић').map((word) => ['birth-surname', word]),
    ]);
  });

  test.each<[string, Former, readonly Word[]]>([
    [
      'a former surname',
      { from: dayAt(-9), until: dayAt(-1), name: named('Novak') },
      [['former-surname', 'novak']],
    ],
    [
      'one replaced today',
      { from: dayAt(-9), until: today, name: named('Novak') },
      [['former-surname', 'novak']],
    ],
    ['not by one planned', { from: dayAt(1), name: named('Novak') }, []],
    ['not by one planned and ended', { from: dayAt(1), until: dayAt(9), name: named('Novak') }, []],
    ['not twice by the same', { from: dayAt(-9), until: today, name: named('Kovač') }, []],
    [
      'a given name before',
      { from: dayAt(-9), until: today, name: named('Kovač', 'Eva') },
      [['former-given-name', 'eva']],
    ],
  ])('by %s', (_what, former, words) => {
    const history = historyWith(former, { from: today, name: named('Kovač') });
    expect(wordsOf({ name: named('Kovač') }, history)).toEqual([
      ['given-name', 'ana'],
      ['surname', 'kovac'],
      ...words,
    ]);
  });

  test('by each word once, though it was used twice', () => {
    const history = historyWith(
      { from: dayAt(-9), until: dayAt(-6), name: named('Novak') },
      { from: dayAt(-6), until: dayAt(-3), name: named('Horvat') },
      { from: dayAt(-3), until: today, name: named('Novak') },
      { from: today, name: named('Kovač') },
    );
    expect(
      wordsOf({ name: named('Kovač') }, history).filter(([field]) => field === 'former-surname'),
    ).toEqual([
      ['former-surname', 'novak'],
      ['former-surname', 'horvat'],
    ]);
  });
});

describe('an organization is found', () => {
  const name = business('Bakery', { registeredName: 'Bakery B.V.', legalStructure: 'private-limited' });

  test('by its current and former names, not by its structure', () => {
    const former = business('Bread', { registeredName: 'Bakery B.V.' });
    expect(wordsOf({ name }, historyWith({ from: dayAt(-9), until: today, name: former }))).toEqual([
      ['commercial-name', 'bakery'],
      ...foldWords('Bakery B.V.').map((word) => ['registered-name', word]),
      ['former-commercial-name', 'bread'],
    ]);
  });

  test('by a registered name that it no longer has', () => {
    const history = historyWith({
      from: dayAt(-9),
      until: today,
      name: business('Bakery', { registeredName: 'Bread' }),
    });
    expect(wordsOf({ name: business('Bakery') }, history)).toEqual([
      ['commercial-name', 'bakery'],
      ['former-registered-name', 'bread'],
    ]);
  });
});

describe('an address is found', () => {
  const addressWords = (...contactPoints: readonly ContactPoint[]): readonly string[] =>
    wordsOf({ contactPoints }).flatMap(([field, word]) => (field === 'address' ? [word] : []));

  test('by its street, number, code and town', () => {
    expect(addressWords(server({ countrySubdivision: 'Noord-Holland' }))).toEqual(
      ['damrak', '1', ...foldWords('1012 LG'), 'amsterdam', ...foldWords('Noord-Holland')].filter(
        (word, index, all) => all.indexOf(word) === index,
      ),
    );
  });

  test('by its label where nothing else is known', () => {
    const address = {
      kind: 'postal',
      label: 'Boat at the old quay',
      townName: 'Amsterdam',
      country: countryOf('NL'),
    } as const;
    expect(addressWords(pointWith({ method: 'postal', address }))).toEqual([
      'boat',
      'at',
      'the',
      'old',
      'quay',
      'amsterdam',
    ]);
    expect(addressWords(server({ label: 'Boat' }))).not.toContain('boat');
  });

  test('once, however many contact points share it', () => {
    expect(addressWords(server({}), server({}))).toEqual(addressWords(server({})));
  });

  test('never by a phone number, an e-mail address, an account or a web page', () => {
    const points = [
      pointWith({ method: 'mobile', address: { kind: 'phone', number: '+31612345678' } }),
      pointWith(),
      pointWith({ method: 'social', address: { kind: 'social', provider: 'x', value: 'ana' } }),
      pointWith({ method: 'web', address: { kind: 'web', value: 'https://example.org' } }),
    ];
    expect(addressWords(...points)).toEqual([]);
  });
});

test('words are folded, not empty, and unique in each field', () => {
  fc.assert(
    fc.property(anyFacts, anyFacts, ({ personal }, { personal: { name } }) => {
      const history = historyWith({ from: dayAt(-9), until: today, name });
      const words = searchWordsOf(personal, history, today);
      for (const { word } of words) expect(foldWords(word)).toEqual([word]);
      expect(new Set(words.map(({ field, word }) => `${field} ${word}`)).size).toBe(words.length);
    }),
  );
});

test('positions are those of postal addresses with coordinates', () => {
  const coordinates = { lat: 52.37, long: 4.89 };
  const points = [server({ coordinates }), server({}), pointWith()];
  expect(placesOf(personWith({ contactPoints: points }).personal)).toEqual([coordinates]);
});
