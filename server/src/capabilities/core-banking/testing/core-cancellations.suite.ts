import { expect, test } from 'vitest';
import { balance, entries, funded, order } from './core-cases.suite.ts';
import type { CoreHarness } from './core-harness.suite.ts';

export function cancellationCases(create: () => Promise<CoreHarness>): void {
  test('an accepted instruction is cancelled and its money free again', async () => {
    await using harness = await create();
    const { core } = harness;
    const accountId = await funded(harness, 100_00);
    const instruction = order(accountId);
    await core.submit(instruction);
    const cancelled = await core.cancel(instruction.instructionId, 'c1');
    expect(cancelled).toMatchObject({ outcome: 'cancelled', status: { state: 'cancelled', reason: 'CUST' } });
    expect(await core.cancel(instruction.instructionId, 'c1')).toEqual(cancelled);
    expect(await core.cancel(instruction.instructionId, 'c2')).toMatchObject({ outcome: 'cancelled' });
    expect(await balance(core, accountId)).toEqual({ booked: 100_00n, available: 100_00n });
    expect(await entries(core, accountId, { status: 'pending' })).toEqual([]);
    harness.clock.advance({ days: 3 });
    await harness.runDue();
    expect(await core.statusOf(instruction.instructionId)).toMatchObject({ state: 'cancelled' });
    expect(await core.submit(instruction)).toMatchObject({ state: 'cancelled' });
  });

  test('a settled instruction is too late to cancel', async () => {
    await using harness = await create();
    const { core } = harness;
    const accountId = await funded(harness, 100_00);
    const instruction = order(accountId, { product: 'instant-sepa-credit-transfers' });
    await core.submit(instruction);
    expect(await core.cancel(instruction.instructionId, 'c1')).toMatchObject({
      outcome: 'too-late',
      status: { state: 'settled' },
    });
    expect(await balance(core, accountId)).toEqual({ booked: 90_00n, available: 90_00n });
  });

  test('an instruction that is cancelled before it arrives never moves money', async () => {
    await using harness = await create();
    const { core } = harness;
    const accountId = await funded(harness, 100_00);
    const instruction = order(accountId, { product: 'instant-sepa-credit-transfers' });
    expect(await core.cancel(instruction.instructionId, 'c1')).toEqual({ outcome: 'cancelled' });
    expect(await core.submit(instruction)).toMatchObject({ state: 'cancelled', reason: 'CUST' });
    expect(await balance(core, accountId)).toEqual({ booked: 100_00n, available: 100_00n });
  });

  test('of a cancellation and a settlement at once, one wins', async () => {
    await using harness = await create();
    const { core } = harness;
    const accountId = await funded(harness, 1_000_00);
    const instructions = Array.from({ length: 10 }, () => order(accountId));
    for (const instruction of instructions) await core.submit(instruction);
    harness.clock.advance({ hours: 4 });
    const cancelling = instructions.map(({ instructionId }) => core.cancel(instructionId, 'c1'));
    const [cancellations] = await Promise.all([Promise.all(cancelling), harness.runDue()]);
    await harness.runDue();
    let settled = 0n;
    for (const [index, { instructionId }] of instructions.entries()) {
      const status = await core.statusOf(instructionId);
      const isCancelled = cancellations[index]?.outcome === 'cancelled';
      expect(status).toMatchObject({ state: isCancelled ? 'cancelled' : 'settled' });
      if (!isCancelled) settled += 10_00n;
    }
    expect(await balance(core, accountId)).toEqual({
      booked: 1_000_00n - settled,
      available: 1_000_00n - settled,
    });
  });
}
