import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import {
  type Instruction,
  type InstructionStatus,
  submitInstruction,
} from '#capabilities/core-banking/index.ts';
import type { CoreHarness } from '#capabilities/core-banking/testing/core-harness.suite.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createCoreIdentities, egressTo } from './core-identities.suite.ts';
import { startExampleCore } from './example-core-process.suite.ts';
import { type Behaviour, forwarder, profile, startFaultyCore } from './faulty-core.suite.ts';
import { createHttpHarness } from './http-harness.suite.ts';

/** The connector, a proxy with a fault, and the example core in a second process behind it. */
await using started = new AsyncDisposableStack();
const [database, identities] = await Promise.all([createTestDatabase(), createCoreIdentities()]);
started.use(database);
started.use(identities);
const process = started.use(await startExampleCore(database.appUrl, randomUUID(), identities));
const forward = forwarder(process.url, identities);
const proxy = started.use(await startFaultyCore(identities, forward));
const egress = started.use(egressTo(proxy.url, identities, identities.client));
const running = started.move();
afterAll(() => running.disposeAsync());

interface Bank {
  readonly harness: CoreHarness;
  readonly accountId: string;
  /** Orders that reached the proxy. */
  submissions(): number;
  available(): Promise<bigint | undefined>;
}

const isOrder: (request: Parameters<Behaviour>[0]) => boolean = ({ method, path }) =>
  method === 'PUT' && !path.includes('/cancellations/');

/** Opens an account with 100 euros; the fault begins afterwards. */
async function openBank(fault: Behaviour, timeoutMs?: number): Promise<Bank> {
  proxy.behave(forward);
  const client = timeoutMs === undefined ? {} : { client: { timeoutMs } };
  const harness = await createHttpHarness({
    database: database.app,
    process,
    egress,
    url: proxy.url,
    ...client,
  });
  const accountId = await harness.openAccount({ owner: '1001', iban: 'DE89370400440532013000' });
  await harness.receive(accountId, { minor: 100_00n, currency: 'EUR' });
  proxy.behave(fault);
  proxy.requests.length = 0;
  return {
    harness,
    accountId,
    submissions: () => proxy.requests.filter((request) => /^PUT \/instructions\/[^/]+$/.test(request)).length,
    async available() {
      proxy.behave(forward);
      return (await harness.core.balancesOf(accountId))[0]?.available.minor;
    },
  };
}

function order(debtorAccountId: string): Instruction {
  return {
    instructionId: randomUUID(),
    product: 'sepa-credit-transfers',
    debtorAccountId,
    amount: { minor: 10_00n, currency: 'EUR' },
    creditor: { account: { scheme: 'iban', id: 'FR1420041010050500013M02606' }, name: 'Marie Curie' },
  };
}

