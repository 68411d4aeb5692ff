import type { CoreEntry } from '#capabilities/core-banking/index.ts';
import type { Context } from '#platform/work/context.ts';
import { isOfPart } from '../domain/account-view.ts';
import { referencesOf } from '../domain/transaction-id.ts';
import type { AccountsPorts } from '../ports/accounts-ports.ts';
import type { AccountView } from './read-accounts.ts';

/**
 * Finds an entry of an account, or of one of its currencies, by its reference or the id of its transaction. One that
 * was pending is found as it was booked.
 */
export async function findEntry(
  { accountReads, bankId }: Context & AccountsPorts,
  view: AccountView,
  id: string,
): Promise<CoreEntry | undefined> {
  const { accountId } = view.account;
  for (const reference of referencesOf(id)) {
    const entry = await accountReads.entryOf(bankId, accountId, reference);
    if (entry === undefined || !isOfPart(view, entry.amount)) continue;
    return entry.bookedReference === undefined
      ? entry
      : accountReads.entryOf(bankId, accountId, entry.bookedReference);
  }
  return undefined;
}
