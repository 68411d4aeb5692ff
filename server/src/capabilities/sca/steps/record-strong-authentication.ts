import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { exemptiblePayment, usesExemptions } from '../domain/exemptions.ts';
import type { Order } from '../domain/order.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import type { StoredAuthorisation } from '../store/authorisations.store.ts';
import {
  deleteTotals,
  lockExemptions,
  upsertSeries,
  upsertStrongAuthentication,
} from '../store/exemptions.store.ts';
import { seriesHashesOf } from './series-hashes.ts';

/** An approval with two factors. */
export interface StrongAuthentication {
  readonly authorisation: StoredAuthorisation;
  readonly order: Order;
  readonly userId: string;
}

/** Locks what the exemptions of a user count, before the signer is locked; for a bank that uses none, nothing. */
export async function lockCounters(ctx: Context & ScaPorts, work: Work, userId: string): Promise<void> {
  const { bankId, scaChoices } = ctx;
  if (usesExemptions(scaChoices.of(bankId).exemptions)) await lockExemptions(work, { bankId, userId });
}

/** Starts the counts of exempted payments again, and records the payment as the first one of a series. */
export function recordStrongAuthentication(
  ctx: Context & ScaPorts,
  work: Work,
  { authorisation, order, userId }: StrongAuthentication,
): void {
  const { bankId, clock, scaChoices } = ctx;
  const { exemptions } = scaChoices.of(bankId);
  if (!usesExemptions(exemptions)) return;
  const key = { bankId, userId, now: clock.now() };
  upsertStrongAuthentication(work, key);
  deleteTotals(work, key);
  const payment = exemptiblePayment(order);
  if (payment === undefined || exemptions.recurring !== true) return;
  const [hash] = seriesHashesOf(ctx, { authorisation, payment, userId });
  upsertSeries(work, { ...key, hash });
}
