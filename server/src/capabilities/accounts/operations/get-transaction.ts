import { checkConsent } from '#capabilities/consents/index.ts';
import type { CoreEntry } from '#capabilities/core-banking/index.ts';
import type { Context } from '#platform/work/context.ts';
import { isTooOld, oldestDay } from '../domain/history.ts';
import { transactionIdOf } from '../domain/transaction-id.ts';
import type { AccountsPorts } from '../ports/accounts-ports.ts';
import { problems } from '../problems.ts';
import { type Access, type Accessed, countOne, coveredAccount } from '../steps/access.ts';
import { findEntry } from '../steps/find-entry.ts';
import type { AccountView } from '../steps/read-accounts.ts';

export interface GetTransaction extends Access {
  readonly resourceId: string;
  readonly transactionId: string;
}

/** A transaction, and the account that it is of. */
export interface ReadTransaction {
  readonly view: AccountView;
  readonly entry: CoreEntry;
}

/** Reads a transaction. Each one is counted by itself. SPEC xs2a 1.5, 6.6 */
export async function getTransaction(
  ctx: Context & AccountsPorts,
  { consentId, isAttended, resourceId, transactionId }: GetTransaction,
): Promise<Accessed<ReadTransaction>> {
  const { bankId, clock, consentsChoices } = ctx;
  const consent = await checkConsent(ctx, { consentId, group: 'accounts', need: 'transactions' });
  const view = await coveredAccount(ctx, consent, { group: 'accounts', kind: 'transactions', resourceId });
  const entry = await findEntry(ctx, view, transactionId);
  if (entry === undefined) throw problems['transaction-unknown']();
  const { timeZone } = consentsChoices.of(bankId);
  const { approvedAt } = consent;
  const oldest = oldestDay({ now: clock.now(), timeZone, approvedAt, isAttended });
  if (entry.bookingDate !== undefined && isTooOld(entry.bookingDate, oldest))
    throw problems['period-invalid']();
  // Whatever id names it, it is one transaction.
  const target = `transaction ${resourceId} ${transactionIdOf(entry)}`;
  return { read: { view, entry }, left: await countOne(ctx, { consent, isAttended, target }) };
}
