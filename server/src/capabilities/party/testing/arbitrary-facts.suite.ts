import fc, { type Arbitrary } from 'fast-check';
import type { PartyFacts } from '../domain/fact-map.ts';
import type {
  ContactAddress,
  ContactPreference,
  PartyName,
  PersonalFacts,
  SensitiveFacts,
} from '../domain/facts.ts';
import {
  contactMedia,
  contactMethods,
  contactPurposes,
  contactUsages,
  contractKinds,
  customerStatuses,
  deathReportSources,
  documentKinds,
  documentStatuses,
  employmentStatuses,
  genders,
  idKinds,
  individualStatuses,
  legalStructures,
  organizationPurposes,
  organizationSizes,
  ownershipKinds,
  registrationProfiles,
  tenureStatuses,
} from '../domain/literals.ts';
import { countryOf, dayAt } from './fact-samples.suite.ts';

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 });
const day = fc.integer({ min: -2_000, max: 2_000 }).map(dayAt);
const timestamp = day.map((date) => `${date}T08:00:00.000Z`);
const country = fc.constantFrom(...['NL', 'RS', 'JP'].map(countryOf));
const money = fc.record({ currency: fc.constantFrom('EUR', 'JPY'), amount: fc.nat(9_999).map(String) });

/** All members are optional. */
const loose = { requiredKeys: [] } satisfies { readonly requiredKeys: [] };

const name: Arbitrary<PartyName> = fc.oneof(
  fc.record(
    {
      kind: fc.constant('individual' as const),
      givenName: text,
      middleName: text,
      surname: text,
      birthSurname: text,
    },
    { requiredKeys: ['kind', 'givenName', 'surname'] },
  ),
  fc.record(
    {
      kind: fc.constant('organization' as const),
      commercialName: text,
      registeredName: text,
      legalStructure: fc.constantFrom(...legalStructures),
    },
    { requiredKeys: ['kind', 'commercialName'] },
  ),
);

const entries = fc.array(
  fc.record(
    {
      purpose: fc.constantFrom(...contactPurposes),
      medium: fc.constantFrom(...contactMedia),
      since: timestamp,
      channel: text,
    },
    { requiredKeys: ['purpose', 'since', 'channel'] },
  ),
  { maxLength: 3 },
);
const preference: Arbitrary<ContactPreference> = fc.record(
  { preferredLanguage: fc.constantFrom('nl', 'sr-Latn'), optIns: entries, optOuts: entries },
  { requiredKeys: ['optIns', 'optOuts'] },
);

const address: Arbitrary<ContactAddress> = fc.oneof(
  fc.record(
    { kind: fc.constant('phone' as const), number: text, extension: text },
    { requiredKeys: ['kind', 'number'] },
  ),
  fc.record({ kind: fc.constantFrom('email' as const, 'web' as const), value: text }),
  fc.record({ kind: fc.constant('social' as const), value: text, provider: text }),
  fc.record(
    {
      kind: fc.constant('postal' as const),
      label: text,
      streetName: text,
      townName: text,
      country,
      coordinates: fc.record({ lat: fc.integer({ min: -90, max: 90 }), long: fc.nat(180) }),
    },
    { requiredKeys: ['kind', 'townName', 'country'] },
  ),
);

const points = listOf(
  fc.record(
    {
      method: fc.constantFrom(...contactMethods),
      usage: fc.constantFrom(...contactUsages),
      address,
      preference,
      validFrom: day,
      validUntil: day,
      isVerified: fc.boolean(),
    },
    { requiredKeys: ['method', 'usage', 'address', 'isVerified'] },
  ),
);

const documents = listOf(
  fc.record(
    {
      kind: fc.constantFrom(...documentKinds),
      documentNumber: text,
      issueDate: day,
      expiryDate: day,
      issuingCountry: country,
      issuingAuthority: text,
      status: fc.constantFrom(...documentStatuses),
      registeredOn: timestamp,
      verifiedBy: text,
    },
    {
      requiredKeys: [
        'kind',
        'documentNumber',
        'issueDate',
        'issuingCountry',
        'issuingAuthority',
        'status',
        'registeredOn',
      ],
    },
  ),
);

