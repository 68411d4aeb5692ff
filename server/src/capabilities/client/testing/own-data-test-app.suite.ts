import { publishTestTemplate } from '#capabilities/correspondence/testing/publish-test-template.suite.ts';
import { registerUser } from '#capabilities/identity/index.ts';
import {
  createIdentityTestApp,
  customer,
  goodPassword,
  type IdentityTestApp,
  type TestUser,
} from '#capabilities/identity/testing/identity-test-app.suite.ts';
import {
  createPartyTestServer,
  type PartyTestServer,
} from '#capabilities/identity/testing/party-test-server.suite.ts';
import { plain } from '#dialects/plain/plain.ts';
import { at } from '#platform/testing/json-at.ts';
import { createTestServer, type TestServer, type TestServerResponse } from '#platform/testing/test-server.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { clientEventHandlers } from '../event-handlers.ts';
import type { ClientPorts } from '../ports/client-ports.ts';
import { clientRoutes } from '../routes.ts';
import { testClientPorts } from './client-test-ports.suite.ts';
import { publishRestrictionTemplate } from './restriction-steps.suite.ts';

/** A customer with a user, both contacts proven. */
export type TestClient = TestUser & { readonly customerNumber: string };

/** The client interface on the database of an identity test app, with parties. */
export interface OwnDataTestApp {
  readonly identity: IdentityTestApp;
  readonly parties: PartyTestServer;
  readonly ports: ClientPorts;
  readonly server: TestServer;
  /** A new customer; `more` is added to the registration of the party. */
  client(more?: Readonly<Record<string, unknown>>): Promise<TestClient>;
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH',
    path: string,
    request: {
      readonly as: TokenRequest;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    },
  ): Promise<TestServerResponse>;
  /** Delivers the events since the last delivery to the handlers of this capability. */
  deliver(): Promise<void>;
  context(): Context & ClientPorts;
  /** Publishes the template of notices about accounts. */
  publishNotices(): Promise<void>;
  /** A customer whose user has contacts that are not proven. */
  unprovenClient(email: string): Promise<TestClient>;
  /** Enters and confirms an e-mail address through the identity interface; returns the status. */
  confirmEmail(client: TestClient, email: string): Promise<number>;
  /** The names of the events about an aggregate, oldest first. */
  eventsOf(aggregateId: string): Promise<readonly string[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A signed-in customer with a recent second factor. */
export function signedIn(
  { customerNumber, userId }: Pick<TestClient, 'userId' | 'customerNumber'>,
  more: Partial<TokenRequest> = {},
): TokenRequest {
  const { kind: _, ...details } = more;
  return {
    kind: 'customer',
    id: userId,
    banks: ['01'],
    scope: 'client client.secure',
    assurance: 'sca',
    ageSeconds: 10,
    claims: { 'customer-number': customerNumber },
    ...details,
  };
}

/** Status and code of a problem. */
export function refusalOf({ body, status }: TestServerResponse): string {
  return `${status} ${String(at(body, 'code'))}`;
}

export async function createOwnDataTestApp(more: Partial<ClientPorts> = {}): Promise<OwnDataTestApp> {
  const identity = await createIdentityTestApp();
  const parties = await createPartyTestServer(identity);
  const ports: ClientPorts = {
    ...testClientPorts({
      app: identity.services.database,
      clock: identity.clock,
      identity: identity.ports,
    }),
    ...more,
  };
  const { rateLimits, responseVault } = identity.services;
  const server = await createTestServer<ClientPorts>(
    {
      routes: clientRoutes,
      ports: () => ports,
      dialectFor: () => plain,
      services: { rateLimits, ...(responseVault === undefined ? {} : { responseVault }) },
    },
    identity.services.database,
  );
  let delivered = 0n;
  const context = (): Context & ClientPorts => ({ ...identity.context(), ...ports });
  return {
    identity,
    parties,
    ports,
    server,
    context,
    async client(members = {}) {
      const person = await parties.person(members);
      await parties.verify(person.customerNumber, [
        { method: 'email', value: person.email },
        { method: 'mobile', value: person.phone },
      ]);
      return { ...(await identity.register(person)), ...person };
    },
    call(method, path, { as, body, headers }) {
      server.clock.set(identity.clock.now().toString());
      return server.call({
        method,
        path: `/api/v1${path}`,
        as,
        ...(body === undefined ? {} : { body }),
        ...(headers === undefined ? {} : { headers }),
      });
    },
    async publishNotices() {
      await publishTestTemplate(
        { ...context(), ...identity.ports.authorization.correspondence },
        {
          templateId: 'account-changed',
          messageKind: 'security-notice',
          messageCategory: 'security',
          text: '{{ what }} {{ bank }} {{ at }} {{ time-zone }}',
        },
      );
      await publishRestrictionTemplate(context());
    },
    unprovenClient: (email) => registerUnproven(identity, parties, email),
    async confirmEmail(client, email) {
      const as = customer(client);
      await identity.send('PUT', '/me/email', { as, body: { email } });
      const { code } = await identity.newestCode(client.userId);
      return (await identity.send('PUT', '/me/email/confirm', { as, body: { email, otp: code } })).status;
    },
    async deliver() {
      const rows = await identity.database.query<{
        position: string;
        event_id: string;
        name: string;
        aggregate_kind: string;
        aggregate_id: string;
        data: string;
        occurred_at: Date;
      }>(
        `select position::text, event_id, name, aggregate_kind, aggregate_id, data, occurred_at
           from platform.outbox_event where position > $1 order by position`,
        [delivered.toString()],
      );
      for (const row of rows) {
        delivered = BigInt(row.position);
        const event: DeliveredEvent = {
          id: row.event_id,
          name: row.name,
          version: 1,
          occurredAt: identity.clock.now().toString(),
          aggregateKind: row.aggregate_kind,
          aggregateId: row.aggregate_id,
          sequence: 1,
          data: JSON.parse(row.data),
        };
        for (const handler of clientEventHandlers(ports))
          if (handler.events.includes(event.name)) await handler.handle(identity.context(), event);
      }
    },
    async eventsOf(aggregateId) {
      const rows = await identity.database.query<{ name: string }>(
        'select name from platform.outbox_event where aggregate_id = $1 order by position',
        [aggregateId],
      );
      return rows.map(({ name }) => name);
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await parties[Symbol.asyncDispose]();
      await identity[Symbol.asyncDispose]();
    },
  };
}

/** Staff register a user whose contacts are not proven. */
async function registerUnproven(
  identity: IdentityTestApp,
  parties: PartyTestServer,
  email: string,
): Promise<TestClient> {
  const { customerNumber, phone } = await parties.verified();
  const user = { username: 'person.unproven', password: goodPassword, email, phone };
  const { userId } = await registerUser(identity.context(), {
    ...user,
    customerNumber,
    firstName: undefined,
    lastName: undefined,
    hintPictureUrl: undefined,
    termsVersion: '2027-02',
    verificationIds: [],
  });
  return { ...user, userId, customerNumber };
}
