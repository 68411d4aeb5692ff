import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeliveredEvent } from '#platform/work/reaction.ts';
import { createIdentityWorld, type IdentityWorld } from '../ports/identity-world.suite.ts';
import { createPartyHouse, type PartyHouse } from '../ports/party-house.suite.ts';
import { type RecoveryWords, reactTo, recoveryWords } from '../ports/recovery-words.suite.ts';
import { findUser } from '../store/users.store.ts';

let world: IdentityWorld;
let words: RecoveryWords;
let parties: PartyHouse;
beforeAll(async () => {
  world = await createIdentityWorld();
  words = await recoveryWords(world);
  parties = await createPartyHouse(world);
});
afterAll(async () => {
  await parties[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const stateOf = async (userId: string): Promise<string | undefined> =>
  (await findUser(world.context().db, world.context(), userId))?.state;

test('nobody signs in any more as somebody who has died; others are not touched', async () => {
  const [user, other] = [await parties.customer(), await parties.customer()];
  await parties.reportDeath(user.customerNumber);
  await words.work();
  expect([await stateOf(user.userId), await stateOf(other.userId)]).toEqual(['suspended', 'active']);
  const events = await world.eventsOf(user.userId);
  expect(events.filter(({ name }) => name === 'user-suspended')).toEqual([
    { name: 'user-suspended', data: { 'user-id': user.userId, reason: 'death' } },
  ]);
  // No notice goes to the dead, and the password is reset by nobody.
  await words.messages();
  await words.reset(user.username);
  await words.work();
  expect(await words.messages()).toEqual([]);
});

test('twice is once, and a customer without users is nothing to do', async () => {
  const user = await parties.customer();
  const confirmed = (customerNumber: string): DeliveredEvent => ({
    id: 'again',
    name: 'individual-death-confirmed',
    version: 1,
    occurredAt: '2026-11-15T10:00:00+00:00',
    aggregateKind: 'party',
    aggregateId: customerNumber,
    sequence: 1,
    data: {},
  });
  for (const number of [user.customerNumber, user.customerNumber, 'nobody'])
    await reactTo(world, confirmed(number));
  expect((await world.eventsOf(user.userId)).filter(({ name }) => name === 'user-suspended')).toHaveLength(1);
});
