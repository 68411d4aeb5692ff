import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { balance, euros, funded, ibans, order } from './core-cases.suite.ts';
import type { CoreHarness } from './core-harness.suite.ts';

export function timeCases(create: () => Promise<CoreHarness>): void {
  test('a future-dated instruction reserves nothing, is executed on its day, and can be cancelled before', async () => {
    await using harness = await create();
    const { clock, core } = harness;
    const accountId = await funded(harness, 100_00);
    const requestedDate = Temporal.PlainDate.from('2026-11-18');
    const executed = order(accountId, { requestedDate });
    const cancelled = order(accountId, { requestedDate });
    expect(await core.submit(executed)).toMatchObject({ state: 'pending', executionDate: requestedDate });
    await core.submit(cancelled);
    expect(await balance(core, accountId)).toEqual({ booked: 100_00n, available: 100_00n });
    expect(await core.cancel(cancelled.instructionId, 'c1')).toMatchObject({ outcome: 'cancelled' });
    clock.set('2026-11-17T22:59:59Z');
    await harness.runDue();
    expect(await core.statusOf(executed.instructionId)).toMatchObject({ state: 'pending' });
    clock.set('2026-11-17T23:00:00Z');
    await harness.runDue();
    expect(await core.statusOf(executed.instructionId)).toMatchObject({ state: 'accepted' });
    clock.set('2026-11-18T20:00:00Z');
    await harness.runDue();
    expect(await core.statusOf(executed.instructionId)).toMatchObject({ state: 'settled' });
    expect(await balance(core, accountId)).toEqual({ booked: 90_00n, available: 90_00n });
  });

  test('a future-dated instruction without funds on its day is rejected then', async () => {
    await using harness = await create();
    const accountId = await funded(harness, 100_00);
    const requestedDate = Temporal.PlainDate.from('2026-11-18');
    const instruction = order(accountId, { amount: euros(100_01), requestedDate });
    expect(await harness.core.submit(instruction)).toMatchObject({ state: 'pending' });
    harness.clock.set('2026-11-18T08:00:00Z');
    await harness.runDue();
    expect(await harness.core.statusOf(instruction.instructionId)).toMatchObject({
      state: 'rejected',
      reason: 'AM04',
    });
  });

  test.each([
    ['2026-11-16T15:59:59Z', '2026-11-16'],
    ['2026-11-16T16:00:00Z', '2026-11-17'],
    ['2026-11-20T16:00:00Z', '2026-11-23'],
    ['2026-11-21T09:00:00Z', '2026-11-23'],
    ['2026-12-24T16:00:00Z', '2026-12-28'],
  ])('a transfer submitted at %s is executed on %s', async (now, day) => {
    await using harness = await create();
    const accountId = await funded(harness, 100_00);
    harness.clock.set(now);
    const { executionDate } = await harness.core.submit(order(accountId));
    expect(executionDate.toString()).toBe(day);
  });

  test('the calendar has the days of a product with their cut-offs', async () => {
    await using harness = await create();
    const days = await harness.core.calendar(
      'sepa-credit-transfers',
      Temporal.PlainDate.from('2026-12-24'),
      Temporal.PlainDate.from('2026-12-28'),
    );
    expect(days.map(({ date, isBusinessDay }) => [date.toString(), isBusinessDay])).toEqual([
      ['2026-12-24', true],
      ['2026-12-25', false],
      ['2026-12-26', false],
      ['2026-12-27', false],
      ['2026-12-28', true],
    ]);
    expect(days[0]?.cutOff?.toString()).toBe('2026-12-24T16:00:00Z');
    expect(days[1]?.cutOff).toBeUndefined();
  });

  test('a closed day has the balance of its end', async () => {
    await using harness = await create();
    const accountId = await funded(harness, 100_00);
    await harness.closeDays();
    expect((await harness.core.balancesOf(accountId))[0]?.closing).toBeUndefined();
    harness.clock.set('2026-11-17T09:00:00Z');
    await harness.receive(accountId, euros(1));
    await harness.closeDays();
    const [found] = await harness.core.balancesOf(accountId);
    expect(found?.closing).toEqual({ amount: euros(100_00), day: Temporal.PlainDate.from('2026-11-16') });
    harness.clock.set('2026-11-20T09:00:00Z');
    await harness.closeDays();
    const [later] = await harness.core.balancesOf(accountId);
    expect(later?.closing).toEqual({ amount: euros(100_01), day: Temporal.PlainDate.from('2026-11-19') });
  });

  test('a standing order is executed once on each of its days', async () => {
    await using harness = await create();
    const { core } = harness;
    const debtor = await funded(harness, 100_00);
    const creditor = await harness.openAccount({ owner: '1002', iban: ibans[1] });
    await harness.enterStandingOrder(debtor, {
      amount: euros(10_00),
      frequency: 'weekly',
      firstOn: Temporal.PlainDate.from('2026-11-17'),
      lastOn: Temporal.PlainDate.from('2026-12-02'),
      iban: ibans[1],
    });
    await harness.runDue();
    expect(await balance(core, creditor)).toEqual({ booked: 0n, available: 0n });
    for (let day = 0; day < 30; day += 1) {
      harness.clock.advance({ days: 1 });
      await harness.runDue();
      await harness.runDue();
    }
    expect(await balance(core, creditor)).toEqual({ booked: 30_00n, available: 30_00n });
    const [found] = await core.standingOrdersOf(debtor);
    expect(found).toMatchObject({ amount: euros(10_00), frequency: 'weekly' });
    expect(found?.nextOn).toBeUndefined();
  });
}