describe('between the connector and a core', () => {
  test('an answer is lost: the order is asked for and not sent again', async () => {
    const bank = await openBank(async (request, response) => {
      const answer = await forward(request);
      if (!isOrder(request)) return answer;
      response.destroy();
      return undefined;
    });
    const { core } = bank.harness;
    expect(await submitInstruction(core, order(bank.accountId))).toMatchObject({ state: 'accepted' });
    expect(bank.submissions()).toBe(1);
    await expect(core.submit(order(bank.accountId))).rejects.toMatchObject({ certainty: 'unknown' });
    expect(await bank.available()).toBe(80_00n);
  });

  test('the answer to a cancellation is lost: repeated under its id, it has the same outcome', async () => {
    const bank = await openBank(async (request, response) => {
      const answer = await forward(request);
      if (!request.path.includes('/cancellations/')) return answer;
      response.destroy();
      return undefined;
    });
    const { core } = bank.harness;
    const instruction = order(bank.accountId);
    await core.submit(instruction);
    await expect(core.cancel(instruction.instructionId, 'c1')).rejects.toMatchObject({
      certainty: 'unknown',
    });
    expect(await bank.available()).toBe(100_00n);
    expect(await core.cancel(instruction.instructionId, 'c1')).toMatchObject({ outcome: 'cancelled' });
  });

  test('a request is lost: it is sent again only where not-known is proof', async () => {
    let isProof = true;
    let lost = 0;
    const bank = await openBank((request, response) => {
      if (request.path === '/profile') return profile(isProof);
      if (!isOrder(request) || lost > 0) return forward(request);
      lost += 1;
      return void response.destroy();
    });
    const { clock, core } = bank.harness;
    expect(await submitInstruction(core, order(bank.accountId))).toMatchObject({ state: 'accepted' });
    expect(bank.submissions()).toBe(2);
    isProof = false;
    lost = 0;
    clock.advance({ minutes: 5 });
    expect(await submitInstruction(core, order(bank.accountId))).toBe('unknown');
    expect(bank.submissions()).toBe(3);
    expect(await bank.available()).toBe(90_00n);
  });

  test('an answer comes after the limit: the order is asked for and not sent again', async () => {
    const held = Promise.withResolvers<void>();
    const bank = await openBank(async (request) => {
      const answer = await forward(request);
      if (isOrder(request)) await held.promise;
      return answer;
    }, 2_000);
    const { core } = bank.harness;
    expect(await submitInstruction(core, order(bank.accountId))).toMatchObject({ state: 'accepted' });
    expect(bank.submissions()).toBe(1);
    held.resolve();
    expect(await bank.available()).toBe(90_00n);
  });

  test('a request comes after the limit and after its repetition: it has one effect', async () => {
    const held = Promise.withResolvers<void>();
    const late = Promise.withResolvers<unknown>();
    let orders = 0;
    const bank = await openBank(async (request) => {
      if (!isOrder(request)) return forward(request);
      orders += 1;
      if (orders > 1) return forward(request);
      await held.promise;
      const answer = await forward(request);
      late.resolve(JSON.parse(answer.body));
      return answer;
    }, 2_000);
    const { core } = bank.harness;
    expect(await submitInstruction(core, order(bank.accountId))).toMatchObject({ state: 'accepted' });
    expect(bank.submissions()).toBe(2);
    held.resolve();
    expect(await late.promise).toMatchObject({ state: 'accepted' });
    expect(await bank.available()).toBe(90_00n);
  });

  test('requests are doubled: each order has one effect', async () => {
    const bank = await openBank(async (request) => {
      const [first] = await Promise.all([forward(request), forward(request)]);
      return first;
    });
    const orders = Array.from({ length: 3 }, () => order(bank.accountId));
    const { core } = bank.harness;
    const statuses = await Promise.all(orders.map((one) => submitInstruction(core, one)));
    expect(statuses).toMatchObject(orders.map(({ instructionId }) => ({ instructionId, state: 'accepted' })));
    expect(await bank.available()).toBe(70_00n);
  });

  test('answers are swapped: no order gets the status of another one', async () => {
    const bodies = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
    let answered = 0;
    const bank = await openBank(async (request) => {
      const answer = await forward(request);
      if (!isOrder(request)) return answer;
      answered += 1;
      const [own, other] = answered === 1 ? bodies : bodies.toReversed();
      own?.resolve(answer.body);
      return { ...answer, body: (await other?.promise) ?? '' };
    });
    const { core } = bank.harness;
    const orders = [order(bank.accountId), order(bank.accountId)];
    const outcomes = await Promise.allSettled(orders.map((one) => core.submit(one)));
    for (const outcome of outcomes) {
      const reason = { name: 'CoreFailure', certainty: 'unknown' };
      expect(outcome).toMatchObject({ status: 'rejected', reason });
    }
    expect(await bank.available()).toBe(80_00n);
    for (const { instructionId } of orders) {
      expect(await core.statusOf(instructionId)).toMatchObject({ instructionId, state: 'accepted' });
    }
  });

  test('a cancellation overtakes its order: no money moves', async () => {
    const cancelled = Promise.withResolvers<void>();
    const bank = await openBank(async (request) => {
      if (isOrder(request)) await cancelled.promise;
      return forward(request);
    });
    const { core } = bank.harness;
    const instruction = order(bank.accountId);
    const submitting: Promise<InstructionStatus> = core.submit(instruction);
    expect(await core.cancel(instruction.instructionId, 'c1')).toEqual({ outcome: 'cancelled' });
    cancelled.resolve();
    expect(await submitting).toMatchObject({ state: 'cancelled' });
    expect(await bank.available()).toBe(100_00n);
  });
});
