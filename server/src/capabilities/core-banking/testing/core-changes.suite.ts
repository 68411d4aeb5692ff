import { expect, test } from 'vitest';
import type { Changes, CoreBank, CoreChange } from '../ports/core-bank.ts';
import { CursorInvalid } from '../ports/core-failure.ts';
import { euros, funded, order } from './core-cases.suite.ts';
import type { CoreHarness } from './core-harness.suite.ts';

/** A change may be shown only after transactions that began before it have ended, also those of others. */
const patienceMs = 30_000;

interface Reading {
  readonly cursor: string | undefined;
  /** Changes of one call. */
  readonly page: number;
  /** Changes that are expected altogether. */
  readonly count: number;
}

/** Reads pages until the expected number of changes has come. */
async function readUntil(core: CoreBank, { count, cursor, page }: Reading): Promise<Changes> {
  const changes: CoreChange[] = [];
  let place = cursor;
  const read = async (): Promise<number> => {
    const next = await core.changesSince(place, page);
    // Whether a core reports the activity of customers is up to it.
    changes.push(...next.changes.filter(({ kind }) => kind !== 'customer'));
    place = next.cursor;
    return changes.length;
  };
  await expect.poll(read, { timeout: patienceMs, interval: 20 }).toBe(count);
  return { changes, cursor: place };
}

export function changeCases(create: () => Promise<CoreHarness>): void {
  test('every change is read in its order, and nothing twice', async () => {
    await using harness = await create();
    const { core } = harness;
    expect(await core.changesSince(undefined, 10)).toEqual({ changes: [], cursor: undefined });
    const accountId = await funded(harness, 100_00);
    const instruction = order(accountId);
    await core.submit(instruction);
    const first = await readUntil(core, { cursor: undefined, page: 10, count: 2 });
    expect(first.changes).toMatchObject([
      { kind: 'account', account: { accountId, status: 'open' } },
      { kind: 'instruction', status: { instructionId: instruction.instructionId, state: 'accepted' } },
    ]);
    expect(await core.changesSince(first.cursor, 10)).toEqual({ changes: [], cursor: first.cursor });
    harness.clock.advance({ hours: 4 });
    await harness.runDue();
    await harness.returnTransfer(instruction.instructionId, 'MS03');
    await harness.changeStatus(accountId, 'blocked');
    const later = await readUntil(core, { cursor: first.cursor, page: 1, count: 3 });
    const seen = later.changes.map(describeChange);
    expect(seen).toEqual(['returned', 'returned', 'blocked']);
  });

  test('a follower misses no change of parallel submissions', async () => {
    await using harness = await create();
    const { core } = harness;
    const accountId = await funded(harness, 1_000_00);
    const instructions = Array.from({ length: 40 }, () => order(accountId, { amount: euros(1) }));
    const wanted = new Set(instructions.map(({ instructionId }) => instructionId));
    const seen = new Set<string>();
    let cursor: string | undefined;
    const follow = async (): Promise<void> => {
      const page = await core.changesSince(cursor, 7);
      cursor = page.cursor;
      for (const change of page.changes) {
        if (change.kind === 'instruction') seen.add(change.status.instructionId);
      }
    };
    const submitting = Promise.all(instructions.map((one) => core.submit(one)));
    for (let reads = 0; reads < 20; reads += 1) await follow();
    await submitting;
    await expect.poll(async () => (await follow(), seen), { timeout: patienceMs }).toEqual(wanted);
  });

  test('an active customer is reported at most once for each day, and never without own activity', async () => {
    await using harness = await create();
    const { core } = harness;
    const accountId = await funded(harness, 1_000_00);
    const others = await harness.openAccount({ owner: '2002' });
    await harness.receive(others, euros(5_00));
    const instructions = [1, 2].map((amount) => order(accountId, { amount: euros(amount) }));
    for (const instruction of instructions) await core.submit(instruction);
    harness.clock.advance({ hours: 4 });
    await harness.runDue();
    // The reader waits for transactions of others, which began before.
    const settled = (changes: readonly CoreChange[]): number =>
      new Set(
        changes.flatMap((one) =>
          one.kind === 'instruction' && one.status.state === 'settled' ? [one.status.instructionId] : [],
        ),
      ).size;
    let changes: readonly CoreChange[] = [];
    const read = async (): Promise<number> => {
      changes = (await core.changesSince(undefined, 100)).changes;
      return settled(changes);
    };
    await expect.poll(read, { timeout: patienceMs, interval: 20 }).toBe(instructions.length);
    const reported = changes.flatMap((one) => (one.kind === 'customer' ? [describeChange(one)] : []));
    expect(new Set(reported).size).toBe(reported.length);
    expect(changes.some((one) => one.kind === 'customer' && one.customer.customerNumber === '2002')).toBe(
      false,
    );
  });

  test('a cursor that was never given is refused', async () => {
    await using harness = await create();
    await expect(harness.core.changesSince('x', 10)).rejects.toBeInstanceOf(CursorInvalid);
  });
}

function describeChange(change: Awaited<ReturnType<CoreBank['changesSince']>>['changes'][number]): string {
  switch (change.kind) {
    case 'instruction':
      return change.status.state;
    case 'account':
      return change.account.status;
    case 'customer':
      return change.customer.lastActiveOn.toString();
  }
}
