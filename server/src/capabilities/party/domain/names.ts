import type { IndividualName, PartyName } from './facts.ts';

const displayNameMax = 140;
const fullNameMax = 280;

/** Returns the name of a party in lists. */
export function displayNameOf(name: PartyName): string {
  const text = name.kind === 'individual' ? `${name.givenName} ${name.surname}` : name.commercialName;
  return firstCharacters(text, displayNameMax);
}

/** Returns all names of a person in order. */
export function fullNameOf({ givenName, middleName, surname }: IndividualName): string {
  const names = [givenName, middleName, surname].filter((name) => name !== undefined);
  return firstCharacters(names.join(' '), fullNameMax);
}

/** Counts code points, as the contracts do. */
function firstCharacters(text: string, max: number): string {
  return Array.from(text).slice(0, max).join('');
}
