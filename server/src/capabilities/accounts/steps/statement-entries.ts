import type { Temporal } from 'temporal-polyfill';
import { type CoreAccount, type CoreEntry, entriesMax } from '#capabilities/core-banking/index.ts';
import type { Currency } from '#platform/kernel/currency.ts';
import type { Context } from '#platform/work/context.ts';
import type { AccountsPorts } from '../ports/accounts-ports.ts';

/** As many as the documents of one message hold. */
const statementEntriesMax = 10_000;

interface StatedPeriod {
  readonly currency: Currency;
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

/** Reads all booked entries of a period, newest first. */
export async function statementEntries(
  { accountReads, bankId }: Context & AccountsPorts,
  account: CoreAccount,
  { currency, from, to }: StatedPeriod,
): Promise<readonly CoreEntry[]> {
  const query = { status: 'booked', currency, from, to, max: entriesMax } as const;
  let page = await accountReads.entriesOf(bankId, account, query);
  const entries = [...page.items];
  while (page.cursor !== undefined) {
    if (entries.length >= statementEntriesMax)
      throw new Error('a statement has more entries than its documents hold');
    page = await accountReads.entriesOf(bankId, account, { ...query, cursor: page.cursor });
    entries.push(...page.items);
  }
  return entries;
}
