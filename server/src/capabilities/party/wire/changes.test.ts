import { describe, expect, it } from 'vitest';
import {
  modifyContactPoint,
  modifyContactPreference,
  registerContactPoint,
} from '../contract/contact-points.ts';
import { registerIdentificationDocument } from '../contract/documents.ts';
import {
  applyIndividualCorrections,
  changeSurname,
  modifyEmploymentProfile,
  modifyResidentialProfile,
  reportDeath,
} from '../contract/individuals.ts';
import { changeOwnership, modifyBusinessName, modifySize } from '../contract/organizations.ts';
import { modifyServicingInfo } from '../contract/servicing.ts';
import {
  type TestRequest,
  type ValidationOutcome,
  validatorOf,
} from '../testing/request-validation.suite.ts';
import { toContactPointChange, toNewContactPoint, toPreferenceRequest } from './contact-points.ts';
import {
  toCorrections,
  toDeathReport,
  toEmploymentChange,
  toResidenceChange,
  toSurnameChange,
} from './individual-changes.ts';
import {
  toBusinessNameChange,
  toNewDocument,
  toOwnershipChange,
  toServicingChange,
  toSizeChange,
} from './party-changes.ts';

type Edge = (sent: TestRequest) => ValidationOutcome<unknown>;

const params = { 'party-number': '1000000048', id: '018f3f3e-0000-7000-8000-000000000001' };
const edges = {
  document: validatorOf(registerIdentificationDocument, toNewDocument),
  servicing: validatorOf(modifyServicingInfo, toServicingChange),
  preference: validatorOf(modifyContactPreference, toPreferenceRequest),
  newPoint: validatorOf(registerContactPoint, toNewContactPoint),
  point: validatorOf(modifyContactPoint, toContactPointChange),
  corrections: validatorOf(applyIndividualCorrections, toCorrections),
  surname: validatorOf(changeSurname, toSurnameChange),
  employment: validatorOf(modifyEmploymentProfile, toEmploymentChange),
  residence: validatorOf(modifyResidentialProfile, toResidenceChange),
  death: validatorOf(reportDeath, toDeathReport),
  name: validatorOf(modifyBusinessName, toBusinessNameChange),
  ownership: validatorOf(changeOwnership, toOwnershipChange),
  size: validatorOf(modifySize, toSizeChange),
} satisfies Readonly<Record<string, Edge>>;
type EdgeName = keyof typeof edges;

const ask = (edge: EdgeName, body: unknown): ValidationOutcome<unknown> => {
  const validate: Edge = edges[edge];
  return validate({ body, params: edge === 'point' ? params : { 'party-number': '1000000048' } });
};

const paper = {
  kind: 'passport',
  'document-number': 'X12345',
  'issue-date': '2020-01-01',
  'issuing-country': 'NL',
  'issuing-authority': 'Amsterdam',
};
const street = { 'street-name': 'Dam', 'post-code': '1012 AB', 'town-name': 'Amsterdam', country: 'NL' };
const url = 'https://content.example.org/1';
const day = '2026-01-01';

