import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLab, type Lab } from '#platform/testing/lab.ts';
import type { CoreBank } from '../ports/core-bank.ts';
import type { CoreBankingPorts } from '../ports/core-banking-ports.ts';
import { CoreFailure, CursorInvalid } from '../ports/core-failure.ts';
import { createMemoryCore, type MemoryCore } from '../testing/memory-core-bank.suite.ts';
import { coreAge } from './core-age.ts';
import { followCore } from './follow-core.ts';

let lab: Lab;
let bank: MemoryCore;
/** What party was last informed of, by customer. */
const said = new Map<string, boolean>();
/** The last activity that party was informed of, by customer; `savings` where there is nothing else. */
const active = new Map<string, string>();
/** Numbers of customers whose records were merged. */
const merged = new Map<string, readonly string[]>();

beforeAll(async () => {
  lab = await createLab();
});
afterAll(() => lab[Symbol.asyncDispose]());
beforeEach(async () => {
  await lab.database.empty('core_banking.feed', 'platform.outbox_event');
  bank = createMemoryCore();
  said.clear();
  active.clear();
  merged.clear();
});

function follow(core: CoreBank = bank.core): Promise<number> {
  const ports: CoreBankingPorts = {
    cores: { find: (bankId) => (bankId === '01' ? core : undefined), close: async () => undefined },
    customerProducts: {
      numbersOf: async (_ctx, number) => merged.get(number) ?? [number],
      setOpenProduct: async (_ctx, number, hasOpenProduct) => void said.set(number, hasOpenProduct),
      recordActivity: async (_ctx, number, { isSavingsOnly, lastActiveOn }) =>
        void active.set(number, `${lastActiveOn.toString()}${isSavingsOnly ? ' savings' : ''}`),
    },
  };
  return followCore({ ...lab.context({ bankId: '01' }), ...ports });
}

async function published(): Promise<readonly unknown[]> {
  const rows = await lab.database.query<{ name: string; data: string }>(
    "select name, data from platform.outbox_event where bank_id = '01' order by position",
  );
  return rows.map(({ data, name }): readonly [string, unknown] => [name, JSON.parse(data)]);
}

test('changes become events in their order, each once', async () => {
  const accountId = await bank.openAccount({ owner: '1001' });
  const instructionId = randomUUID();
  const creditor = { account: { scheme: 'iban', id: 'FR1420041010050500013M02606' }, name: 'Marie' } as const;
  const amount = { minor: 1n, currency: 'EUR' } as const;
  await bank.core.submit({
    instructionId,
    product: 'sepa-credit-transfers',
    debtorAccountId: accountId,
    amount,
    creditor,
  });
  expect(await follow()).toBe(2);
  expect(await follow()).toBe(0);
  expect(await published()).toEqual([
    ['account-changed', { accountId, status: 'open', holders: ['1001'] }],
    ['instruction-changed', { instructionId, state: 'rejected', reason: 'AM04' }],
  ]);
});

test('party is informed of first and last products under the number of the surviving record', async () => {
  const first = await bank.openAccount({ owner: '1001', coHolders: ['1002'] });
  merged.set('1002', ['2002', '1002']);
  await follow();
  expect(said).toEqual(
    new Map([
      ['1001', true],
      ['2002', true],
    ]),
  );
  await bank.openAccount({ owner: '1001', kind: 'card' });
  await bank.changeStatus(first, 'closed');
  await follow();
  expect(said.get('1001')).toBe(true);
  expect(said.get('2002')).toBe(false);
});

test('party is informed of the last activity under the number of the surviving record, and no event tells it', async () => {
  await bank.openAccount({ owner: '1001', kind: 'savings' });
  await bank.openAccount({ owner: '1002' });
  merged.set('1002', ['2002', '1002']);
  await follow();
  const events = await published();
  bank.reportActivity('1001', '2026-10-01');
  bank.reportActivity('1001', '2026-10-02');
  bank.reportActivity('1002', '2026-10-03');
  bank.reportActivity('9999', '2026-10-04');
  expect(await follow()).toBe(4);
  expect(active).toEqual(
    new Map([
      ['1001', '2026-10-02 savings'],
      ['2002', '2026-10-03'],
      ['9999', '2026-10-04 savings'],
    ]),
  );
  expect(await published()).toEqual(events);
});

test('the core is asked about some customers at the same time, so that they do not delay the events of payments', async () => {
  const customers = Array.from({ length: 25 }, (_, index) => String(1_001 + index));
  for (const number of customers) bank.reportActivity(number, '2026-10-01');
  let asked = 0;
  let most = 0;
  const slow: CoreBank = {
    ...bank.core,
    accountsOf: async (number) => {
      asked += 1;
      most = Math.max(most, asked);
      const accounts = await bank.core.accountsOf(number);
      await new Promise(setImmediate);
      asked -= 1;
      return accounts;
    },
  };
  await follow(slow);
  expect([...active.keys()].toSorted()).toEqual(customers);
  expect(most).toBe(5);
});

test('a crash before the place is saved leads to a repetition, never to a gap', async () => {
  await bank.openAccount({ owner: '1001' });
  const crashing: CoreBank = {
    ...bank.core,
    accountsOf: async () => {
      throw new CoreFailure('unknown', 'away');
    },
  };
  await expect(follow(crashing)).rejects.toBeInstanceOf(CoreFailure);
  expect(await published()).toEqual([]);
  expect(await follow()).toBe(1);
});

test('a core that forgot our place is read from the beginning', async () => {
  await bank.openAccount({ owner: '1001' });
  await follow();
  const restored: CoreBank = {
    ...bank.core,
    changesSince: async (cursor, max) => {
      if (cursor !== undefined) throw new CursorInvalid('restored');
      return bank.core.changesSince(undefined, max);
    },
  };
  expect(await follow(restored)).toBe(1);
});

test('the age of the last answer is known, also when nothing changes', async () => {
  const age = (): Promise<number | undefined> => coreAge(lab.database.app, '01', lab.clock.now());
  expect(await age()).toBeUndefined();
  await follow();
  lab.clock.advance({ seconds: 4 });
  await follow();
  expect(await age()).toBe(4);
  lab.clock.advance({ seconds: 4 });
  await follow();
  expect(await age()).toBe(0);
  lab.clock.advance({ seconds: 40 });
  const away: CoreBank = {
    ...bank.core,
    changesSince: async () => {
      throw new CoreFailure('not-sent', 'away');
    },
  };
  await expect(follow(away)).rejects.toBeInstanceOf(CoreFailure);
  expect(await age()).toBe(40);
});
