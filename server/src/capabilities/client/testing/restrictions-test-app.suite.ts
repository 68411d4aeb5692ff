import { randomBytes, randomUUID } from 'node:crypto';
import {
  createIdentityTestApp,
  type IdentityTestApp,
} from '#capabilities/identity/testing/identity-test-app.suite.ts';
import {
  createPartyTestServer,
  type PartyTestServer,
} from '#capabilities/identity/testing/party-test-server.suite.ts';
import { signInBySms, walkIn, walkToFactor } from '#capabilities/identity/testing/sign-in-steps.suite.ts';
import { plain } from '#dialects/plain/plain.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createVault } from '#platform/crypto/vault.ts';
import { createRateLimits } from '#platform/http/rate-limits.ts';
import { at } from '#platform/testing/json-at.ts';
import { createTestServer, type TestServer, type TestServerResponse } from '#platform/testing/test-server.ts';
import type { TokenDetails, TokenRequest } from '#platform/testing/token-mint.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { createRestrictions } from '../operations/restrictions/create-restrictions.ts';
import type { ClientPorts } from '../ports/client-ports.ts';
import { clientRoutes } from '../routes.ts';
import { testClientPorts } from './client-test-ports.suite.ts';
import { publishRestrictionTemplate } from './restriction-steps.suite.ts';

export const restrictionsPath = '/api/v1/restrictions';
export const fraudPath = '/api/v1/restrictions/report-suspected-fraud';

export type TestClient = Awaited<ReturnType<PartyTestServer['customer']>>;

interface Sent {
  readonly as: TokenRequest | undefined;
  readonly body: unknown;
  readonly key?: string;
}

/** Restrictions and fraud reports on a database with customers. */
export interface RestrictionsTestApp {
  readonly identity: IdentityTestApp;
  readonly parties: PartyTestServer;
  readonly server: TestServer;
  readonly ports: ClientPorts;
  /** A customer who is old enough to sign. */
  client(): Promise<TestClient>;
  post(path: string, sent: Sent): Promise<TestServerResponse>;
  context(): Context & ClientPorts;
  /** Enters a password; returns the page that follows. */
  pageAfterPassword(username: string, password: string): Promise<string>;
  /** Signs in up to the code; returns what enters it and says whether the client is signed in. */
  beginSignIn(client: TestClient): Promise<() => Promise<boolean>>;
  /** Signs in completely; returns whether it worked. */
  signIn(client: TestClient): Promise<boolean>;
  /** Publishes the template of notices about restrictions. */
  publishTemplate(): Promise<void>;
  /** Events of a client, oldest first, as their consumers get them. */
  eventsOf(clientNumber: string): Promise<readonly DeliveredEvent[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

const plenty = { perMinute: 10_000_000 };

/** A signed-in customer with one factor. */
export function asCustomer(
  { customerNumber, userId }: Pick<TestClient, 'customerNumber' | 'userId'>,
  more: TokenDetails = {},
): TokenRequest {
  return {
    kind: 'customer',
    id: userId,
    banks: ['01'],
    scope: 'restriction fraud.report',
    claims: { 'customer-number': customerNumber },
    ...more,
  };
}

export const asEmployee: TokenRequest = {
  kind: 'employee',
  id: 'e-17',
  banks: ['01'],
  roles: ['restriction', 'fraud.report', 'party.all-units'],
};

export const asApplication: TokenRequest = {
  kind: 'application',
  id: 'fraud-engine',
  banks: ['01'],
  scope: 'restriction fraud.report',
};

/** Status and code of a response: `422 restriction-kind-not-allowed`; field errors with their field. */
export function shortly({ body, status }: TestServerResponse): string {
  const [field, fieldCode] = [at(body, 'errors', 0, 'field'), at(body, 'errors', 0, 'code')];
  const code = at(body, 'code');
  if (typeof field === 'string') return `${status} ${field} ${String(fieldCode)}`;
  return typeof code === 'string' ? `${status} ${code}` : String(status);
}

export async function createRestrictionsTestApp(): Promise<RestrictionsTestApp> {
  const masterKey = randomBytes(32);
  const identity = await createIdentityTestApp({
    poolSize: 20,
    masterKey,
    restrictions: createRestrictions,
  });
  const parties = await createPartyTestServer(identity);
  const keys = createLocalKeys([masterKey]);
  const ports = testClientPorts({
    app: identity.services.database,
    clock: identity.clock,
    identity: identity.ports,
    masterKey,
  });
  const server = await createTestServer<ClientPorts>(
    {
      routes: clientRoutes,
      ports: () => ports,
      dialectFor: () => plain,
      services: {
        rateLimits: createRateLimits({ read: plenty, change: plenty, search: plenty, anonymous: plenty }),
        responseVault: createVault(keys, 'answers'),
      },
    },
    identity.services.database,
  );
  return {
    identity,
    parties,
    server,
    ports,
    async client() {
      const client = await parties.customer();
      identity.clock.advance({ hours: 48 });
      return client;
    },
    post(path, { as, body, key = randomUUID() }) {
      server.clock.set(identity.clock.now().toString());
      return server.call({
        method: 'POST',
        path,
        ...(as === undefined ? {} : { as }),
        body,
        headers: { 'idempotency-key': key },
      });
    },
    context: () => ({ ...identity.context(), ...ports }),
    async pageAfterPassword(username, password) {
      const walk = await walkIn(identity);
      await walk.post('identify', { username });
      await walk.post('password', { password });
      return walk.page();
    },
    async beginSignIn(client) {
      const walk = await walkToFactor(identity, client);
      const { code } = await identity.newestCode(client.userId);
      return async () => (await walk.post('code', { code })).kind === 'finished';
    },
    signIn: async (client) => (await signInBySms(identity, client)).outcome.kind === 'finished',
    publishTemplate: () => publishRestrictionTemplate({ ...identity.context(), ...ports }),
    async eventsOf(clientNumber) {
      const rows = await identity.database.query<{ name: string; data: string; event_id: string }>(
        `select name, data, event_id from platform.outbox_event
          where aggregate_kind = 'client' and aggregate_id = $1 order by position`,
        [clientNumber],
      );
      return rows.map(({ data, event_id: id, name }) => ({
        id,
        name,
        version: 1,
        occurredAt: identity.clock.now().toString(),
        aggregateKind: 'client',
        aggregateId: clientNumber,
        sequence: 1,
        data: JSON.parse(data),
      }));
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await parties[Symbol.asyncDispose]();
      await identity[Symbol.asyncDispose]();
    },
  };
}