const owners = fc.array(
  fc.record(
    { partyNumber: text, name: text, share: fc.integer({ max: 100 }), isBeneficialOwner: fc.boolean() },
    { requiredKeys: ['share', 'isBeneficialOwner'] },
  ),
  { maxLength: 3 },
);

const personal: Arbitrary<PersonalFacts> = fc.record(
  {
    profile: fc.constantFrom(...registrationProfiles),
    name,
    customer: fc.record(
      { status: fc.constantFrom(...customerStatuses), statusSince: day, statusReason: text },
      { requiredKeys: ['status', 'statusSince'] },
    ),
    life: fc.constantFrom(...individualStatuses),
    pictureUrl: text,
    person: fc.record(
      { gender: fc.constantFrom(...genders), citizenships: fc.array(country, { maxLength: 2 }) },
      loose,
    ),
    residence: fc.record(
      { countryOfResidence: country, tenureStatus: fc.constantFrom(...tenureStatuses), residentSince: day },
      loose,
    ),
    employment: fc.record(
      {
        status: fc.constantFrom(...employmentStatuses),
        employerName: text,
        tenureYears: fc.nat(80),
        contractKind: fc.constantFrom(...contractKinds),
      },
      loose,
    ),
    organization: fc.record(
      { purpose: fc.constantFrom(...organizationPurposes), established: day, soleTrader: fc.boolean() },
      loose,
    ),
    ownership: fc.record(
      { kind: fc.constantFrom(...ownershipKinds), owners, contentUrl: text },
      { requiredKeys: ['owners'] },
    ),
    size: fc.record(
      { size: fc.constantFrom(...organizationSizes), headcount: fc.nat(), annualTurnover: money },
      loose,
    ),
    servicing: fc.record({ unit: text, relationshipManager: text, since: day }, { requiredKeys: ['since'] }),
    preference,
    contactPoints: points,
  },
  { requiredKeys: ['profile', 'name', 'customer', 'contactPoints'] },
);

const sensitive: Arbitrary<SensitiveFacts> = fc.record(
  {
    identification: fc.record({
      idKind: fc.constantFrom(...idKinds),
      idNumber: text,
      issuingCountry: country,
    }),
    birth: fc.record({ date: day, place: text, placeCode: text, country }, loose),
    taxResidencies: fc.array(fc.record({ country, tin: text }, { requiredKeys: ['country'] }), {
      maxLength: 2,
    }),
    netMonthlyIncome: money,
    death: fc.record(
      {
        date: day,
        reportedOn: day,
        source: fc.constantFrom(...deathReportSources),
        isConfirmed: fc.boolean(),
        reportedBy: text,
      },
      { requiredKeys: ['date', 'reportedOn', 'source', 'isConfirmed'] },
    ),
    ownerNumbers: fc.array(fc.option(text), { maxLength: 3 }),
    documents,
  },
  { requiredKeys: ['documents'] },
);

/** Any facts a party may have, consistent or not. */
export const anyFacts: Arbitrary<PartyFacts> = fc
  .record({ personal, sensitive })
  // Some generated objects have no prototype; objects parsed from JSON always have one.
  .map((facts) => structuredClone(facts));

/** A few items in the order of their ids, as they are always stored. */
function listOf<T extends object>(one: Arbitrary<T>): Arbitrary<readonly (T & { readonly id: string })[]> {
  const ids = fc.uniqueArray(fc.nat(6), { maxLength: 4 });
  return ids.chain((numbers) =>
    fc.tuple(
      ...numbers
        .toSorted((left, right) => left - right)
        .map((id) => one.map((rest) => ({ ...rest, id: `id-${id}` }))),
    ),
  );
}
