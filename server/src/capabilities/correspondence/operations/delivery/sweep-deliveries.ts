import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { workerPrefix } from '../../domain/communication.ts';
import { communicationEvent, mailboxEvent } from '../../events.ts';
import {
  expireOverdue,
  hasSweepable,
  listDeadHolders,
  releaseDeadWorkers,
  releaseLapsed,
  settleMailbox,
  updateNotified,
} from '../../store/delivery-sweep.store.ts';

/** Batch size that does not disturb the queues. */
const batchSize = 500;
/**
 * A worker acquires its liveness lock before it claims anything, so every older claim belongs to a worker that had one.
 */
const graceSeconds = 3;

/**
 * Sweeps the queues: expires messages, requeues claimed messages without a report after their lease, and requeues the
 * messages of dead workers at once.
 */
export async function sweepDeliveries(ctx: Context): Promise<number> {
  const { bankId, clock, db } = ctx;
  const now = clock.now();
  const [needed, holders] = await Promise.all([
    hasSweepable(db, bankId, now),
    listDeadHolders(db, {
      bankId,
      claimedBefore: now.subtract({ seconds: graceSeconds }),
      mark: workerPrefix,
    }),
  ]);
  if (!needed && holders.length === 0) return 0;
  return runCommand(ctx, async (work) => {
    const sweep = { bankId, now, count: batchSize };
    const freed =
      holders.length === 0 ? [] : await releaseDeadWorkers(work, { bankId, now, owners: holders });
    const delivered = await settleMailbox(work, sweep);
    const expired = await expireOverdue(work, sweep);
    const released = await releaseLapsed(work, sweep);
    const received = await updateNotified(work, sweep);
    for (const communication of [...freed, ...released])
      if (communication.status === 'cancelled') work.emit(communicationEvent('cancelled', communication));
    for (const communication of expired) work.emit(communicationEvent('expired', communication));
    for (const communication of delivered) work.emit(communicationEvent('delivered', communication));
    for (const { customerNumber, messageId } of received)
      work.emit(mailboxEvent('mailboxReceived', customerNumber, { messageId }));
    work.audit({
      aggregateKind: 'delivery-queue',
      aggregateId: 'sweep',
      changes: [
        { field: 'freed', after: freed.length },
        { field: 'expired', after: expired.length },
        { field: 'released', after: released.length },
        { field: 'delivered', after: delivered.length },
        { field: 'received', after: received.length },
      ],
    });
    return freed.length + expired.length + released.length + delivered.length + received.length;
  });
}
