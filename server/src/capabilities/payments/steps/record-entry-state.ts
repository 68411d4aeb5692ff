import type { KnownState } from '#capabilities/core-banking/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { coreEvent, nextState } from '../domain/payment.ts';
import { findEntry, lockEntry, updateEntries } from '../store/bulk-entries.store.ts';
import { findPaymentHead } from '../store/payments.store.ts';
import { isInstant } from './submit-payment.ts';

/** What the core says of a transfer of a bulk. */
export interface EntryReport {
  readonly entryId: string;
  readonly state: KnownState;
  readonly reason: string | undefined;
}

/**
 * Records what the core says of a transfer of a bulk, and returns whether it is one. The state of the bulk follows: each
 * reader computes it, and the worker records it.
 */
export async function recordEntryState(ctx: Context, report: EntryReport): Promise<boolean> {
  const { bankId, db } = ctx;
  const { entryId } = report;
  const known = await findEntry(db, { bankId, entryId });
  const head = known && (await findPaymentHead(db, { bankId, paymentId: known.paymentId }));
  if (known === undefined || head === undefined) return false;
  const event = coreEvent(report, isInstant(head));
  if (nextState(known.status, event) === undefined) return true;
  const { paymentId } = known;
  await runCommand(ctx, async (work) => {
    // The worker may be recording an older answer at this moment.
    const { entryNo, status } = (await lockEntry(work, { bankId, entryId })) ?? known;
    const next = nextState(status, event);
    if (next !== undefined)
      updateEntries(work, { bankId, paymentId }, [{ entryNo, before: status, ...next }]);
    work.audit({
      aggregateKind: 'payment',
      aggregateId: paymentId,
      changes: [
        { field: 'entry', after: entryNo },
        { field: 'status', before: status, after: next?.status ?? status },
      ],
    });
  });
  return true;
}
