import {
  eraseParty,
  mergeParties,
  type PartyPorts,
  type ProvenContact,
  partyRoutes,
  verifyContacts,
} from '#capabilities/party/index.ts';
import { channel } from '#dialects/channel/channel.ts';
import { at, listAt } from '#platform/testing/json-at.ts';
import { createTestServer, type TestServer, type TestServerResponse } from '#platform/testing/test-server.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import type { Context } from '#platform/work/context.ts';
import type { IdentityTestApp, TestUser } from './identity-test-app.suite.ts';

/** A party, and its contacts. */
export interface TestPerson {
  readonly customerNumber: string;
  readonly email: string;
  readonly phone: string;
}

/** The party interface on the database of an identity test app. */
export interface PartyTestServer {
  /** A person whose contacts staff have entered, without a user. */
  person(more?: Readonly<Record<string, unknown>>): Promise<TestPerson>;
  /** A person whose contacts are verified, without a user. */
  verified(): Promise<TestPerson>;
  /** A person with verified contacts and a user. */
  customer(): Promise<TestUser & TestPerson>;
  /** Reports a death, confirmed by an authority or unconfirmed by a relative. */
  reportDeath(customerNumber: string, source?: 'certificate' | 'relative'): Promise<void>;
  merge(customerNumber: string, survivor: string): Promise<void>;
  erase(customerNumber: string): Promise<void>;
  /** Sends any other request of a back end to the party interface. */
  send(method: 'POST' | 'PATCH', path: string, body: unknown): Promise<TestServerResponse>;
  /** Adds a contact point. */
  addContact(customerNumber: string, point: Readonly<Record<string, unknown>>): Promise<void>;
  /** Marks these contacts of a party as verified. */
  verify(customerNumber: string, contacts: readonly ProvenContact[]): Promise<void>;
  /** Lists the verified contacts of a party. */
  verifiedOf(customerNumber: string): Promise<readonly string[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

const backEnd: TokenRequest = {
  kind: 'application',
  id: 'back-end',
  banks: ['01'],
  scope: 'party.read party.register party.write',
};

let made = 0;

export async function createPartyTestServer(app: IdentityTestApp): Promise<PartyTestServer> {
  const { party } = app.ports.authorization.correspondence;
  const { responseVault: answerVault, rateLimits } = app.services;
  const server: TestServer = await createTestServer<PartyPorts>(
    {
      routes: partyRoutes,
      ports: () => party,
      dialectFor: () => channel,
      services: { rateLimits, ...(answerVault === undefined ? {} : { responseVault: answerVault }) },
    },
    app.services.database,
  );
  /** The server has its own clock; this sets it to the time of the test app. */
  const syncClock = (): void => server.clock.set(app.clock.now().toString());
  const send: PartyTestServer['send'] = async (method, path, body) => {
    made += 1;
    const headers = { 'idempotency-key': `party-key-${String(made).padStart(12, '0')}` };
    syncClock();
    const response = await server.call({ method, path: `/v1/party${path}`, as: backEnd, body, headers });
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${response.text}`);
    return response;
  };
  const post = (path: string, body: unknown): Promise<TestServerResponse> => send('POST', path, body);
  const context = (): Context & PartyPorts => ({ ...app.context(), ...party });
  const person: PartyTestServer['person'] = async (more = {}) => {
    made += 1;
    const email = `maria.${made}@example.org`;
    const phone = `+4915112${String(100_000 + made).slice(-6)}`;
    const response = await post('/parties/individuals', {
      'registration-profile': 'contact',
      'given-name': 'Maria',
      surname: 'Schmidt',
      'mobile-phone': { number: phone },
      'email-address': { value: email },
      ...more,
    });
    return { customerNumber: String(at(response.body, 'id')), email, phone };
  };
  const verify: PartyTestServer['verify'] = (partyNumber, contacts) =>
    verifyContacts(context(), { partyNumber, contacts });
  const verified: PartyTestServer['verified'] = async () => {
    const known = await person();
    const contacts = [
      { method: 'email', value: known.email },
      { method: 'mobile', value: known.phone },
    ] as const;
    await verify(known.customerNumber, contacts);
    return known;
  };
  return {
    send,
    person,
    verified,
    verify,
    customer: async () => {
      const known = await verified();
      return { ...(await app.register(known)), ...known };
    },
    reportDeath: async (customerNumber, source = 'certificate') => {
      await post(`/parties/individuals/${customerNumber}/death-report`, {
        'date-of-death': '2026-11-01',
        source,
      });
    },
    merge: (partyNumber, survivorPartyNumber) =>
      mergeParties(context(), { partyNumber, survivorPartyNumber }),
    erase: async (partyNumber) => {
      const erasureLedger = { append: async () => undefined, list: async () => [] };
      await eraseParty({ ...context(), erasureLedger }, { partyNumber });
    },
    addContact: async (customerNumber, point) => {
      await post(`/parties/${customerNumber}/contact-points`, point);
    },
    verifiedOf: async (customerNumber) => {
      syncClock();
      const path = `/v1/party/parties/${customerNumber}/contact-points`;
      const { body } = await server.call({ method: 'GET', path, as: backEnd });
      return listAt(body)
        .filter((point) => at(point, 'verified') === true)
        .map((point) => String(at(point, 'method')))
        .toSorted();
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
