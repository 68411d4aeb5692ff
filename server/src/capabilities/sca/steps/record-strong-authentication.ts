import { listUsersOfPerson } from '#capabilities/identity/index.ts';
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
  /** All users of the person, as `lockCounters` returned them. */
  readonly userIds: readonly string[];
}

/**
 * Locks what the exemptions of a person count, before the signer is locked; for a bank that uses none, nothing. Returns
 * the users of the person: they share what is counted.
 */
export async function lockCounters(
  ctx: Context & ScaPorts,
  work: Work,
  { customerNumber, userId }: { readonly userId: string; readonly customerNumber: string | undefined },
): Promise<readonly string[]> {
  const { bankId, scaChoices } = ctx;
  if (!usesExemptions(scaChoices.of(bankId).exemptions)) return [userId];
  const userIds = await listUsersOfPerson(work, { bankId, userId, customerNumber });
  await lockExemptions(work, { bankId, userIds });
  return userIds;
}

/** Starts the counts of exempted payments of a person again, and records the payment as the first one of a series. */
export function recordStrongAuthentication(
  ctx: Context & ScaPorts,
  work: Work,
  { authorisation, order, userId, userIds }: StrongAuthentication,
): void {
  const { bankId, clock, scaChoices } = ctx;
  const { exemptions } = scaChoices.of(bankId);
  if (!usesExemptions(exemptions)) return;
  const key = { bankId, userId, now: clock.now() };
  upsertStrongAuthentication(work, key);
  deleteTotals(work, { ...key, userIds });
  const payment = exemptiblePayment(order);
  if (payment === undefined || exemptions.recurring !== true) return;
  const [hash] = seriesHashesOf(ctx, { authorisation, payment, userId });
  upsertSeries(work, { ...key, hash });
}
