import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import {
  type ExemptionSteps,
  eur,
  exemptionSteps,
  followInIdentity,
  paying,
} from '../testing/exemption-steps.suite.ts';
import { createScaTestApp, type ScaTestApp, type TestCustomer } from '../testing/sca-test-app.suite.ts';
import { cleanUpAuthorisations } from './clean-up-authorisations.ts';
import { endApprovalsOfUser } from './end-approvals-of-user.ts';

let app: ScaTestApp;
let steps: ExemptionSteps;
beforeAll(async () => {
  app = await createScaTestApp();
  steps = exemptionSteps(app);
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() =>
  app.choose({
    exemptions: { 'low-value': [{ currency: 'EUR', amountMax: 3_000n, sumMax: 10_000n, countMax: 5 }] },
  }),
);

const [exempted, asked] = ['200 exempted', '200 scaMethodSelected'];
const pay = async (customer: TestCustomer, minor = 3_000n): Promise<string> =>
  (await steps.pay(customer, paying(eur(minor)))).answer;

function happened(name: string, aggregateId: string, data: DeliveredEvent['data'] = {}): DeliveredEvent {
  const occurredAt = app.identity.clock.now().toString();
  const id = crypto.randomUUID();
  return { id, name, version: 1, occurredAt, aggregateKind: 'party', aggregateId, sequence: 1, data };
}

/** Two customers, each with an allowance of the own, whose parties turn out to be one. */
async function duplicates(): Promise<readonly [TestCustomer, TestCustomer, () => Promise<void>]> {
  const [one, other] = [await steps.knownCustomer(), await steps.knownCustomer()];
  return [one, other, () => app.parties.merge(other.customerNumber, one.customerNumber)];
}

describe('two users of one person', () => {
  test('have one allowance: what both paid before a merge is added up after it', async () => {
    const [one, other, merge] = await duplicates();
    for (const customer of [one, other, one, other]) expect(await pay(customer, 2_000n)).toBe(exempted);
    await merge();
    expect([await pay(one), await pay(other)]).toEqual([asked, asked]);
    expect(await pay(other, 2_000n)).toBe(exempted);
    expect([await pay(one, 1n), await pay(other, 1n)]).toEqual([asked, asked]);
  });

  test('have one allowance after identity has given both the same number: none of them has a fresh one', async () => {
    const [one, other, merge] = await duplicates();
    await merge();
    await followInIdentity(
      app,
      happened('parties-merged', other.customerNumber, { reference: one.customerNumber }),
    );
    const second = { ...other, customerNumber: one.customerNumber };
    for (let index = 0; index < 3; index += 1) expect(await pay(one)).toBe(exempted);
    expect([await pay(second), await pay(second, 1_001n)]).toEqual([asked, asked]);
    expect(await pay(second, 1_000n)).toBe(exempted);
    expect(await pay(one, 1n)).toBe(asked);
  });

  test('start again together after two factors of one of them', async () => {
    const [one, other, merge] = await duplicates();
    await merge();
    for (let index = 0; index < 3; index += 1) expect(await pay(other)).toBe(exempted);
    await steps.approve(one, await steps.pay(one, paying(eur(50_000n))));
    expect([await steps.countsOf(one), await steps.countsOf(other)]).toEqual(['0', '0']);
    for (const customer of [one, other, one]) expect(await pay(customer)).toBe(exempted);
    expect(await pay(other)).toBe(asked);
  });

  test('each need two factors of their own before an exemption', async () => {
    const [known, newcomer] = [await steps.knownCustomer(), await app.customer()];
    await app.parties.merge(newcomer.customerNumber, known.customerNumber);
    expect([await pay(newcomer, 1n), await pay(known, 1n)]).toEqual([asked, exempted]);
  });

  test('leave what one paid to the other when it is closed', async () => {
    const [one, other, merge] = await duplicates();
    await merge();
    for (let index = 0; index < 3; index += 1) expect(await pay(other)).toBe(exempted);
    await endApprovalsOfUser(app.context(), happened('user-closed', other.userId));
    expect(await pay(one)).toBe(asked);
  });

  test('keep what one paid until long after its payment', async () => {
    const [one, other, merge] = await duplicates();
    await merge();
    app.identity.clock.advance({ hours: 24 * 100 });
    await steps.approve(one, await steps.pay(one, paying(eur(50_000n))));
    for (let index = 0; index < 3; index += 1) expect(await pay(other)).toBe(exempted);
    app.identity.clock.advance({ hours: 24 * 85 });
    await cleanUpAuthorisations(app.context());
    expect(await pay(one)).toBe(asked);
  });
});

describe('in a race', { timeout: 60_000 }, () => {
  test('twenty payments through two users of one person do not pass the limit', async () => {
    const [one, other, merge] = await duplicates();
    await merge();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => [pay(one, 2_000n), pay(other, 2_000n)]).flat(),
    );
    expect(answers.filter((answer) => answer === exempted)).toHaveLength(5);
  });
});
