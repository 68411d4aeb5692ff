import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/reaction.ts';
import { communicationEvent } from '../events.ts';
import {
  cancelOpen,
  dropPlannedMessages,
  forgetCustomer,
  moveCustomer,
} from '../store/open-communications.store.ts';

/** The dead are not written to; of the erased nothing stays; of two who are one, the one who stays has it all. */
export async function followParty(ctx: Context, event: DeliveredEvent): Promise<void> {
  const { bankId, clock } = ctx;
  const customerNumber = event.aggregateId;
  const now = clock.now();
  await runCommand(ctx, async (work) => {
    const cancelled =
      event.name === 'parties-merged'
        ? []
        : await cancelOpen(work, { bankId, customerNumber, now, reason: event.name });
    for (const communication of cancelled) work.emit(communicationEvent('cancelled', communication));
    if (event.name === 'individual-death-confirmed')
      dropPlannedMessages(work, { bankId, customerNumber, now });
    if (event.name === 'party-erased') forgetCustomer(work, { bankId, customerNumber });
    const survivor = event.data['reference'];
    if (event.name === 'parties-merged' && typeof survivor === 'string')
      moveCustomer(work, { bankId, customerNumber, survivor, now });
    work.audit({
      aggregateKind: 'party',
      aggregateId: customerNumber,
      changes: [{ field: event.name, after: cancelled.length }],
    });
  });
}
