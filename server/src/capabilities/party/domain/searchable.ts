import type { Day, IndividualName, OrganizationName, PartyName, PersonalFacts } from './facts.ts';
import { foldWords } from './folding.ts';
import type { History } from './history.ts';
import type { Coordinates, PostalAddress } from './postal-address.ts';
import type { SearchField } from './search-scoring.ts';

/** A searchable word of a party, and its field. */
export interface SearchWord {
  readonly field: SearchField;
  readonly word: string;
}

/** Returns all searchable words of a party: its names, its former names, and its addresses. */
export function searchWordsOf(personal: PersonalFacts, history: History, today: Day): readonly SearchWord[] {
  const former = (history.get('name') ?? []).filter(
    ({ from, until }) => from <= today && until !== undefined && until <= today,
  );
  return distinct([
    ...namesIn(personal.name),
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the fact of this name is one
    ...former.flatMap(({ value }) => formerNamesIn(value as PartyName, personal.name)),
    ...personal.contactPoints.flatMap(({ address, hasEnded }) =>
      hasEnded !== true && address.kind === 'postal' ? wordsIn('address', addressText(address)) : [],
    ),
  ]);
}

/** Returns the coordinates of a party's addresses. */
export function placesOf({ contactPoints }: PersonalFacts): readonly Coordinates[] {
  return contactPoints.flatMap(({ address, hasEnded }) =>
    hasEnded !== true && address.kind === 'postal' && address.coordinates !== undefined
      ? [address.coordinates]
      : [],
  );
}

function namesIn(name: PartyName): readonly SearchWord[] {
  return name.kind === 'individual' ? personWords(name) : businessWords(name);
}

function personWords({
  birthSurname,
  givenName,
  middleName,
  surname,
}: IndividualName): readonly SearchWord[] {
  return [
    ...wordsIn('given-name', givenName),
    ...wordsIn('middle-name', middleName),
    ...wordsIn('surname', surname),
    ...wordsIn('birth-surname', birthSurname),
  ];
}

function businessWords({ commercialName, registeredName }: OrganizationName): readonly SearchWord[] {
  return [...wordsIn('commercial-name', commercialName), ...wordsIn('registered-name', registeredName)];
}

/**
 * Returns only names that are no longer used: an unchanged surname after a change of given name is not a former one.
 */
function formerNamesIn(former: PartyName, current: PartyName): readonly SearchWord[] {
  if (former.kind === 'individual' && current.kind === 'individual') {
    return [
      ...(former.givenName === current.givenName ? [] : wordsIn('former-given-name', former.givenName)),
      ...(former.surname === current.surname ? [] : wordsIn('former-surname', former.surname)),
    ];
  }
  if (former.kind === 'organization' && current.kind === 'organization') {
    return [
      ...(former.commercialName === current.commercialName
        ? []
        : wordsIn('former-commercial-name', former.commercialName)),
      ...(former.registeredName === current.registeredName
        ? []
        : wordsIn('former-registered-name', former.registeredName)),
    ];
  }
  return [];
}

/** Returns the searchable text of an address; the label replaces a missing street. */
function addressText(address: PostalAddress): string {
  const { buildingNumber, countrySubdivision, label, postCode, streetName, townName } = address;
  return [streetName ?? label, buildingNumber, postCode, townName, countrySubdivision]
    .filter((part) => part !== undefined)
    .join(' ');
}

function wordsIn(field: SearchField, text: string | undefined): readonly SearchWord[] {
  return text === undefined ? [] : foldWords(text).map((word) => ({ field, word }));
}

function distinct(words: readonly SearchWord[]): readonly SearchWord[] {
  return [...new Map(words.map((one) => [`${one.field} ${one.word}`, one])).values()];
}
