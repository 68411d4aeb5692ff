import type { Context } from '#platform/work/context.ts';
import { postponeBulk } from '../store/bulk-payments.store.ts';

/** Gives a bulk back to its queue for a while. */
export async function postpone(
  { bankId, clock, db }: Context,
  paymentId: string,
  seconds: number,
): Promise<void> {
  await postponeBulk(db, { bankId, paymentId, dueAt: clock.now().add({ seconds }) });
}

/** Takes a bulk out of its queue. */
export async function leaveQueue({ bankId, db }: Context, paymentId: string): Promise<void> {
  await postponeBulk(db, { bankId, paymentId, dueAt: null });
}
