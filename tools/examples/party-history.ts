import { setTimeout } from 'node:timers/promises';
import { at, listAt } from '../../server/src/platform/testing/json-at.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import type { ProductTestApp } from '../product-test-app.ts';
import type { Recorder } from './recorder.ts';

const english = { 'accept-language': 'en' };

const home = {
  'street-name': 'Lindenstraße',
  'building-number': '12',
  'post-code': '10969',
  'town-name': 'Berlin',
  country: 'DE',
};

const backEnd: TokenRequest = {
  kind: 'application',
  id: 'back-end',
  banks: ['01'],
  scope: 'party.read party.search party.sync party.register party.write party.sensitive',
};

const staff = (id: string, ...roles: readonly string[]): TokenRequest => ({
  kind: 'employee',
  id,
  banks: ['01'],
  roles: ['party.all-units', ...roles],
});

/** Registers a person and a company, reads and changes them. Returns the number of the person. */
export async function partyHistory(recorder: Recorder): Promise<string> {
  const { call } = recorder;
  const person = await registerPerson(recorder);
  const of = { path: { 'party-number': person }, as: backEnd };
  const shown = await call('Parties_Get', { ...of, query: { include: 'contact-points' } });
  await call('Parties_ContactPreference_Modify', {
    ...of,
    headers: { 'if-match': String(shown.headers['etag']) },
    body: { 'preferred-language': 'en', 'opt-ins': [{ purpose: 'survey', 'contact-medium': 'email' }] },
  });
  await contactPoints(recorder, person);
  await call('Parties_RegisterIdentificationDocument', {
    ...of,
    body: {
      kind: 'passport',
      'document-number': 'L01X00T47',
      'issue-date': '2024-01-15',
      'expiry-date': '2034-01-14',
      'issuing-country': 'DE',
      'issuing-authority': 'Berlin',
    },
  });
  await call('Parties_IdDocuments_GetList', { ...of, as: staff('clerk-1', 'party.sensitive', 'party.read') });
  await changesOfPerson(recorder, person);
  const company = await companyHistory(recorder, person);
  await call('Parties_Relationship_GetList', { path: { 'party-number': company }, as: backEnd });
  await lists(recorder, person);
  await call('Individuals_ReportDeath', {
    path: { 'party-number': await registerRelative(recorder) },
    as: staff('clerk-3', 'estate-desk'),
    body: { 'date-of-death': '2026-11-01', source: 'certificate' },
  });
  return person;
}

async function registerPerson({ call }: Recorder): Promise<string> {
  const body = {
    'registration-profile': 'customer',
    'given-name': 'Maria',
    surname: 'Schmidt',
    'mobile-phone': { number: '+4915123456789' },
    'email-address': { value: 'maria.schmidt@example.org' },
    'contact-address': home,
    'legal-address': home,
    'delivery-address': home,
    'id-number': 'L12345678',
    'id-kind': 'passport-number',
    'birth-date': '1988-05-04',
    'birth-place': 'Berlin',
    'birth-country': 'DE',
    'country-of-residence': 'DE',
    'employment-status': 'employed',
  };
  await call('Individuals_Register', {
    as: backEnd,
    body: { ...body, 'mobile-phone': { number: 'unknown' } },
    fails: 400,
  });
  return String(at((await call('Individuals_Register', { as: backEnd, body })).body, 'id'));
}

async function registerRelative({ call }: Recorder): Promise<string> {
  const body = {
    'registration-profile': 'contact',
    'given-name': 'Otto',
    surname: 'Neumann',
    'mobile-phone': { number: '+4915187654321' },
    'email-address': { value: 'otto.neumann@example.org' },
  };
  return String(at((await call('Individuals_Register', { as: backEnd, body })).body, 'id'));
}

async function contactPoints({ call }: Recorder, person: string): Promise<void> {
  const of = { path: { 'party-number': person }, as: backEnd };
  const point = { method: 'web', usage: 'work', address: { value: 'https://example.org/maria' } };
  const added = await call('Parties_RegisterContactPoints', { ...of, body: point });
  await call('Parties_RegisterContactPoints', { ...of, body: point, fails: 440 });
  await call('Parties_ModifyContactPoint', {
    ...of,
    path: { ...of.path, id: String(at(added.body, 'id')) },
    body: { usage: 'other' },
  });
  await call('Parties_GetContactPoints', of);
}

async function changesOfPerson({ call }: Recorder, person: string): Promise<void> {
  const of = { path: { 'party-number': person }, as: backEnd };
  await call('Party_ModifyServicingInfo', {
    ...of,
    as: staff('manager-1', 'servicing-manager'),
    body: { 'service-channel': 'branch' },
  });
  await call('Individuals_ModifyEmploymentProfile', {
    ...of,
    body: { 'employer-name': 'Bakery Weiß', 'job-title': 'Baker' },
  });
  await call('Individuals_ModifyResidentialProfile', {
    ...of,
    body: { 'household-size': 2, 'tenure-status': 'tenant-market-rent' },
  });
  await call('Individuals_ApplyCorrections', {
    ...of,
    as: staff('steward-1', 'data-steward'),
    body: { 'given-name': 'Marie', reason: 'typing-error' },
  });
  await call('Individuals_ChangeSurname', {
    ...of,
    body: { surname: 'Weber', reason: 'marriage', 'effective-date': '2026-10-02' },
  });
}

async function companyHistory({ call }: Recorder, person: string): Promise<string> {
  const registered = await call('Organizations_Register', {
    as: backEnd,
    body: {
      'registration-profile': 'contact',
      'commercial-name': 'Nordwind',
      phone: { number: '+493012345678' },
    },
  });
  const company = String(at(registered.body, 'id'));
  const of = { path: { 'party-number': company }, as: backEnd };
  await call('Organization_ModifyBusinessName', {
    ...of,
    body: { 'commercial-name': 'Nordwind Energie', 'effective-date': '2026-11-16' },
  });
  await call('Organization_ModifySize', { ...of, body: { headcount: 12 } });
  await call('Organization_ChangeOwnership', {
    ...of,
    as: staff('officer-1', 'kyc-officer'),
    body: {
      'effective-date': '2026-11-16',
      owners: [{ 'party-number': person, share: 60, 'is-beneficial-owner': true }],
    },
  });
  return company;
}

async function lists({ app, call }: Recorder, person: string): Promise<void> {
  await call('Parties_GetList', { as: backEnd, query: { kind: 'individual', 'page-size': '2' } });
  await call('Parties_Search', { as: backEnd, query: { q: 'Weber' } });
  await call('Parties_GetAsOf', {
    as: staff('auditor-1', 'party.read', 'party.sensitive', 'party.history'),
    path: { 'party-number': person },
    query: { 'true-on': '2026-11-16' },
  });
  await allVisible(app);
  await call('Parties_Sync', { as: backEnd });
  const classifications = await call('Party_Classifications_GetList', { as: backEnd, headers: english });
  const [first] = listAt(classifications.body, 'items');
  await call('Party_Classifications_Get', {
    as: backEnd,
    headers: english,
    path: { 'schema-id': String(at(first, 'schema-id')) },
  });
}

const pauseMs = 50;
const attemptsMax = 2_400;

/** Waits until no older transaction of the cluster holds back a change of this history. */
async function allVisible({ database }: ProductTestApp): Promise<void> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const [row] = await database.query<{ pending: boolean }>(
      `select exists (select from party.party
                       where sync_transaction >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint) as pending`,
    );
    if (row?.pending === false) return;
    await setTimeout(pauseMs);
  }
  throw new Error('an older transaction stays open in the cluster');
}
