import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { workerMark } from '../domain/communication.ts';
import { communicationEvent, mailboxEvent } from '../events.ts';
import {
  expireOverdue,
  findSweepable,
  listDeadHolders,
  notifyMailbox,
  releaseDeadWorkers,
  releaseLapsed,
  settleMailbox,
} from '../store/delivery-sweep.store.ts';

/** As many at once as leave the queues in peace. */
const atOnce = 500;
/** A worker shows that it lives before it takes anything; what was taken this long ago was taken by one that did. */
const graceSeconds = 3;

/**
 * Keeps the queues honest: what nobody wants any more expires, what was taken and never answered for goes back, and so
 * does at once what a worker held that is gone.
 */
export async function sweepDeliveries(ctx: Context): Promise<number> {
  const { bankId, clock, db } = ctx;
  const now = clock.now();
  const [needed, holders] = await Promise.all([
    findSweepable(db, bankId, now),
    listDeadHolders(db, { bankId, takenBefore: now.subtract({ seconds: graceSeconds }), mark: workerMark }),
  ]);
  if (!needed && holders.length === 0) return 0;
  return runCommand(ctx, async (work) => {
    const sweep = { bankId, now, count: atOnce };
    const freed =
      holders.length === 0 ? [] : await releaseDeadWorkers(work, { bankId, now, owners: holders });
    const delivered = await settleMailbox(work, sweep);
    const expired = await expireOverdue(work, sweep);
    const released = await releaseLapsed(work, sweep);
    const received = await notifyMailbox(work, sweep);
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
