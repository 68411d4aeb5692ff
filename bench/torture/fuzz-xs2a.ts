import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { contracts } from '../../server/src/apps/wiring.ts';
import { accountsRoutes } from '../../server/src/capabilities/accounts/routes.ts';
import {
  allOf,
  consentOf,
  productTestAccount as sharedAccount,
} from '../../server/src/capabilities/consents/testing/consents-test-app.suite.ts';
import { bulkFrom } from '../../server/src/capabilities/payments/testing/bulk-steps.suite.ts';
import { document09 } from '../../server/src/capabilities/payments/testing/pain001-documents.suite.ts';
import {
  productTestAccount as payer,
  paymentFrom,
} from '../../server/src/capabilities/payments/testing/payments-test-app.suite.ts';
import type { Contract } from '../../server/src/platform/http/contract.ts';
import { arbitraryRequest, type FuzzedRequest } from '../../server/src/platform/testing/arbitrary-request.ts';
import { fakeClock } from '../../server/src/platform/testing/fake-clock.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { TestApp } from '../../server/src/platform/testing/test-app.ts';
import { type ThirdPartyName, testThirdParties } from '../../server/src/platform/testing/third-parties.ts';
import type { PathValues } from '../../tools/matrix/object-entry.ts';
import { objects } from '../../tools/matrix/objects.ts';
import { createProductTestApp } from '../../tools/product-test-app.ts';
import { type Chance, chanceFrom } from '../harness/chance.ts';
import { type Figure, progress } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { type FuzzTally, fuzzFigures, newTally, recordResponse, spoiled } from './fuzz-requests.ts';
import { type ConsentHarness, createConsentHarness } from './lifecycles-consent-harness.ts';

const requests: Readonly<Record<Scale, number>> = { ci: 1_500, night: 20_000, full: 100_000 };
/** Share of the requests that read accounts under a valid consent. */
const readsOf = (count: number): number => Math.floor(count / 10);
/** A resource is used so often before the next one is made: most requests change it. */
const usesMax = 25;

const xs2aContracts = contracts.filter(({ interface: { dialect } }) => dialect.name.startsWith('xs2a'));
const { iban } = payer;
const now = fakeClock('2026-11-19T10:00:00Z');

/** Bodies that are valid; the run spoils one member of most of them. */
const bodies: Readonly<Record<string, () => unknown>> = {
  Payment_Initiate: () => paymentFrom(iban),
  BulkPayment_Initiate: () => bulkFrom(iban),
  PeriodicPayment_Initiate: () => paymentFrom(iban, { frequency: 'Monthly' }),
  Consent_Create: () => consentOf(allOf(sharedAccount), now),
  FundsConsent_Create: () => ({ account: { iban } }),
  FundsConfirmation_Confirm: () => ({
    account: { iban },
    instructedAmount: { currency: 'EUR', amount: '1.00' },
  }),
  PayeeVerification_Verify: () => ({ partyAccount: { iban }, party: { name: 'Anna Schmidt' } }),
  BulkPayeeVerification_Verify: () => ({
    partyVerificationRequests: [
      { uetr: randomUUID(), partyAccount: { iban }, party: { name: 'Anna Schmidt' } },
    ],
  }),
  SigningBasket_Create: () => ({ paymentIds: [randomUUID()], consentIds: [randomUUID()] }),
};

/** Members of the body of an authorisation, each of which is a step of its own. */
const steps: readonly object[] = [
  { psuData: { password: 'a good password of a customer' } },
  { psuData: { encryptedPassword: 'x' } },
  { scaAuthenticationData: '123456' },
  { authenticationMethodId: 'sms' },
  { confirmationCode: 'abc' },
];

/**
 * Sends random requests to every operation of XS2A as a third party with a certificate: about resources that exist, with
 * bodies that are nearly valid, in JSON and pain.001, and reads of accounts under a valid consent.
 */
