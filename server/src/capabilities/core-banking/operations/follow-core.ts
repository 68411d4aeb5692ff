import type { Temporal } from 'temporal-polyfill';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { NewEvent } from '#platform/work/event.ts';
import type { CoreAccount } from '../domain/account.ts';
import { accountEvent, instructionEvent } from '../events.ts';
import type { CoreBank, CoreChange } from '../ports/core-bank.ts';
import type { CoreBankingPorts } from '../ports/core-banking-ports.ts';
import { CursorInvalid } from '../ports/core-failure.ts';
import { type FeedState, findFeed, saveFeed, touchFeed } from '../store/feed.store.ts';

const batch = 200;
const touchAfterSeconds = 5;
/**
 * Customers about whom the core is asked at the same time. In the morning most payments are the first of the day of their
 * customer; one after the other, they would delay the events of the payments behind them.
 */
const customersAtOnce = 5;

/**
 * Reads what changed in the core of a bank since the last time, and publishes it as events. Place in the feed and events
 * are saved together, so nothing is left out; after a crash before that, changes are read again, which is harmless. Returns
 * how many were read.
 */
export async function followCore(ctx: Context & CoreBankingPorts): Promise<number> {
  const core = ctx.cores.find(ctx.bankId);
  if (core === undefined) return 0;
  const feed = await findFeed(ctx.db, ctx.bankId);
  const { changes, cursor } = await readChanges(ctx, core, feed?.cursor);
  const readAt = ctx.clock.now();
  if (changes.length === 0) {
    if (isOld(feed, readAt)) await touchFeed(ctx.db, ctx.bankId, readAt);
    return 0;
  }
  await updateCustomers(ctx, core, changes);
  await runCommand(ctx, async (work) => {
    for (const event of changes.flatMap(eventsOf)) work.emit(event);
    saveFeed(work, ctx.bankId, { cursor, readAt });
    work.audit({
      aggregateKind: 'core',
      aggregateId: ctx.bankId,
      changes: [{ field: 'changes', after: String(changes.length) }],
    });
  });
  return changes.length;
}

/** Others learn from the time of the last read whether the core answers; it need not be exact. */
function isOld(feed: FeedState | undefined, now: Temporal.Instant): boolean {
  return feed === undefined || now.since(feed.readAt).total('seconds') >= touchAfterSeconds;
}

/** A core that was restored or replaced may not know our place any more; then its feed is read from the beginning. */
async function readChanges(
  ctx: Context,
  core: CoreBank,
  cursor: string | undefined,
): ReturnType<CoreBank['changesSince']> {
  try {
    return await core.changesSince(cursor, batch);
  } catch (error) {
    if (!(error instanceof CursorInvalid) || cursor === undefined) throw error;
    ctx.log.warn(
      { bankId: ctx.bankId },
      'the core does not know the place in its feed; it is read from the beginning',
    );
    return core.changesSince(undefined, batch);
  }
}

/** The activity of customers is no event: party emits one if it changes their status. */
function eventsOf(change: CoreChange): readonly NewEvent[] {
  switch (change.kind) {
    case 'account':
      return [accountEvent(change.account)];
    case 'instruction':
      return [instructionEvent(change.status)];
    case 'customer':
      return [];
  }
}

/** The first product of a customer, the last one and the last activity change its status. */
async function updateCustomers(
  ctx: Context & CoreBankingPorts,
  core: CoreBank,
  changes: readonly CoreChange[],
): Promise<void> {
  const holders = new Set(
    changes.flatMap((change) => (change.kind === 'account' ? change.account.holders : [])),
  );
  await forSome([...holders], async (holder) => {
    const { accounts, customerNumber } = await accountsOf(ctx, core, holder);
    await ctx.customerProducts.setOpenProduct(ctx, customerNumber, accounts.some(isOpen));
  });
  await forSome([...activitiesIn(changes)], async ([holder, lastActiveOn]) => {
    const { accounts, customerNumber } = await accountsOf(ctx, core, holder);
    const isSavingsOnly = accounts.filter(isOpen).every(({ kind }) => kind === 'savings');
    await ctx.customerProducts.recordActivity(ctx, customerNumber, { lastActiveOn, isSavingsOnly });
  });
}

async function forSome<Item>(items: readonly Item[], update: (item: Item) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += customersAtOnce)
    await Promise.all(items.slice(from, from + customersAtOnce).map(update));
}

/** The last activity of each customer; changes are listed oldest first. */
function activitiesIn(changes: readonly CoreChange[]): ReadonlyMap<string, Temporal.PlainDate> {
  return new Map(
    changes.flatMap((change) =>
      change.kind === 'customer' ? [[change.customer.customerNumber, change.customer.lastActiveOn]] : [],
    ),
  );
}

/** Returns the number of the surviving record, and the accounts under every number of the customer. */
async function accountsOf(
  ctx: Context & CoreBankingPorts,
  core: CoreBank,
  holder: string,
): Promise<{ readonly customerNumber: string; readonly accounts: readonly CoreAccount[] }> {
  const numbers = await ctx.customerProducts.numbersOf(ctx, holder);
  const asked = numbers.flatMap((number) => [core.accountsOf(number), core.cardAccountsOf(number)]);
  return { customerNumber: numbers[0] ?? holder, accounts: (await Promise.all(asked)).flat() };
}

function isOpen({ status }: CoreAccount): boolean {
  return status !== 'closed';
}
