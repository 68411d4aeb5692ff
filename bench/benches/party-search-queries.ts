import type { Chance } from '../harness/chance.ts';
import type { MadePerson } from '../harness/party-people.ts';
import type { PartyRegistry } from '../harness/party-registry.ts';

/** Kinds of searches. */
export const searchKinds = ['exact', 'prefix', 'typo'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** A search text, and the party that it should find. */
export interface SearchSample {
  readonly manner: SearchKind;
  readonly q: string;
  readonly partyNumber: string;
}

/** Minimum length of a word with a typo: the search does not correct shorter ones. */
const typoLettersMin = 5;

/** Returns searches for random parties of the registry. */
export function searchSamples(
  registry: Pick<PartyRegistry, 'count' | 'personAt'>,
  chance: Chance,
  { count, manner }: { readonly manner: SearchKind; readonly count: number },
): readonly SearchSample[] {
  const samples: SearchSample[] = [];
  while (samples.length < count) {
    const { partyNumber, person } = registry.personAt(chance.integer(0, registry.count - 1));
    const q = typed(person, manner, chance);
    // The search needs at least two characters.
    if (q !== undefined && Array.from(q).length >= 2) samples.push({ manner, q, partyNumber });
  }
  return samples;
}

function typed(person: MadePerson, manner: SearchKind, chance: Chance): string | undefined {
  const { townName } = person.address;
  const names = namesOf(person);
  switch (manner) {
    case 'exact':
      return chance.oneOf([names.join(' '), names.at(-1) ?? '', `${names.join(' ')} ${townName}`]);
    case 'prefix': {
      const beginnings = names.map((name) => beginningOf(name, chance));
      return chance.oneOf([beginnings.join(' '), beginningOf(names.at(-1) ?? '', chance)]);
    }
    case 'typo':
      return mistyped([...names, townName].join(' ').split(' '), chance);
  }
}

function namesOf(person: MadePerson): readonly string[] {
  return person.kind === 'individual' ? [person.givenName, person.surname] : [person.commercialName];
}

/** Returns the first letters of a name, as typed for suggestions. */
function beginningOf(name: string, chance: Chance): string {
  const letters = Array.from(name.split(' ')[0] ?? '');
  return letters.slice(0, chance.integer(3, Math.max(3, Math.min(6, letters.length)))).join('');
}

/** Returns the words with one letter wrong, missing, doubled or swapped, in one long word. */
function mistyped(words: readonly string[], chance: Chance): string | undefined {
  const indexes = words.flatMap((word, index) => (isLong(word) ? [index] : []));
  if (indexes.length === 0) return undefined;
  const chosen = chance.oneOf(indexes);
  return words.map((word, index) => (index === chosen ? withTypo(word, chance) : word)).join(' ');
}

/**
 * Tells whether a word can have a typo. Only letters between letters: a typo in a hyphen or apostrophe would make two
 * words.
 */
function isLong(word: string): boolean {
  return Array.from(word).length >= typoLettersMin && /^\p{L}+$/u.test(word);
}

function withTypo(word: string, chance: Chance): string {
  const letters = Array.from(word);
  const index = chance.integer(1, letters.length - 2);
  const letter = letters[index] ?? '';
  // Another letter of the same word has the same script.
  const other = chance.oneOf(letters.filter((one) => one.toLowerCase() !== letter.toLowerCase()));
  const kind = chance.integer(0, 3);
  if (kind === 0)
    return [...letters.slice(0, index), other.toLowerCase(), ...letters.slice(index + 1)].join('');
  if (kind === 1) return [...letters.slice(0, index), ...letters.slice(index + 1)].join('');
  if (kind === 2) return [...letters.slice(0, index), other.toLowerCase(), ...letters.slice(index)].join('');
  return [...letters.slice(0, index), letters[index + 1] ?? '', letter, ...letters.slice(index + 2)].join('');
}
