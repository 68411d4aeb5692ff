import { at } from '../../server/src/platform/testing/json-at.ts';
import type { TestApp } from '../../server/src/platform/testing/test-app.ts';
import type { TestRequest } from '../../server/src/platform/testing/test-server.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import type { OpenPath, OwnedObject, PathValues } from './object-entry.ts';

const unknownNumber = '9999999990';
const unknownPoint = '01a1dcbf-fdb1-7d5d-b669-60821bd6845c';

/** Employee with these roles, restricted to its unit unless a role allows all units. */
const staff = (roles: readonly string[], more: Partial<TokenRequest> = {}): TokenRequest => ({
  kind: 'employee',
  id: 'matrix-staff',
  banks: ['01'],
  roles: [...roles],
  ...more,
});

let made = 0;

async function send(app: TestApp, path: string, body: unknown): Promise<string> {
  made += 1;
  const response = await app.call({
    method: 'POST',
    path: `/v1/party/parties${path}`,
    as: { kind: 'application', id: 'matrix-registry', banks: ['01'], scope: 'party.register party.write' },
    headers: { 'idempotency-key': `matrix-party-${String(made).padStart(16, '0')}` },
    body,
  });
  if (response.status !== 201) throw new Error(`party not created: ${response.status} ${response.text}`);
  return String(at(response.body, 'id'));
}

/** Registers a person; returns the party number. */
export async function registerPerson(app: TestApp): Promise<string> {
  return send(app, '/individuals', {
    'registration-profile': 'contact',
    'given-name': 'Matrix',
    surname: 'Mustermann',
    'mobile-phone': { number: '+4915112345678' },
    'email-address': { value: 'matrix@example.org' },
  });
}

const person = async (app: TestApp): Promise<PathValues> => ({ 'party-number': await registerPerson(app) });

const organization = async (app: TestApp): Promise<PathValues> => ({
  'party-number': await send(app, '/organizations', {
    'registration-profile': 'contact',
    'commercial-name': 'Matrix Werke',
    phone: { number: '+493012345678' },
  }),
});

/** A party that employees with this role may use; employees of another bank or unit get 404. */
function partyFor(
  role: string,
  make: OwnedObject['make'],
  sends: Pick<TestRequest, 'body' | 'headers'> = {},
): OwnedObject {
  return {
    kind: 'owned',
    make,
    sends,
    unknown: { 'party-number': unknownNumber },
    rightful: staff([role, 'party.sensitive', 'party.all-units']),
    otherBank: staff([role, 'party.sensitive', 'party.all-units'], { banks: ['02'] }),
    otherOwner: staff([role, 'party.sensitive']),
  };
}

const changed = (role: string, body: unknown, make = person): OwnedObject => partyFor(role, make, { body });

const today = new Date().toISOString().slice(0, 10);

const contactPoint: OwnedObject = {
  ...partyFor('party.write', async (app) => {
    const values = await person(app);
    const number = values['party-number'] ?? '';
    const point = { method: 'web', address: { value: 'https://example.org/matrix' } };
    return { ...values, id: await send(app, `/${number}/contact-points`, point) };
  }),
  sends: { body: { usage: 'work' } },
  unknown: { 'party-number': unknownNumber, id: unknownPoint },
};

const classification: OpenPath = {
  kind: 'open',
  why: 'classifications are the same for all callers',
  values: { 'schema-id': 'genders' },
};

/** Objects of the party routes, and the callers that try to use them. */
export const partyObjects = {
  Parties_Get: partyFor('party.read', person),
  Parties_GetAsOf: partyFor('party.read', person),
  Parties_Relationship_GetList: partyFor('party.read', person),
  Parties_IdDocuments_GetList: partyFor('party.sensitive', person),
  Parties_RegisterIdentificationDocument: changed('party.write', {
    kind: 'passport',
    'document-number': 'L01X00T47',
    'issue-date': '2024-01-01',
    'issuing-country': 'DE',
    'issuing-authority': 'Berlin',
  }),
  Party_ModifyServicingInfo: changed('servicing-manager', { 'service-channel': 'branch' }),
  Parties_ContactPreference_Modify: changed('party.write', { 'preferred-language': 'de' }),
  Parties_GetContactPoints: partyFor('party.read', person),
  Parties_RegisterContactPoints: partyFor('party.write', person, {
    body: { method: 'web', address: { value: 'https://example.org/more' } },
  }),
  Parties_ModifyContactPoint: contactPoint,
  Individuals_ApplyCorrections: changed('data-steward', { 'given-name': 'Matrice', reason: 'typing-error' }),
  Individuals_ChangeSurname: changed('party.write', {
    surname: 'Musterfrau',
    reason: 'other',
    'effective-date': '2026-01-01',
  }),
  Individuals_ModifyEmploymentProfile: changed('party.write', { 'job-title': 'Baker' }),
  Individuals_ModifyResidentialProfile: changed('party.write', { 'household-size': 2 }),
  Individuals_ReportDeath: changed('estate-desk', { 'date-of-death': '2026-01-01', source: 'relative' }),
  Organization_ModifyBusinessName: changed(
    'party.write',
    { 'commercial-name': 'Matrix Neu', 'effective-date': today },
    organization,
  ),
  Organization_ChangeOwnership: changed(
    'kyc-officer',
    {
      'effective-date': today,
      owners: [
        {
          name: 'Erna Eigen',
          'id-number': 'X1234567',
          'id-kind': 'passport-number',
          share: 60,
          'is-beneficial-owner': true,
        },
      ],
    },
    organization,
  ),
  Organization_ModifySize: changed('party.write', { headcount: 12 }, organization),
  Party_Classifications_Get: classification,
} as const;
