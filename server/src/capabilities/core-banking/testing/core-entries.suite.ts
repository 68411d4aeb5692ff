import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import type { CoreEntry, EntryQuery } from '../domain/entry.ts';
import { CursorInvalid } from '../ports/core-failure.ts';
import { balance, entries, euros, funded, ibans, order } from './core-cases.suite.ts';
import type { CoreHarness } from './core-harness.suite.ts';

export function entryCases(create: () => Promise<CoreHarness>): void {
  test('pages have every entry once, newest first, also while others are booked', async () => {
    await using harness = await create();
    const { core } = harness;
    const accountId = await funded(harness, 0);
    for (let minor = 1; minor <= 25; minor += 1) await harness.receive(accountId, euros(minor));
    const seen: bigint[] = [];
    let cursor: string | undefined;
    do {
      const page = await core.transactionsOf(accountId, {
        status: 'booked',
        max: 10,
        ...(cursor === undefined ? {} : { cursor }),
      });
      seen.push(...page.items.map(({ amount }) => amount.minor));
      await harness.receive(accountId, euros(1_000));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => BigInt(25 - index)));
  });

  test('pending entries come before booked ones, over pages of any size', async () => {
    await using harness = await create();
    const { core } = harness;
    const accountId = await funded(harness, 100_00);
    await harness.receive(accountId, euros(1));
    for (const minor of [1, 2, 3]) await core.submit(order(accountId, { amount: euros(minor) }));
    const all = await entries(core, accountId);
    expect(all.map(({ amount, status }) => [status, amount.minor])).toEqual([
      ['pending', -3n],
      ['pending', -2n],
      ['pending', -1n],
      ['booked', 1n],
      ['booked', 100_00n],
    ]);
    for (const max of [1, 2, 3, 4]) {
      const paged: CoreEntry[] = [];
      let cursor: string | undefined;
      do {
        const page = await core.transactionsOf(accountId, {
          status: 'both',
          max,
          ...(cursor === undefined ? {} : { cursor }),
        });
        expect(page.items.length).toBeLessThanOrEqual(max);
        paged.push(...page.items);
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(paged).toEqual(all);
    }
  });

  test('entries are found by day, after a known one, and by reference', async () => {
    await using harness = await create();
    const { core } = harness;
    const accountId = await funded(harness, 0);
    const other = await funded(harness, 1, { owner: '1002', iban: ibans[1] });
    for (const minor of [1, 2, 3, 4]) {
      await harness.receive(accountId, euros(minor));
      harness.clock.advance({ days: 1 });
    }
    const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text);
    const minors = async (query: Partial<EntryQuery>): Promise<readonly bigint[]> =>
      (await entries(core, accountId, query)).map(({ amount }) => amount.minor);
    expect(await minors({ from: day('2026-11-17') })).toEqual([4n, 3n, 2n]);
    expect(await minors({ to: day('2026-11-17') })).toEqual([2n, 1n]);
    expect(await minors({ from: day('2026-11-17'), to: day('2026-11-18') })).toEqual([3n, 2n]);
    const [, third, second] = await entries(core, accountId);
    expect(await minors({ after: second?.entryReference ?? '' })).toEqual([4n, 3n]);
    expect(await minors({ after: second?.entryReference ?? '', from: day('2026-11-19') })).toEqual([4n]);
    expect(await core.transaction(accountId, third?.entryReference ?? '')).toEqual(third);
    expect(await core.transaction(other, third?.entryReference ?? '')).toBeUndefined();
    expect(await core.transaction(accountId, 'x')).toBeUndefined();
    const references = (await entries(core, accountId)).map(({ entryReference }) => entryReference);
    expect(new Set(references).size).toBe(4);
  });

  test('a cursor or reference that was never given is refused', async () => {
    await using harness = await create();
    const accountId = await funded(harness, 1);
    for (const change of [{ cursor: 'x' }, { cursor: '' }, { after: 'x' }, { after: randomUUID() }]) {
      const asked = harness.core.transactionsOf(accountId, { status: 'booked', max: 10, ...change });
      await expect(asked).rejects.toBeInstanceOf(CursorInvalid);
    }
  });

  test('a card payment is pending until it is booked', async () => {
    await using harness = await create();
    const { core } = harness;
    const card = await harness.openAccount({ owner: '1001', kind: 'card', creditLimit: 50_00n });
    expect(await harness.reserveCard(card, euros(50_01))).toBeUndefined();
    const reference = await harness.reserveCard(card, euros(20_00));
    expect(await balance(core, card)).toEqual({ booked: 0n, available: 30_00n });
    const listed = await core.cardTransactionsOf(card, { status: 'pending', max: 10 });
    expect(listed.items).toMatchObject([{ entryReference: reference, amount: euros(-20_00) }]);
    await harness.bookCard(reference ?? '');
    await harness.bookCard(reference ?? '');
    expect(await balance(core, card)).toEqual({ booked: -20_00n, available: 30_00n });
    const booked = await core.cardTransactionsOf(card, { status: 'booked', max: 10 });
    expect(booked.items).toMatchObject([{ pendingReference: reference, amount: euros(-20_00) }]);
  });
}
