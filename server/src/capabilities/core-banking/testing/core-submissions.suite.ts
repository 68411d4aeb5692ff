import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import type { Instruction } from '../domain/instruction.ts';
import { InstructionConflict } from '../ports/core-failure.ts';
import { balance, elsewhere, entries, euros, funded, ibans, order, toIban } from './core-cases.suite.ts';
import type { CoreHarness } from './core-harness.suite.ts';

export function submissionCases(create: () => Promise<CoreHarness>): void {
  test('a transfer to another bank reserves the money, settles in its cycle and may be returned', async () => {
    await using harness = await create();
    const { clock, core } = harness;
    const accountId = await funded(harness, 100_00);
    const instruction = order(accountId);
    expect(await core.submit(instruction)).toMatchObject({ state: 'accepted' });
    expect(await balance(core, accountId)).toEqual({ booked: 100_00n, available: 90_00n });
    const [pending] = await entries(core, accountId, { status: 'pending' });
    expect(pending).toMatchObject({
      status: 'pending',
      amount: euros(-10_00),
      counterparty: { name: 'Marie Curie', account: { scheme: 'iban', id: elsewhere } },
      transactionCode: 'PMNT-ICDT-ESCT',
      instructionId: instruction.instructionId,
      endToEndId: 'INV-1',
      remittance: 'Invoice 1',
    });
    await harness.runDue();
    expect(await core.statusOf(instruction.instructionId)).toMatchObject({ state: 'accepted' });
    clock.advance({ hours: 4 });
    await harness.runDue();
    expect(await core.statusOf(instruction.instructionId)).toMatchObject({ state: 'settled' });
    expect(await balance(core, accountId)).toEqual({ booked: 90_00n, available: 90_00n });
    const [booked] = await entries(core, accountId, { status: 'booked' });
    expect(booked).toMatchObject({
      status: 'booked',
      amount: euros(-10_00),
      bookingDate: Temporal.PlainDate.from('2026-11-16'),
      balanceAfter: euros(90_00),
      pendingReference: pending?.entryReference,
    });
    expect(await entries(core, accountId, { status: 'pending' })).toEqual([]);
    expect(await core.transaction(accountId, pending?.entryReference ?? '')).toMatchObject({
      bookedReference: booked?.entryReference,
    });
    expect(await harness.returnTransfer(instruction.instructionId, 'AC04')).toMatchObject({
      state: 'returned',
      reason: 'AC04',
    });
    await harness.returnTransfer(instruction.instructionId, 'AC04');
    expect(await balance(core, accountId)).toEqual({ booked: 100_00n, available: 100_00n });
    expect(await core.statusOf(instruction.instructionId)).toMatchObject({
      state: 'returned',
      reason: 'AC04',
    });
  });

  test('a number without an IBAN is an account of the bank only if no other bank is named with it', async () => {
    await using harness = await create();
    const { core } = harness;
    const debtor = await funded(harness, 100_00);
    const creditor = await harness.openAccount({ owner: '1002', iban: ibans[1], bban: '12345678' });
    const account = { scheme: 'bban', id: '12345678' } as const;
    const product = 'cross-border-credit-transfers';
    const abroad = { account, name: 'Marie Curie', agent: 'CHASUS33' };
    await core.submit(order(debtor, { product, creditor: abroad }));
    expect(await balance(core, creditor)).toEqual({ booked: 0n, available: 0n });
    await core.submit(order(debtor, { creditor: { account, name: 'Marie Curie' } }));
    expect(await balance(core, creditor)).toEqual({ booked: 10_00n, available: 10_00n });
  });

  test.each(['sepa-credit-transfers', 'instant-sepa-credit-transfers'] as const)(
    '%s within the bank is on both accounts at once',
    async (product) => {
      await using harness = await create();
      const { core } = harness;
      const debtor = await funded(harness, 100_00);
      const creditor = await harness.openAccount({ owner: '1002', iban: ibans[1] });
      const instruction = order(debtor, { product, ...toIban(ibans[1]) });
      expect(await core.submit(instruction)).toMatchObject({ state: 'settled' });
      expect(await balance(core, debtor)).toEqual({ booked: 90_00n, available: 90_00n });
      expect(await balance(core, creditor)).toEqual({ booked: 10_00n, available: 10_00n });
      expect(await entries(core, creditor)).toMatchObject([
        {
          amount: euros(10_00),
          counterparty: { account: { scheme: 'iban', id: ibans[0] } },
          remittance: 'Invoice 1',
        },
      ]);
      expect(await harness.returnTransfer(instruction.instructionId, 'AC04')).toBe('not-returnable');
    },
  );

  test('an instant transfer to another bank is settled at once, also on a Sunday night', async () => {
    await using harness = await create();
    harness.clock.set('2026-11-15T23:30:00Z');
    const accountId = await funded(harness, 100_00);
    const status = await harness.core.submit(order(accountId, { product: 'instant-sepa-credit-transfers' }));
    expect(status).toMatchObject({ state: 'settled' });
    expect(await balance(harness.core, accountId)).toEqual({ booked: 90_00n, available: 90_00n });
  });

  test('submitted twice, it has one effect; with another content it is refused', async () => {
    await using harness = await create();
    const { core } = harness;
    const accountId = await funded(harness, 100_00);
    const instruction = order(accountId);
    const first = await core.submit(instruction);
    expect(await core.submit(instruction)).toEqual(first);
    const others: readonly Partial<Instruction>[] = [
      { amount: euros(10_01) },
      { product: 'instant-sepa-credit-transfers' },
      toIban(ibans[1]),
      { remittance: 'Invoice 2' },
      { requestedDate: Temporal.PlainDate.from('2026-12-01') },
    ];
    for (const other of others) {
      await expect(core.submit({ ...instruction, ...other })).rejects.toBeInstanceOf(InstructionConflict);
    }
    expect(await balance(core, accountId)).toEqual({ booked: 100_00n, available: 90_00n });
  });

  test('twenty parallel submissions have one effect and one answer', async () => {
    await using harness = await create();
    const { core } = harness;
    const accountId = await funded(harness, 100_00);
    const instruction = order(accountId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => core.submit(instruction)));
    expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['accepted']));
    expect(await balance(core, accountId)).toEqual({ booked: 100_00n, available: 90_00n });
    expect(await entries(core, accountId, { status: 'pending' })).toHaveLength(1);
  });

  test('parallel submissions never spend more than there is', async () => {
    await using harness = await create();
    const { core } = harness;
    const accountId = await funded(harness, 55_00);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        core.submit(order(accountId, { product: 'instant-sepa-credit-transfers' })),
      ),
    );
    expect(answers.filter(({ state }) => state === 'settled')).toHaveLength(5);
    expect(answers.filter(({ reason }) => reason === 'AM04')).toHaveLength(7);
    expect(await balance(core, accountId)).toEqual({ booked: 5_00n, available: 5_00n });
  });

  test('what cannot be executed is rejected with its reason, and nothing moves', async () => {
    await using harness = await create();
    const { core } = harness;
    const debtor = await funded(harness, 100_00);
    const closed = await harness.openAccount({ owner: '1002', iban: ibans[1] });
    await harness.changeStatus(closed, 'closed');
    const yen = await harness.openAccount({ owner: '1003', iban: ibans[2], currencies: ['JPY'] });
    const card = await harness.openAccount({ owner: '1001', kind: 'card', creditLimit: 1_000_00n });
    const cases: readonly (readonly [string, Instruction])[] = [
      ['AC01', order(randomUUID())],
      ['AC01', order('not an account')],
      ['AC01', order(card)],
      ['AC04', order(closed)],
      ['AM03', order(yen)],
      ['AM03', order(debtor, { amount: { minor: 1n, currency: 'USD' } })],
      ['AC07', order(debtor, toIban(ibans[1]))],
      ['AM03', order(debtor, toIban(ibans[2]))],
      ['AC03', order(debtor, toIban(ibans[0]))],
      ['AM04', order(debtor, { amount: euros(100_01) })],
      ['DT01', order(debtor, { requestedDate: Temporal.PlainDate.from('2026-11-15') })],
    ];
    for (const [reason, instruction] of cases) {
      expect(await core.submit(instruction)).toMatchObject({ state: 'rejected', reason });
      expect(await core.statusOf(instruction.instructionId)).toMatchObject({ state: 'rejected', reason });
    }
    expect(await balance(core, debtor)).toEqual({ booked: 100_00n, available: 100_00n });
  });

  test('a blocked account receives and does not pay; one with money cannot be closed', async () => {
    await using harness = await create();
    const { core } = harness;
    const debtor = await funded(harness, 100_00);
    const blocked = await funded(harness, 5_00, { owner: '1002', iban: ibans[1] });
    await harness.changeStatus(blocked, 'blocked');
    expect(await core.submit(order(blocked))).toMatchObject({ state: 'rejected', reason: 'AC06' });
    expect(await core.hasFunds(blocked, euros(1))).toBe(false);
    expect(await core.submit(order(debtor, toIban(ibans[1])))).toMatchObject({ state: 'settled' });
    await expect(harness.changeStatus(blocked, 'closed')).rejects.toThrow(/closed/);
    expect(await balance(core, blocked)).toEqual({ booked: 15_00n, available: 15_00n });
  });
}