describe('a change becomes a command in domain terms', () => {
  it.each<readonly [EdgeName, unknown, unknown]>([
    [
      'document',
      { ...paper, id: 'x', status: 1, 'registered-on': 0, 'verified-by': [] },
      {
        kind: 'passport',
        documentNumber: 'X12345',
        issueDate: '2020-01-01',
        issuingCountry: 'NL',
        issuingAuthority: 'Amsterdam',
      },
    ],
    [
      'servicing',
      { 'servicing-unit': 'U2', 'deputy-manager': null, since: 'x', 'effective-date': day },
      { unit: 'U2', deputyManager: null, effectiveDate: day },
    ],
    [
      'preference',
      {
        'preferred-language': null,
        'opt-ins': null,
        'opt-outs': [{ purpose: 'survey', 'contact-medium': 'sms', since: 0 }],
        uri: 7,
      },
      { preferredLanguage: null, optIns: [], optOuts: [{ purpose: 'survey', medium: 'sms' }] },
    ],
    [
      'preference',
      { 'opt-ins': [{ purpose: 'survey' }], 'opt-outs': [{ purpose: 'survey', 'contact-medium': 'sms' }] },
      { optIns: [{ purpose: 'survey' }], optOuts: [{ purpose: 'survey', medium: 'sms' }] },
    ],
    [
      'newPoint',
      {
        method: 'fax',
        usage: 'work',
        address: { number: '+31 20 123 4567', extension: '12', 'country-code': '99' },
        verified: true,
        id: 'mine',
      },
      { method: 'fax', usage: 'work', address: { kind: 'phone', number: '+31201234567', extension: '12' } },
    ],
    [
      'newPoint',
      { method: 'social', address: { value: '@ana', provider: 'Fediverse' } },
      { method: 'social', address: { kind: 'social', value: '@ana', provider: 'Fediverse' } },
    ],
    [
      'newPoint',
      { method: 'web', address: { kind: 'web', value: 'https://example.org/' } },
      { method: 'web', address: { kind: 'web', value: 'https://example.org/' } },
    ],
    [
      'newPoint',
      { method: 'postal', usage: 'temporary', 'valid-until': day, address: street },
      {
        method: 'postal',
        usage: 'temporary',
        validUntil: day,
        address: {
          kind: 'postal',
          streetName: 'Dam',
          postCode: '1012 AB',
          townName: 'Amsterdam',
          country: 'NL',
        },
      },
    ],
    [
      'point',
      { address: { value: 'a@EXAMPLE.org' }, 'valid-until': null },
      { address: { kind: 'email', value: 'a@example.org' }, validUntil: null },
    ],
    [
      'point',
      { address: { value: 'https://example.org' } },
      { address: { kind: 'web', value: 'https://example.org' } },
    ],
    [
      'point',
      { address: { value: 'ana', provider: 'x' } },
      { address: { kind: 'social', value: 'ana', provider: 'x' } },
    ],
    [
      'point',
      { address: { number: '+31201234567' }, usage: 'home' },
      { usage: 'home', address: { kind: 'phone', number: '+31201234567' } },
    ],
    [
      'point',
      { address: street },
      {
        address: {
          kind: 'postal',
          streetName: 'Dam',
          postCode: '1012 AB',
          townName: 'Amsterdam',
          country: 'NL',
        },
      },
    ],
    [
      'corrections',
      { surname: 'Kovač', 'middle-name': null, citizenships: null, reason: 'typing-error', 'case-id': '' },
      { surname: 'Kovač', middleName: null, citizenships: null, reason: 'typing-error' },
    ],
    [
      'corrections',
      {
        'id-number': 'x12',
        'id-kind': 'passport-number',
        'id-issuing-country': null,
        reason: 'migration',
        'case-id': 'C1',
      },
      { identification: { idNumber: 'X12', idKind: 'passport-number' }, reason: 'migration', caseId: 'C1' },
    ],
    [
      'corrections',
      { 'id-number': null, 'id-kind': null, reason: 'migration' },
      { identification: null, reason: 'migration' },
    ],
    [
      'surname',
      { surname: 'Novak', reason: 'marriage', 'effective-date': day, 'content-url': url },
      { surname: 'Novak', reason: 'marriage', effectiveDate: day, contentUrl: url },
    ],
    [
      'employment',
      {
        'employment-status': 'employed',
        'employer-name': 'Bakery',
        'contract-kind': 'permanent',
        industry: '62',
        'net-monthly-income': { currency: 'EUR', amount: '2500.00' },
      },
      {
        status: 'employed',
        employerName: 'Bakery',
        contractKind: 'permanent',
        industry: '62',
        netMonthlyIncome: { currency: 'EUR', amount: '2500.00' },
      },
    ],
    [
      'employment',
      { 'employment-status': 'retired', 'employer-name': null },
      { status: 'retired', employerName: null },
    ],
    [
      'employment',
      { 'employer-name': 'Bakery', occupation: 'managers', 'education-level': 'primary-education' },
      {
        employerName: 'Bakery',
        occupation: 'managers',
        educationLevel: 'primary-education',
      },
    ],
    [
      'residence',
      {
        'country-of-residence': 'NL',
        'household-size': 3,
        'tax-residencies': [{ country: 'NL' }],
        'tenure-status': null,
      },
      { countryOfResidence: 'NL', householdSize: 3, taxResidencies: [{ country: 'NL' }], tenureStatus: null },
    ],
    [
      'death',
      {
        'date-of-death': day,
        source: 'certificate',
        'certificate-number': '7',
        'issuing-authority': '',
        'content-url': url,
      },
      { date: day, source: 'certificate', certificateNumber: '7', contentUrl: url },
    ],
    [
      'name',
      { 'registered-name': null, 'commercial-name': ' A  & B ', 'effective-date': day, reason: '' },
      { registeredName: null, commercialName: 'A & B', effectiveDate: day },
    ],
    [
      'ownership',
      {
        'effective-date': day,
        owners: [
          {
            name: 'Ana',
            'id-number': '1ab',
            'id-kind': 'passport-number',
            share: 100,
            'control-kind': 'votes',
          },
        ],
      },
      {
        effectiveDate: day,
        owners: [
          {
            name: 'Ana',
            idNumber: '1AB',
            idKind: 'passport-number',
            share: 100,
            isBeneficialOwner: false,
            controlKind: 'votes',
          },
        ],
      },
    ],
    [
      'size',
      { size: 'micro', headcount: null, 'fiscal-year': 2025, 'balance-sheet-total': null },
      { size: 'micro', headcount: null, fiscalYear: 2025, balanceSheetTotal: null },
    ],
  ])('%s %j', (edge, body, command) => {
    expect(ask(edge, body)).toEqual({ command });
  });
});

