import { randomBytes } from 'node:crypto';
import { type PartyPorts, partyRoutes } from '#capabilities/party/index.ts';
import { channel } from '#dialects/channel/channel.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createVault } from '#platform/crypto/vault.ts';
import { createHouse, type House, type HouseAnswer } from '#platform/testing/house.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import type { IdentityWorld, TestUser } from './identity-world.suite.ts';

/** The party interface on the database of an identity world: whose users there are. */
export interface PartyHouse {
  /** A person, and a user of theirs. */
  customer(): Promise<TestUser & { readonly customerNumber: string }>;
  /** Somebody who knows for sure says that a person has died. */
  reportDeath(customerNumber: string): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const backEnd: TokenRequest = {
  kind: 'application',
  id: 'back-end',
  banks: ['01'],
  scope: 'party.read party.register party.write',
};

let made = 0;

export async function createPartyHouse(world: IdentityWorld): Promise<PartyHouse> {
  const { party } = world.ports.authorization.correspondence;
  const house: House = await createHouse<PartyPorts>(
    {
      routes: partyRoutes,
      ports: () => party,
      dialectFor: () => channel,
      services: { answerVault: createVault(createLocalKeys([randomBytes(32)]), 'answers') },
    },
    world.services.database,
  );
  const post = async (path: string, body: unknown): Promise<HouseAnswer> => {
    made += 1;
    const headers = { 'idempotency-key': `party-key-${String(made).padStart(12, '0')}` };
    const answer = await house.call({ method: 'POST', path: `/v1/party${path}`, as: backEnd, body, headers });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  return {
    customer: async () => {
      made += 1;
      const email = `maria.${made}@example.org`;
      const phone = `+4915112${String(100_000 + made).slice(-6)}`;
      const answer = await post('/parties/individuals', {
        'registration-profile': 'contact',
        'given-name': 'Maria',
        surname: 'Schmidt',
        'mobile-phone': { number: phone },
        'email-address': { value: email },
      });
      const customerNumber = String(at(answer.body, 'id'));
      return { ...(await world.register({ customerNumber, email, phone })), customerNumber };
    },
    reportDeath: async (customerNumber) => {
      await post(`/parties/individuals/${customerNumber}/death-report`, {
        'date-of-death': '2026-11-01',
        source: 'certificate',
      });
    },
    [Symbol.asyncDispose]: () => house[Symbol.asyncDispose](),
  };
}
