import assert from 'node:assert/strict';
import { Temporal } from 'temporal-polyfill';
import { expect } from 'vitest';
import type { Contract } from '#platform/http/contract.ts';
import { compileGuard } from '#platform/http/response-guard.ts';
import { isCountry } from '#platform/kernel/country.ts';
import type { PersonalFacts, SensitiveFacts } from '../domain/facts.ts';
import type { ErasedParty, PartyHead, PartyView } from '../domain/party.ts';
import type { RelationshipView } from '../domain/queries.ts';

const netherlands = 'NL';
assert(isCountry(netherlands));

export const head: PartyHead = {
  bankId: '01',
  partyNumber: '1000000048',
  kind: 'individual',
  recordState: 'live',
  survivorPartyNumber: undefined,
  servicingUnit: 'U1',
  legalHold: 'court',
  dueOn: '2030-01-01',
  createdAt: Temporal.Instant.from('2026-01-01T10:00:00Z'),
  modifiedAt: Temporal.Instant.from('2026-02-01T10:00:00.5Z'),
  version: 7n,
  position: { epoch: 1, transaction: 5n, number: 9n },
};

export const personal: PersonalFacts = {
  profile: 'customer',
  name: {
    kind: 'individual',
    givenName: 'Ana',
    middleName: 'Maria',
    surname: 'Kovač',
    birthSurname: 'Novak',
  },
  customer: {
    status: 'active',
    statusSince: '2026-01-01',
    statusReason: 'first product',
    sector: 'households',
    segment: 'mass',
  },
  life: 'living',
  pictureUrl: 'https://content.example.org/p',
  person: { gender: 'female', citizenships: ['NL'], legalCapacity: 'full', maritalStatus: 'married' },
  residence: { countryOfResidence: 'NL', residenceStatus: 'resident', householdSize: 2 },
  employment: { status: 'employed', employerName: 'Bakery', contractKind: 'permanent' },
  servicing: { unit: 'U1', since: '2026-01-01' },
  preference: {
    preferredLanguage: 'nl',
    optIns: [{ purpose: 'survey', medium: 'email', since: '2026-01-01T10:00:00.000Z', channel: 'app' }],
    optOuts: [],
  },
  contactPoints: [
    {
      id: 'p2',
      method: 'postal',
      usage: 'legal',
      address: {
        kind: 'postal',
        streetName: 'Dam',
        buildingNumber: '1',
        postCode: '1012 AB',
        townName: 'Amsterdam',
        country: netherlands,
      },
      isVerified: false,
    },
    {
      id: 'p1',
      method: 'landline',
      usage: 'primary',
      address: { kind: 'phone', number: '+31201234567', extension: '12' },
      preference: { optIns: [], optOuts: [] },
      validUntil: '2027-01-01',
      isVerified: true,
    },
    {
      id: 'p3',
      method: 'social',
      usage: 'other',
      address: { kind: 'social', value: 'ana', provider: 'x' },
      isVerified: false,
    },
    {
      id: 'p4',
      method: 'email',
      usage: 'primary',
      address: { kind: 'email', value: 'a@example.org' },
      isVerified: false,
    },
  ],
};

const paper = {
  kind: 'passport',
  documentNumber: 'X1',
  issueDate: '2020-01-01',
  issuingCountry: 'NL',
  issuingAuthority: 'Amsterdam',
  status: 'valid',
} as const;

export const sensitive: SensitiveFacts = {
  identification: { idKind: 'passport-number', idNumber: 'X1', issuingCountry: 'NL' },
  birth: { date: '1980-02-29', place: 'Utrecht', country: 'NL' },
  taxResidencies: [{ country: 'NL', tin: '123456782' }],
  netMonthlyIncome: { currency: 'EUR', amount: '2500.00' },
  documents: [
    { ...paper, id: 'd1', registeredOn: '2026-01-01T10:00:00.000Z' },
    { ...paper, id: 'd2', registeredOn: '2026-02-01T10:00:00.000Z' },
  ],
};

export const person: PartyView = { ...head, recordState: 'live', personal, sensitive };
export const closedPerson: PartyView = { ...person, sensitive: undefined };
export const company: PartyView = {
  ...head,
  kind: 'organization',
  recordState: 'live',
  personal: {
    profile: 'prospect',
    name: {
      kind: 'organization',
      commercialName: 'Bakery',
      registeredName: 'Bakery B.V.',
      legalStructure: 'private-limited',
    },
    customer: { status: 'prospective', statusSince: '2026-01-01' },
    organization: {
      purpose: 'commercial',
      established: '1990-01-01',
      soleTrader: false,
      lei: '5493001KJTIIGC8Y1R12',
      industry: 'C',
    },
    ownership: {
      kind: 'private',
      owners: [
        { partyNumber: '42', share: 60, isBeneficialOwner: true, controlKind: 'shares' },
        { name: 'Ben', idKind: 'passport-number', share: 40, isBeneficialOwner: true },
      ],
    },
    size: {
      size: 'small',
      headcount: 12,
      annualTurnover: { currency: 'EUR', amount: '5.00' },
      fiscalYear: 2025,
    },
    contactPoints: [],
  },
  sensitive: {
    documents: [],
    ownerNumbers: [null, 'B1'],
    death: { date: '2026-01-01', reportedOn: '2026-01-02', source: 'certificate', isConfirmed: true },
  },
};
export const erased: ErasedParty = { ...head, recordState: 'erased' };
export const merged: PartyView = { ...person, recordState: 'merged', survivorPartyNumber: '42' };

export const relationships: readonly RelationshipView[] = [
  {
    id: 'r1',
    kind: 'mandate',
    role: 'proxy',
    toParty: { partyNumber: '42', displayName: 'Bakery', kind: 'organization' },
    mandate: { scope: ['payment'], signingGroup: 'A' },
    validFrom: '2026-01-01',
  },
];

/** Returns the response if its contract allows it. */
export function guarded<T extends { readonly status: number }>(contract: Contract, response: T): T {
  const undeclared: string[] = [];
  compileGuard(contract, { mode: 'refuse', onUndeclared: (_, what) => undeclared.push(what) }).check(
    response,
  );
  expect(undeclared).toEqual([]);
  return response;
}
