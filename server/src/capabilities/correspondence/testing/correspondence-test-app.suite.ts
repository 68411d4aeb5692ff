import { randomBytes } from 'node:crypto';
import {
  createPartyVault,
  createSearchLimit,
  noContactProofs,
  noContactUse,
  noCorrectionApprovals,
  onlyCell,
  type PartyPorts,
  partyRoutes,
} from '#capabilities/party/index.ts';
import { channel } from '#dialects/channel/channel.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createVault } from '#platform/crypto/vault.ts';
import { createRateLimits } from '#platform/http/rate-limits.ts';
import { type ClassificationSchema, valuesOf } from '#platform/kernel/classification.ts';
import { systemIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/log/logger.ts';
import { at, listAt } from '#platform/testing/json-at.ts';
import { createTestApp, type TestApp, type TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import type { Context } from '#platform/work/context.ts';
import { systemContext } from '#platform/work/system-context.ts';
import { contactMedia } from '../domain/literals.ts';
import { noAccounts } from '../ports/account-holdings.ts';
import { noContentStore } from '../ports/content-store.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import type { DocumentRenderer } from '../ports/document-renderer.ts';
import { noMalwareScan } from '../ports/inspection.ts';
import { noDevices } from '../ports/push-addresses.ts';
import { correspondenceRoutes } from '../routes.ts';
import { createCorrespondenceVault } from '../store/correspondence-vault.ts';
import { type Delivery, deliverTo, type MailboxFixture } from './mailbox-delivery.suite.ts';

export type { Delivery, MailboxFixture } from './mailbox-delivery.suite.ts';

export const base = '/v1/correspondence';

export type Fields = Readonly<Record<string, unknown>>;

/** The correspondence and party interfaces with a separate database. */
export interface CorrespondenceTestApp extends TestApp {
  readonly ports: CorrespondencePorts;
  /** Registers a person with a mobile number, an e-mail address and these fields; returns the number. */
  person(fields?: Fields): Promise<string>;
  get(path: string, as: TokenRequest): Promise<TestResponse>;
  post(path: string, body: unknown, as: TokenRequest): Promise<TestResponse>;
  /** Inserts a message into a mailbox directly. */
  deliver(message: Delivery): Promise<MailboxFixture>;
  /** Emitted events of an aggregate, in order. */
  eventsOf(aggregateKind: string, aggregateId: string): Promise<readonly EmittedEvent[]>;
  /** Audit records of an aggregate, oldest first. */
  auditOf(aggregateKind: string, aggregateId: string): Promise<readonly unknown[]>;
  /** The system caller, as in a job. */
  context(bankId?: string): Context & CorrespondencePorts;
}

export interface EmittedEvent {
  readonly name: string;
  readonly data: unknown;
}

/** An application with these scopes. */
export const back = (scopes: readonly string[], more: Partial<TokenRequest> = {}): TokenRequest => ({
  kind: 'application',
  id: 'back-end',
  banks: ['01'],
  scope: scopes.join(' '),
  ...onlyDetails(more),
});

/** An employee of all units with these roles. */
export const staff = (id: string, roles: readonly string[]): TokenRequest => ({
  kind: 'employee',
  id,
  banks: ['01'],
  roles: ['party.all-units', ...roles],
});

/** A signed-in customer with this number. */
export const customer = (number: string | undefined, claims: Fields = {}): TokenRequest => ({
  kind: 'customer',
  id: `usr_01JCQ5D8F0000000000000${(number ?? '').slice(-4).replaceAll(/\D/g, '0').padStart(4, '0')}`,
  banks: ['01'],
  scope: 'mailbox notification-preferences',
  assurance: 'sca',
  claims: { 'customer-number': number, ...claims },
});

/** Status and literal of a problem: `440 account-not-found`. */
export function problemOf({ body, status }: TestResponse): string {
  return `${status} ${String(at(body, 'problem'))}`;
}

/** Every field error of a response as `status field code`. */
export function fieldErrorsOf({ body, status }: TestResponse): readonly string[] {
  return listAt(body, 'errors').map(
    (error) => `${status} ${String(at(error, 'field'))} ${String(at(error, 'code'))}`,
  );
}

let made = 0;

/** A new idempotency key. */
function newKey(): string {
  made += 1;
  return `key-${String(made).padStart(16, '0')}`;
}

const noRenderer: DocumentRenderer = {
  texts: async () => {
    throw new Error('no renderer in this test');
  },
  pdf: async () => {
    throw new Error('no renderer in this test');
  },
  docx: async () => {
    throw new Error('no renderer in this test');
  },
  close: async () => undefined,
};

/** A classification of another interface. */
export const foreignClassification: ClassificationSchema = {
  id: 'user-statuses',
  name: 'User statuses',
  description: 'Whether a user can sign in.',
  values: valuesOf(['active', 'closed'], { descriptions: { active: 'Can sign in.', closed: 'Closed.' } }),
};

/** Ports with separate keys, no screening, every medium deliverable, and no renderer by default. */
export function testCorrespondencePorts(more: Partial<CorrespondencePorts> = {}): CorrespondencePorts {
  const keys = createLocalKeys([randomBytes(32)]);
  const timeZone = 'Europe/Berlin';
  const contentUrlPrefix = 'https://portico.test/content/';
  return {
    correspondenceVault: createCorrespondenceVault(keys),
    correspondenceFacts: {
      of: () => ({ timeZone, language: 'de', contentUrlPrefix, linkHosts: ['portico.test'] }),
    },
    documentRenderer: noRenderer,
    pushAddresses: noDevices,
    accountHoldings: noAccounts,
    gateways: { mediaOf: () => contactMedia },
    inspection: noMalwareScan,
    contentStore: noContentStore,
    foreignClassifications: [foreignClassification],
    party: {
      partyVault: createPartyVault(keys),
      bankFacts: { of: () => ({ country: 'DE', language: 'de', timeZone, contentUrlPrefix }) },
      cell: onlyCell,
      screening: { screen: async () => 'clear' },
      contactUse: noContactUse,
      searchLimit: createSearchLimit(4),
      contactProofs: noContactProofs,
      correctionApprovals: noCorrectionApprovals,
    },
    ...more,
  };
}

const largeLimit = { perMinute: 1_000_000 };

export async function createCorrespondenceTestApp(
  more: Partial<CorrespondencePorts> = {},
): Promise<CorrespondenceTestApp> {
  const ports = testCorrespondencePorts(more);
  const testApp = await createTestApp<CorrespondencePorts & PartyPorts>({
    routes: [...partyRoutes, ...correspondenceRoutes],
    ports: () => ({ ...ports.party, ...ports }),
    dialectFor: () => channel,
    services: {
      rateLimits: createRateLimits({
        read: largeLimit,
        change: largeLimit,
        batch: largeLimit,
        search: largeLimit,
        anonymous: largeLimit,
      }),
      responseVault: createVault(createLocalKeys([randomBytes(32)]), 'answers'),
    },
  });
  const post = (path: string, body: unknown, as: TokenRequest): Promise<TestResponse> =>
    testApp.call({ method: 'POST', path, as, body, headers: { 'idempotency-key': newKey() } });
  return {
    ...testApp,
    ports,
    get: (path, as) => testApp.call({ method: 'GET', path: `${base}${path}`, as }),
    post: (path, body, as) => post(`${base}${path}`, body, as),
    person: async (fields = {}) => {
      const registrar = back(['party.register']);
      const response = await post(
        '/v1/party/parties/individuals',
        { ...personFields(), ...fields },
        registrar,
      );
      if (response.status !== 201) throw new Error(`not registered: ${response.status} ${response.text}`);
      return String(at(response.body, 'id'));
    },
    deliver: (message) => deliverTo(testApp, ports.correspondenceVault, message),
    eventsOf: async (kind, id) => {
      const rows = await testApp.database.query<{ name: string; data: string }>(
        `select name, data from platform.outbox_event
          where aggregate_kind = $1 and aggregate_id = $2 order by position`,
        [kind, id],
      );
      return rows.map(({ data, name }) => ({ name, data: JSON.parse(data) }));
    },
    auditOf: async (kind, id) => {
      const rows = await testApp.database.query<{ record: string }>(
        `select record from platform.audit_entry
          where aggregate_kind = $1 and aggregate_id = $2 order by occurred_at, audit_id`,
        [kind, id],
      );
      return rows.map(({ record }): unknown => JSON.parse(record));
    },
    context: (bankId = '01') => ({ ...jobContext(testApp, bankId), ...ports }),
  };
}

function jobContext({ clock, services }: TestApp, bankId: string): Context {
  const log = createLogger({ level: 'fatal' });
  return systemContext(
    { app: services.database, clock, ids: systemIds(clock), log },
    { job: 'test', bankId, requestId: 'test' },
  );
}

function onlyDetails(more: Partial<TokenRequest>): Fields {
  const { kind: _, ...details } = more;
  return details;
}

function personFields(): Fields {
  made += 1;
  return {
    'registration-profile': 'contact',
    'given-name': 'Maria',
    surname: 'Schmidt',
    'mobile-phone': { number: `+4915112${String(100_000 + made).slice(-6)}` },
    'email-address': { value: `maria.${made}@example.org` },
  };
}
