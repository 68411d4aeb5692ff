import { Temporal } from 'temporal-polyfill';
import type { ContactPoint, PartyName } from '../../server/src/capabilities/party/domain/facts.ts';
import type { History } from '../../server/src/capabilities/party/domain/history.ts';
import type { Party } from '../../server/src/capabilities/party/domain/party.ts';
import { placesOf, searchWordsOf } from '../../server/src/capabilities/party/domain/searchable.ts';
import type { partyColumns } from '../../server/src/capabilities/party/store/party-rows.ts';
import { searchEntryColumns } from '../../server/src/capabilities/party/store/search-index.store.ts';
import { isCountry } from '../../server/src/platform/kernel/country.ts';
import type { Field } from './copy-rows.ts';
import type { MadePerson } from './party-people.ts';

export const registryBank = '01';
const madeAt = Temporal.Instant.from('2026-06-01T00:00:00Z');

/** Returns the party of a person. */
export function registryParty(person: MadePerson, partyNumber: string): Party {
  const modifiedAt = madeAt.subtract({ seconds: person.modifiedSecondsAgo });
  const isIndividual = person.kind === 'individual';
  return {
    bankId: registryBank,
    partyNumber,
    kind: person.kind,
    recordState: 'live',
    survivorPartyNumber: undefined,
    servicingUnit: person.servicingUnit,
    legalHold: undefined,
    dueOn: undefined,
    createdAt: modifiedAt,
    modifiedAt,
    version: 1n,
    position: { epoch: 0, transaction: 0n, number: 0n },
    personal: {
      profile: 'prospect',
      name: nameOf(person),
      customer: { status: 'prospective', statusSince: '2026-01-01' },
      ...(isIndividual ? { life: 'living' as const, person: { gender: person.gender } } : {}),
      servicing: { unit: person.servicingUnit, since: '2026-01-01' },
      contactPoints: contactPointsOf(person, partyNumber),
    },
    sensitive: { ...(isIndividual ? { birth: { date: person.birthDate } } : {}), documents: [] },
  };
}

function nameOf(person: MadePerson): PartyName {
  if (person.kind === 'organization') {
    const { commercialName, registeredName } = person;
    return { kind: 'organization', commercialName, registeredName };
  }
  const { birthSurname, givenName, middleName, surname } = person;
  return {
    kind: 'individual',
    givenName,
    surname,
    ...(middleName === undefined ? {} : { middleName }),
    ...(birthSurname === undefined ? {} : { birthSurname }),
  };
}

function formerNameOf(person: MadePerson): History {
  if (person.kind === 'organization' || person.formerSurname === undefined) return new Map();
  const value = { ...nameOf(person), surname: person.formerSurname };
  return new Map([['name', [{ from: '2000-01-01', until: '2020-01-01', value }]]]);
}

function contactPointsOf(
  { address, email, mobile }: MadePerson,
  partyNumber: string,
): readonly ContactPoint[] {
  const { country, lat, long, ...written } = address;
  if (!isCountry(country)) throw new Error(`${country} is no country`);
  const usual = { usage: 'primary', isVerified: false } as const;
  return [
    {
      id: `${partyNumber}-1`,
      method: 'postal',
      ...usual,
      address: { kind: 'postal', ...written, country, coordinates: { lat, long } },
    },
    { id: `${partyNumber}-2`, method: 'mobile', ...usual, address: { kind: 'phone', number: mobile } },
    { id: `${partyNumber}-3`, method: 'email', ...usual, address: { kind: 'email', value: email } },
  ];
}

/** Columns of `party.party`, in the order of `partyFields`. */
export const partyFieldNames =
  'bank_id, party_number, kind, record_state, registration_profile, customer_status, individual_status, servicing_unit, sort_name, personal, sensitive, row_version, created_at, modified_at';

export function partyFields(row: ReturnType<typeof partyColumns>): readonly Field[] {
  return [
    row.bankId,
    row.partyNumber,
    row.kind,
    row.recordState,
    row.profile,
    row.customerStatus,
    row.individualStatus,
    row.unit,
    row.sortName,
    row.personal,
    row.sensitive,
    row.version,
    row.createdAt,
    row.modifiedAt,
  ];
}

/** Columns of `party.search_entry`, in the order of `searchEntryFields`. */
export const searchEntryFieldNames =
  'bank_id, party_number, kind, servicing_unit, modified_at, current_words, former_words, address_words, places';

export function searchEntryFields(party: Party, person: MadePerson): readonly Field[] {
  const entry = searchEntryColumns({
    ...party,
    words: searchWordsOf(party.personal, formerNameOf(person), '2026-06-01'),
    places: placesOf(party.personal),
  });
  return [
    party.bankId,
    party.partyNumber,
    party.kind,
    party.servicingUnit ?? null,
    party.modifiedAt,
    entry.currentWords,
    entry.formerWords,
    entry.addressWords,
    entry.places === null ? null : `{${entry.places.join(',')}}`,
  ];
}

/** Fills the other tables of the search from `party.search_entry`. */
export const searchIndexRows = `
insert into party.search_posting (bank_id, word, field, modified_at, party_number)
  select e.bank_id, w.word, w.field, e.modified_at, e.party_number
    from party.search_entry e,
         lateral party.search_postings_of(
           e.current_words, e.current_words || e.former_words || e.address_words) w;
insert into party.search_word (bank_id, word, field, bearers)
  select bank_id, word, field, count(*) from party.search_posting where field not in ('3', '4') group by 1, 2, 3;
insert into party.search_typo (bank_id, typo, word)
  select w.bank_id, s.typo, w.word
    from (select distinct bank_id, word from party.search_word) w, lateral party.search_typos_of(w.word) as s (typo);`;
