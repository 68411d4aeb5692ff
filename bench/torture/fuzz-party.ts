import fc from 'fast-check';
import { partyRoutes } from '../../server/src/capabilities/party/routes.ts';
import {
  back,
  createPartyTestApp,
  customerFields,
  home,
  organizationCustomerFields,
  type PartyTestApp,
  staff,
} from '../../server/src/capabilities/party/testing/party-test-app.suite.ts';
import type { Contract } from '../../server/src/platform/http/contract.ts';
import { arbitraryRequest, type FuzzedRequest } from '../../server/src/platform/testing/arbitrary-request.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import { type Chance, chanceFrom } from '../harness/chance.ts';
import { type Figure, progress } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { fuzzFigures, newTally, recordResponse, spoiled } from './fuzz-requests.ts';

const requests: Readonly<Record<Scale, number>> = { ci: 1_500, night: 50_000, full: 500_000 };
const peopleCount = 20;

/** Valid bodies; the run spoils one member of each before it sends it. */
const bodies: Readonly<Record<string, () => unknown>> = {
  Individuals_Register: customerFields,
  Organizations_Register: organizationCustomerFields,
  Parties_RegisterIdentificationDocument: () => ({
    kind: 'passport',
    'document-number': 'L01X00T47',
    'issue-date': '2024-01-01',
    'expiry-date': '2034-01-01',
    'issuing-country': 'DE',
    'issuing-authority': 'Berlin',
  }),
  Party_ModifyServicingInfo: () => ({ 'servicing-unit': 'unit-1', 'service-channel': 'branch' }),
  Parties_ContactPreference_Modify: () => ({
    'preferred-language': 'de',
    'opt-ins': [{ purpose: 'survey' }],
    'opt-outs': [{ purpose: 'direct-marketing', 'contact-medium': 'sms' }],
  }),
  Parties_RegisterContactPoints: () => ({ method: 'postal', usage: 'home', address: home }),
  Parties_ModifyContactPoint: () => ({ usage: 'work', address: { value: 'new@example.org' } }),
  Individuals_ApplyCorrections: () => ({ 'given-name': 'Marie', gender: 'female', reason: 'typing-error' }),
  Individuals_ChangeSurname: () => ({ surname: 'Neu', reason: 'marriage', 'effective-date': '2026-01-01' }),
  Individuals_ModifyEmploymentProfile: () => ({
    'employment-status': 'employed',
    'employer-name': 'Nordwind',
    'net-monthly-income': { currency: 'EUR', amount: '3000.00' },
  }),
  Individuals_ModifyResidentialProfile: () => ({
    'country-of-residence': 'FR',
    'household-size': 3,
    'tax-residencies': [{ country: 'FR', tin: '1234567890' }],
  }),
  Individuals_ReportDeath: () => ({ 'date-of-death': '2026-10-01', source: 'relative' }),
  Organization_ModifyBusinessName: () => ({ 'commercial-name': 'Südwind', 'effective-date': '2026-12-01' }),
  Organization_ChangeOwnership: () => ({
    'ownership-kind': 'private',
    'effective-date': '2026-11-01',
    owners: [{ name: 'Erna Eigen', 'id-number': 'X123', 'id-kind': 'passport-number', share: 60 }],
  }),
  Organization_ModifySize: () => ({ size: 'small', headcount: 20 }),
};

/** Sends random requests to the interface for parties, half of them nearly valid. */
export async function fuzzParty({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  await using app = await createPartyTestApp();
  const numbers = await settle(app);
  const chance = chanceFrom(seed);
  const count = requests[scale];
  const show = progress('fuzz party', count);
  const tally = newTally();
  for (let sent = 1; sent <= count; sent += 1) {
    const { contract } = chance.oneOf(partyRoutes);
    const request = fuzzed(contract, { chance, numbers });
    const { status, text } = await app.call({ ...request, as: chance.oneOf(callers) });
    recordResponse(tally, contract, { request, status, text });
    show(sent);
  }
  return fuzzFigures(tally);
}

const callers: readonly TokenRequest[] = [
  back(),
  staff('e-1', [
    'party.read',
    'party.search',
    'party.register',
    'party.write',
    'party.sensitive',
    'data-steward',
    'servicing-manager',
    'estate-desk',
    'kyc-officer',
  ]),
];

async function settle(app: PartyTestApp): Promise<readonly string[]> {
  const numbers: string[] = [];
  for (let index = 0; index < peopleCount; index += 1) {
    numbers.push(await app.person(customerFields()));
    numbers.push(await app.organization(organizationCustomerFields()));
  }
  return numbers;
}

/** Returns a random request from the schemas of the contract, or a nearly valid request about an existing party. */
function fuzzed(
  contract: Contract,
  { chance, numbers }: { readonly chance: Chance; readonly numbers: readonly string[] },
): FuzzedRequest {
  const [request] = fc.sample(arbitraryRequest(contract), { numRuns: 1, seed: chance.integer(0, 2 ** 30) });
  if (request === undefined) throw new Error('no request');
  const path = contract.path.includes('{party-number}')
    ? request.path.replace(
        /^(\/v1\/party\/parties\/(?:individuals\/|organizations\/)?)[^/?]*/,
        `$1${chance.oneOf(numbers)}`,
      )
    : request.path;
  const body = bodies[contract.operationId];
  if (body === undefined || chance.integer(0, 1) === 0) return { ...request, path };
  const headers = {
    ...request.headers,
    'idempotency-key': `fuzz-${chance.integer(0, 2 ** 30)}-${chance.integer(0, 2 ** 30)}`,
  };
  return { ...request, path, headers, body: chance.integer(0, 3) === 0 ? body() : spoiled(body(), chance) };
}