describe('a field error in a change', () => {
  const survey = { purpose: 'survey' };
  const correct = (members: object): object => ({ reason: 'typing-error', ...members });
  const owner = { 'party-number': '42', share: 50 };
  it.each<readonly [string, EdgeName, unknown]>([
    ['too-few', 'servicing', {}],
    ['too-few', 'preference', {}],
    ['too-few', 'point', {}],
    ['too-few', 'employment', {}],
    ['too-few', 'residence', {}],
    ['too-few', 'size', {}],
    ['too-few', 'corrections', correct({})],
    ['too-few', 'corrections', correct({ 'case-id': 'C1' })],
    ['too-few', 'name', { 'effective-date': day, reason: 'none' }],
    ['too-few owners', 'ownership', { 'effective-date': day, owners: [] }],
    [
      'too-many owners',
      'ownership',
      {
        'effective-date': day,
        owners: Array.from({ length: 201 }, (_, index) => ({ 'party-number': `${index}`, share: 0 })),
      },
    ],
    ['minimum expiry-date', 'document', { ...paper, 'expiry-date': '2020-01-01' }],
    ['enum issuing-country', 'document', { ...paper, 'issuing-country': 'ZZ' }],
    ['pattern document-number', 'document', { ...paper, 'document-number': '***' }],
    ['format content-url', 'document', { ...paper, 'content-url': 'https://' }],
    ['unknown-field party-number', 'document', { ...paper, 'party-number': '1' }],
    ['duplicate opt-ins[1]', 'preference', { 'opt-ins': [survey, survey] }],
    ['combination-not-allowed opt-outs[0]', 'preference', { 'opt-ins': [survey], 'opt-outs': [survey] }],
    ['format preferred-language', 'preference', { 'preferred-language': 'dutch language' }],
    [
      'mismatch address.kind',
      'newPoint',
      { method: 'email', address: { kind: 'phone', value: 'a@example.org' } },
    ],
    ['required address.value', 'newPoint', { method: 'email', address: {} }],
    ['required address.number', 'newPoint', { method: 'landline', address: {} }],
    ['required address.provider', 'newPoint', { method: 'social', address: { value: 'ana' } }],
    ['format address.value', 'newPoint', { method: 'social', address: { value: 'a b', provider: 'x' } }],
    ['format address.value', 'newPoint', { method: 'web', address: { value: 'ftp://example.org' } }],
    ['format address.number', 'newPoint', { method: 'mobile', address: { number: '+31201234567' } }],
    [
      'unknown-field address.value',
      'newPoint',
      { method: 'landline', address: { number: '+31201234567', value: 'x' } },
    ],
    ['required valid-until', 'newPoint', { method: 'postal', usage: 'temporary', address: street }],
    [
      'minimum valid-until',
      'newPoint',
      { method: 'postal', 'valid-from': day, 'valid-until': '2025-12-31', address: street },
    ],
    [
      'duplicate contact-preference.opt-ins[1]',
      'newPoint',
      { method: 'postal', address: street, 'contact-preference': { 'opt-ins': [survey, survey] } },
    ],
    ['required valid-until', 'point', { usage: 'temporary', 'valid-until': null }],
    ['minimum valid-until', 'point', { 'valid-from': day, 'valid-until': '2025-12-31' }],
    [
      'mismatch address.kind',
      'point',
      { method: 'mobile', address: { kind: 'email', number: '+31612345678' } },
    ],
    ['format address.number', 'point', { method: 'mobile', address: { number: '+31201234567' } }],
    ['mismatch address.kind', 'point', { address: { kind: 'pigeon', number: '+31612345678' } }],
    [
      'required address.town-name',
      'point',
      { address: { kind: 'postal', 'street-name': 'Dam', country: 'NL' } },
    ],
    ['combination-required id-kind', 'corrections', correct({ 'id-number': 'X12' })],
    ['combination-required id-kind', 'corrections', correct({ 'id-number': 'X12', 'id-kind': null })],
    [
      'combination-required id-number',
      'corrections',
      correct({ 'id-number': null, 'id-kind': 'passport-number' }),
    ],
    [
      'combination-not-allowed id-issuing-country',
      'corrections',
      correct({ 'id-number': null, 'id-kind': null, 'id-issuing-country': 'NL' }),
    ],
    [
      'checksum id-number',
      'corrections',
      correct({ 'id-number': '123456789', 'id-kind': 'social-security-number', 'id-issuing-country': 'NL' }),
    ],
    ['pattern surname', 'corrections', correct({ surname: '...' })],
    ['required effective-date', 'surname', { surname: 'Novak', reason: 'other' }],
    [
      'minimum id-document.expiry-date',
      'surname',
      {
        surname: 'N',
        reason: 'other',
        'effective-date': day,
        'id-document': { ...paper, 'expiry-date': '2019-01-01' },
      },
    ],
    [
      'combination-not-allowed employer-name',
      'employment',
      { 'employment-status': 'student', 'employer-name': 'X' },
    ],
    [
      'combination-not-allowed employer-party-number',
      'employment',
      { 'employment-status': 'retired', 'employer-party-number': '7' },
    ],
    [
      'combination-not-allowed employed-since',
      'employment',
      { 'employment-status': 'other', 'employed-since': day },
    ],
    [
      'combination-not-allowed contract-kind',
      'employment',
      { 'employment-status': 'self-employed', 'contract-kind': 'permanent' },
    ],
    ['maximum tenure-years', 'employment', { 'tenure-years': 81 }],
    [
      'enum net-monthly-income.currency',
      'employment',
      { 'net-monthly-income': { currency: 'ABC', amount: '1' } },
    ],
    ['minimum household-size', 'residence', { 'household-size': 0 }],
    ['type household-size', 'residence', { 'household-size': 1.5 }],
    ['enum country-of-residence', 'residence', { 'country-of-residence': 'EU' }],
    [
      'duplicate tax-residencies[1].country',
      'residence',
      { 'tax-residencies': [{ country: 'NL' }, { country: 'NL', tin: '123' }] },
    ],
    ['format date-of-death', 'death', { 'date-of-death': 'yesterday', source: 'other' }],
    ['pattern commercial-name', 'name', { 'commercial-name': '&', 'effective-date': day }],
    ['duplicate owners[1].party-number', 'ownership', { 'effective-date': day, owners: [owner, owner] }],
    ['maximum headcount', 'size', { headcount: 10_000_001 }],
    ['enum size', 'size', { size: 'huge' }],
  ])('is reported as %s by %s', (error, edge, body) => {
    expect(ask(edge, body)).toEqual({ errors: [error] });
  });
});
