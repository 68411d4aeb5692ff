import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { channel } from '#dialects/channel/channel.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createVault } from '#platform/crypto/vault.ts';
import { createRateLimits } from '#platform/http/rate-limits.ts';
import { systemIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/log/logger.ts';
import type { TestDatabase } from '#platform/testing/database.ts';
import { at } from '#platform/testing/json-at.ts';
import { createTestApp, type TestApp, type TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import type { Context } from '#platform/work/context.ts';
import { systemContext } from '#platform/work/system-context.ts';
import { onlyCell } from '../ports/cell.ts';
import { noContactProofs } from '../ports/contact-proofs.ts';
import { noContactUse } from '../ports/contact-use.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { createSearchLimit } from '../ports/search-limit.ts';
import { partyRoutes } from '../routes.ts';
import { createPartyVault } from '../store/party-vault.ts';
import { createMemoryApprovals, type MemoryApprovals } from './memory-approvals.suite.ts';

/** The party interface on its own database, with helpers for its tests. */
export interface PartyTestApp extends TestApp {
  readonly ports: PartyPorts;
  readonly approvals: MemoryApprovals;
  /** Sends a correction that needs two employees, and signs it as both; returns the refused response. */
  signedCorrection(number: string, body: Fields): Promise<TestResponse>;
  /** Registers a person with these fields beside the default ones, and returns the number. */
  person(fields?: Fields, as?: TokenRequest): Promise<string>;
  organization(fields?: Fields, as?: TokenRequest): Promise<string>;
  post(path: string, body: unknown, as?: TokenRequest): Promise<TestResponse>;
  patch(path: string, body: unknown, as?: TokenRequest): Promise<TestResponse>;
  get(path: string, as?: TokenRequest): Promise<TestResponse>;
  /**
   * Waits until all changes are visible to synchronization: they are held back as long as an older transaction is
   * open anywhere in the cluster, and other tests have some.
   */
  changesVisible(): Promise<void>;
  /** The context of a job of Portico itself. */
  context(bankId?: string): Context & PartyPorts;
}

export type Fields = Readonly<Record<string, unknown>>;

export const base = '/v1/party';

/** An application with all scopes. */
export const back = (bank = '01', scopes?: readonly string[]): TokenRequest => ({
  kind: 'application',
  id: 'back-end',
  banks: [bank],
  scope: (
    scopes ?? ['party.read', 'party.search', 'party.sync', 'party.register', 'party.write', 'party.sensitive']
  ).join(' '),
});

/** An employee of every unit with these roles. */
export const staff = (
  id: string,
  roles: readonly string[],
  more: Partial<TokenRequest> = {},
): TokenRequest => ({
  kind: 'employee',
  id,
  banks: ['01'],
  roles: ['party.all-units', ...roles],
  ...more,
});

/** A signed-in customer with this number. */
export const customer = (number: string, more: Fields = {}): TokenRequest => ({
  kind: 'customer',
  id: `usr_01JCQ5D8F0000000000000${String(number)
    .slice(-4)
    .padStart(4, '0')
    .replaceAll(/[^0-9]/g, '0')}`,
  banks: ['01'],
  scope: 'party.read party.write',
  assurance: 'sca',
  claims: { 'customer-number': number, ...more },
});

/** An address with all required members. */
export const home = {
  'street-name': 'Lindenstraße',
  'building-number': '12',
  'post-code': '10969',
  'town-name': 'Berlin',
  country: 'DE',
} as const;

let made = 0;

/** Returns a unique serial, so that no person is registered twice by accident. */
function serial(): number {
  made += 1;
  return made;
}

/** Returns a new idempotency key. */
export function newKey(): string {
  return `key-${String(serial()).padStart(16, '0')}`;
}

/** A person with the minimum a contact needs. */
export function contactFields(): Fields {
  const number = serial();
  return {
    'registration-profile': 'contact',
    'given-name': 'Maria',
    surname: `Schmidt`,
    'mobile-phone': { number: `+4915112${String(100_000 + number).slice(-6)}` },
    'email-address': { value: `maria.${number}@example.org` },
  };
}

export function prospectFields(): Fields {
  return {
    ...contactFields(),
    'registration-profile': 'prospect',
    'contact-address': home,
    'id-number': `L${String(10_000_000 + serial())}`,
    'id-kind': 'passport-number',
  };
}

export function customerFields(): Fields {
  return {
    ...prospectFields(),
    'registration-profile': 'customer',
    'birth-place': 'Berlin',
    'birth-country': 'DE',
    'country-of-residence': 'DE',
    'legal-address': home,
    'delivery-address': home,
    'employment-status': 'employed',
  };
}

export function organizationFields(): Fields {
  const number = serial();
  return {
    'registration-profile': 'contact',
    'commercial-name': `Nordwind ${number}`,
    phone: { number: `+4930901${String(10_000 + number).slice(-5)}` },
  };
}

export function organizationCustomerFields(): Fields {
  return {
    ...organizationFields(),
    'registration-profile': 'customer',
    'contact-address': home,
    'id-number': `HRB${String(100_000 + serial())}`,
    'id-kind': 'registration-number',
    'registered-name': `Nordwind Handel ${serial()} GmbH`,
    'organization-purpose': 'commercial',
    'legal-address': home,
    'delivery-address': home,
    established: '1998-04-01',
  };
}

/** Own keys, banks as configured, no screening unless the test sets it. */
export function testPartyPorts(more: Partial<PartyPorts> = {}): PartyPorts {
  return {
    partyVault: createPartyVault(createLocalKeys([randomBytes(32)])),
    bankFacts: {
      of: (bankId) => ({
        country: bankId === 'nl' ? 'NL' : 'DE',
        language: bankId === 'nl' ? 'nl' : 'de',
        timeZone: 'Europe/Berlin',
        contentUrlPrefix: 'https://portico.test/content/',
      }),
    },
    cell: onlyCell,
    screening: { screen: async () => 'clear' },
    contactUse: noContactUse,
    searchLimit: createSearchLimit(10),
    contactProofs: noContactProofs,
    correctionApprovals: createMemoryApprovals(),
    ...more,
  };
}

const plenty = { perMinute: 1_000_000 };

export async function createPartyTestApp(more: Partial<PartyPorts> = {}): Promise<PartyTestApp> {
  const approvals = createMemoryApprovals();
  const ports = testPartyPorts({ correctionApprovals: approvals, ...more });
  const testApp = await createTestApp({
    routes: partyRoutes,
    ports: () => ports,
    dialectFor: () => channel,
    services: {
      rateLimits: createRateLimits({ read: plenty, change: plenty, search: plenty, anonymous: plenty }),
      responseVault: createVault(createLocalKeys([randomBytes(32)]), 'answers'),
    },
  });
  const send =
    (method: 'POST' | 'PATCH') =>
    (path: string, body: unknown, as: TokenRequest = back()): Promise<TestResponse> =>
      testApp.call({
        method,
        path: `${base}${path}`,
        as,
        body,
        ...(method === 'POST' ? { headers: { 'idempotency-key': newKey() } } : {}),
      });
  const [post, patch] = [send('POST'), send('PATCH')];
  const register = async (path: string, fields: Fields, as?: TokenRequest): Promise<string> => {
    const response = await post(path, fields, as);
    if (response.status !== 201) throw new Error(`not registered: ${response.status} ${response.text}`);
    return String(at(response.body, 'id'));
  };
  return {
    ...testApp,
    ports,
    approvals,
    post,
    patch,
    async signedCorrection(number, body) {
      const path = `/parties/individuals/${number}/corrections`;
      const response = await patch(path, body, staff('e-1', ['data-steward', 'party.sensitive']));
      const correctionId = String(at(response.body, 'details', 'resource-id'));
      for (const employee of ['e-1', 'e-2']) approvals.sign(correctionId, employee);
      return response;
    },
    get: (path, as = back()) => testApp.call({ method: 'GET', path: `${base}${path}`, as }),
    person: (fields = {}, as) => register('/parties/individuals', { ...contactFields(), ...fields }, as),
    organization: (fields = {}, as) =>
      register('/parties/organizations', { ...organizationFields(), ...fields }, as),
    changesVisible: () => waitUntilVisible(testApp.database),
    context: (bankId = '01') => ({
      ...systemContext(
        {
          app: testApp.services.database,
          clock: testApp.clock,
          ids: systemIds(testApp.clock),
          log: createLogger({ level: 'fatal' }),
        },
        { job: 'test', bankId, requestId: 'test' },
      ),
      ...ports,
    }),
  };
}

const patienceMs = 15_000;

async function waitUntilVisible(database: TestDatabase): Promise<void> {
  const givenUpAt = performance.now() + patienceMs;
  while (performance.now() < givenUpAt) {
    const [row] = await database.query<{ pending: boolean }>(
      `select exists (select from party.party
                       where sync_epoch = (select max(epoch) from party.sync_epoch)
                         and sync_transaction >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint) as pending`,
    );
    if (row?.pending === false) return;
    await setTimeout(20);
  }
  throw new Error('an old transaction stays open somewhere in the cluster');
}
