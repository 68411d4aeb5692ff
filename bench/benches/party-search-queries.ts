import type { Chance } from '../harness/chance.ts';
import type { MadePerson } from '../harness/party-people.ts';
import type { PartyRegistry } from '../harness/party-registry.ts';

/** How somebody searches. */
export const searchManners = ['exact', 'prefix', 'slip'] as const;
export type SearchManner = (typeof searchManners)[number];

/** What is typed, and whom it is meant for. */
export interface SearchSample {
  readonly manner: SearchManner;
  readonly q: string;
  readonly partyNumber: string;
}

/** A letter is mistyped only where the word is long enough to forgive it. */
const slipLettersMin = 5;

/** Searches for people drawn from the registry, in the ways people are searched for. */
export function searchSamples(
  registry: PartyRegistry,
  chance: Chance,
  { count, manner }: { readonly manner: SearchManner; readonly count: number },
): readonly SearchSample[] {
  const samples: SearchSample[] = [];
  while (samples.length < count) {
    const { partyNumber, person } = registry.personAt(chance.integer(0, registry.count - 1));
    const q = typed(person, manner, chance);
    // Shorter questions are not asked: a search takes two characters at least.
    if (q !== undefined && Array.from(q).length >= 2) samples.push({ manner, q, partyNumber });
  }
  return samples;
}

function typed(person: MadePerson, manner: SearchManner, chance: Chance): string | undefined {
  const { townName } = person.address;
  const names = namesOf(person);
  switch (manner) {
    case 'exact':
      return chance.oneOf([names.join(' '), names.at(-1) ?? '', `${names.join(' ')} ${townName}`]);
    case 'prefix': {
      const beginnings = names.map((name) => beginningOf(name, chance));
      return chance.oneOf([beginnings.join(' '), beginningOf(names.at(-1) ?? '', chance)]);
    }
    case 'slip':
      return mistyped([...names, townName].join(' ').split(' '), chance);
  }
}

function namesOf(person: MadePerson): readonly string[] {
  return person.kind === 'individual' ? [person.givenName, person.surname] : [person.commercialName];
}

/** The first letters, as somebody types who waits for suggestions. */
function beginningOf(name: string, chance: Chance): string {
  const letters = Array.from(name.split(' ')[0] ?? '');
  return letters.slice(0, chance.integer(3, Math.max(3, Math.min(6, letters.length)))).join('');
}

/** One letter wrong, missing, doubled or swapped with its neighbour, in one word that is long enough. */
function mistyped(words: readonly string[], chance: Chance): string | undefined {
  const places = words.flatMap((word, place) => (isLong(word) ? [place] : []));
  if (places.length === 0) return undefined;
  const chosen = chance.oneOf(places);
  return words.map((word, place) => (place === chosen ? slipped(word, chance) : word)).join(' ');
}

/** Only letters between letters are mistyped: a hyphen or an apostrophe would make two words of one. */
function isLong(word: string): boolean {
  return Array.from(word).length >= slipLettersMin && /^\p{L}+$/u.test(word);
}

function slipped(word: string, chance: Chance): string {
  const letters = Array.from(word);
  const place = chance.integer(1, letters.length - 2);
  const letter = letters[place] ?? '';
  // Another letter of the same word is of the same script.
  const other = chance.oneOf(letters.filter((one) => one.toLowerCase() !== letter.toLowerCase()));
  const kind = chance.integer(0, 3);
  if (kind === 0)
    return [...letters.slice(0, place), other.toLowerCase(), ...letters.slice(place + 1)].join('');
  if (kind === 1) return [...letters.slice(0, place), ...letters.slice(place + 1)].join('');
  if (kind === 2) return [...letters.slice(0, place), other.toLowerCase(), ...letters.slice(place)].join('');
  return [...letters.slice(0, place), letters[place + 1] ?? '', letter, ...letters.slice(place + 2)].join('');
}
