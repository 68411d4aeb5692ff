import { closeDays } from '#adapters/ledger/close-days.ts';
import type { LedgerDeps } from '#adapters/ledger/ledger-deps.ts';
import type { IdentityPorts } from '#capabilities/identity/index.ts';
import type { Context } from '#platform/work/context.ts';
import { bookDays } from './book-days.ts';
import { withDemoLock } from './demo-lock.ts';
import { enterStandingOrders, hasStandingOrders } from './enter-standing-orders.ts';
import { openAccounts, setStatuses } from './open-accounts.ts';
import { renewPendingPayments } from './pending-payments.ts';
import { registerPersonas } from './register-personas.ts';

/** What a run has added. */
export interface Seeded {
  readonly personas: number;
  readonly days: number;
  readonly entries: number;
}

/**
 * Makes the demo bank, or brings it up to date: personas that are missing, then the days that are over. Run again on
 * the same day it adds nothing.
 */
export async function seedDemoBank(ctx: Context & IdentityPorts, ledger: LedgerDeps): Promise<Seeded> {
  const firstDay = await openAccounts(ledger);
  const personas = await registerPersonas(ctx, { firstDay, zone: ledger.rules.zone });
  return { personas, ...((await bringUpToDate(ledger)) ?? { days: 0, entries: 0 }) };
}

/**
 * Books the days that are over; the first time also what makes the history complete. Returns undefined if another
 * process does it.
 */
export async function bringUpToDate(ledger: LedgerDeps): Promise<Omit<Seeded, 'personas'> | undefined> {
  return withDemoLock(ledger.database, ledger.bankId, () => bookMissing(ledger));
}

async function bookMissing(ledger: LedgerDeps): Promise<Omit<Seeded, 'personas'>> {
  const firstDay = await openAccounts(ledger);
  const isLive = await hasStandingOrders(ledger);
  const booked = await bookDays(ledger, firstDay, { hasStandingOrders: !isLive });
  if (!isLive) await setStatuses(ledger);
  if (booked.days > 0) await renewPendingPayments(ledger);
  await closeDays(ledger);
  // Last: it marks the history as complete.
  if (!isLive) await enterStandingOrders(ledger, firstDay);
  return booked;
}