export async function fuzzXs2a({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const chance = chanceFrom(seed);
  const count = requests[scale];
  const show = progress('fuzz xs2a', count);
  const tally = newTally();
  let sent = 0;
  const shown = (): void => show((sent += 1));
  await using app = await createProductTestApp({ isObserved: false, thirdParties: await testThirdParties() });
  const pool = createPool(app);
  while (sent < count - readsOf(count)) {
    const contract = chance.oneOf(xs2aContracts);
    const request = await fuzzed(contract, { chance, pool });
    const certificate = chance.integer(0, 9) === 0 ? '_B' : certificateOf(contract);
    const { status, text } = await app.call({ ...request, as: { kind: 'tpp', certificate } });
    recordResponse(tally, contract, { request, status, text });
    shown();
  }
  await using reads = await createConsentHarness();
  await readAccounts(reads, { chance, count: readsOf(count), shown, tally });
  return fuzzFigures(tally);
}

/** Who may use the resources that the matrix of callers makes. */
function certificateOf({ operationId }: Contract): ThirdPartyName {
  const entry = objects[operationId];
  if (entry?.kind !== 'owned' || entry.rightful.kind !== 'tpp') return '_A';
  const { certificate } = entry.rightful;
  return typeof certificate === 'string' ? certificate : '_A';
}

/** Resources by operation, each used some times. */
interface Pool {
  valuesFor(contract: Contract): Promise<PathValues>;
}

function createPool(app: TestApp): Pool {
  const made = new Map<string, { values: PathValues; left: number }>();
  return {
    async valuesFor({ operationId }) {
      const entry = objects[operationId];
      if (entry === undefined) return {};
      if (entry.kind === 'open') return entry.values;
      const known = made.get(operationId) ?? { values: {}, left: 0 };
      if (known.left === 0) {
        // Limits per second refill only as time passes.
        app.clock.advance({ seconds: 2 });
        known.values = await entry.make(app);
        known.left = usesMax;
      }
      known.left -= 1;
      made.set(operationId, known);
      return known.values;
    },
  };
}

/** Returns a random request from the schemas of the contract, three of four about a resource that exists. */
async function fuzzed(
  contract: Contract,
  { chance, pool }: { readonly chance: Chance; readonly pool: Pool },
): Promise<FuzzedRequest> {
  const [random] = fc.sample(arbitraryRequest(contract), { numRuns: 1, seed: chance.integer(0, 2 ** 30) });
  if (random === undefined) throw new Error('no request');
  if (chance.integer(0, 3) === 0) return random;
  const values = await pool.valuesFor(contract);
  const [, query = ''] = /(\?.*)?$/.exec(random.path) ?? [];
  const request = {
    ...random,
    path: `${filled(contract, { values, chance })}${chance.integer(0, 3) === 0 ? query : ''}`,
    headers: headersFor(random, chance),
  };
  return { ...request, ...bodyFor(contract, { chance, path: request.path, random }) };
}

function filled(
  { operationId, path }: Contract,
  { chance, values }: { readonly chance: Chance; readonly values: PathValues },
): string {
  const service = { 'payment-service': 'payments', 'payment-product': productFor(operationId, chance) };
  const all: Readonly<Record<string, string>> = { ...service, ...values };
  return path.replaceAll(/\{([\w-]+)\}/g, (_, name: string) => all[name] ?? randomUUID());
}

const products = ['sepa-credit-transfers', 'instant-sepa-credit-transfers', 'cross-border-credit-transfers'];

/** Initiations also take documents; all other operations name the product of their resource. */
function productFor(operationId: string, chance: Chance): string {
  const product = chance.oneOf(products);
  return operationId.endsWith('_Initiate') && chance.integer(0, 2) === 0 ? `pain.001-${product}` : product;
}

/** Most requests have the headers without which none goes further. */
function headersFor({ headers }: FuzzedRequest, chance: Chance): FuzzedRequest['headers'] {
  if (chance.integer(0, 9) === 0) return headers;
  const kept = chance.integer(0, 1) === 0 ? {} : headers;
  return {
    ...kept,
    'x-request-id': randomUUID(),
    'psu-ip-address': '192.0.2.7',
    'tpp-explicit-authorisation-preferred': 'true',
    ...(chance.integer(0, 2) === 0 ? { 'psu-id': 'a.customer' } : {}),
    ...(chance.integer(0, 3) === 0 ? { 'tpp-redirect-preferred': chance.oneOf(['true', 'false']) } : {}),
  };
}

function bodyFor(
  { operationId }: Contract,
  {
    chance,
    path,
    random,
  }: { readonly chance: Chance; readonly path: string; readonly random: FuzzedRequest },
): Partial<FuzzedRequest> {
  if (path.includes('/pain.001-')) {
    const headers = { ...random.headers, ...headersFor(random, chance), 'content-type': 'application/xml' };
    return { headers, body: damagedText(document09, chance) };
  }
  if (operationId.includes('Authorisation_'))
    return random.body === undefined ? {} : { body: spoiledOrNot(chance.oneOf(steps), chance) };
  const body = bodies[operationId];
  return body === undefined ? {} : { body: spoiledOrNot(body(), chance) };
}

function spoiledOrNot(body: unknown, chance: Chance): unknown {
  return chance.integer(0, 3) === 0 ? body : spoiled(body, chance);
}

const oddParts = [
  '',
  '<',
  '&',
  '&#0;',
  '\u0000',
  ']]>',
  '<!DOCTYPE x>',
  '</PmtInf>',
  '9'.repeat(400),
  '\ud83c\udca1',
];

/** Replaces a part of a document. */
function damagedText(document: string, chance: Chance): string {
  if (chance.integer(0, 4) === 0) return document;
  const from = chance.integer(0, document.length - 1);
  const part = chance.oneOf(oddParts);
  return `${document.slice(0, from)}${part}${document.slice(from + chance.integer(0, 40))}`;
}

interface Reads {
  readonly chance: Chance;
  readonly count: number;
  readonly shown: () => void;
  readonly tally: FuzzTally;
}

/** Reads accounts, balances and transactions of a customer who has agreed, with random queries and ids. */
async function readAccounts(
  { app, prepare }: ConsentHarness,
  { chance, count, shown, tally }: Reads,
): Promise<void> {
  const { approver, holder, path } = await prepare(false);
  const approved = await app.approve(path, approver);
  if (approved !== 'finalised') throw new Error(`not approved: ${approved}`);
  const headers = { 'consent-id': path.slice(path.lastIndexOf('/') + 1), 'psu-ip-address': '192.0.2.7' };
  await app.core.receive(holder.accountId, { minor: 100_000n, currency: 'EUR' });
  const list = await app.send({ method: 'GET', path: '/v1/accounts', headers });
  const account = String(at(list.body, 'accounts', 0, 'resourceId'));
  const contractsOfReads = accountsRoutes.map(({ contract }) => contract);
  for (let sent = 0; sent < count; sent += 1) {
    const contract = chance.oneOf(contractsOfReads);
    const [random] = fc.sample(arbitraryRequest(contract), { numRuns: 1, seed: chance.integer(0, 2 ** 30) });
    if (random === undefined) throw new Error('no request');
    const request = {
      method: 'GET',
      path: random.path.replace(/^(\/v1\/(?:card-)?accounts\/)[^/?]*/, `$1${account}`),
      headers: { ...random.headers, ...headers },
    } as const;
    const { status, text } = await app.send(request);
    recordResponse(tally, contract, { request, status, text });
    shown();
  }
}
