import { type CustomerStanding, lockStanding } from '#capabilities/party/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { communicationEvent } from '../../events.ts';
import {
  cancelOpen,
  deleteCustomerData,
  deleteScheduledMessages,
  updateCustomerNumber,
} from '../../store/open-communications.store.ts';

/**
 * Follows changes of parties: withdraws messages to the deceased, deletes everything of the erased, and moves messages
 * of merged customers to the surviving one. Events of different parties arrive in any order, so after a merge the state
 * of the surviving customer decides.
 */
export async function followParty(ctx: Context, event: DeliveredEvent): Promise<void> {
  const customerNumber = event.aggregateId;
  await runCommand(ctx, async (work) => {
    const cancelled =
      event.name === 'parties-merged'
        ? await followMerge(ctx, work, event)
        : await end(ctx, work, {
            customerNumber,
            reason: event.name,
            state: event.name === 'party-erased' ? 'erased' : 'deceased',
          });
    work.audit({
      aggregateKind: 'party',
      aggregateId: customerNumber,
      changes: [{ field: event.name, after: cancelled }],
    });
  });
}

/** Moves the messages of a merged customer; if the surviving customer has died or was erased, applies that at once. */
async function followMerge(
  ctx: Context,
  work: Work,
  { aggregateId: customerNumber, data, name: reason }: DeliveredEvent,
): Promise<number> {
  const { bankId, clock } = ctx;
  const reference = data['reference'];
  if (typeof reference !== 'string') return 0;
  const standing = await lockStanding(work, { bankId, customerNumber: reference });
  const state = standing?.state ?? 'living';
  const cancelled = state === 'living' ? 0 : await end(ctx, work, { customerNumber, reason, state });
  const survivor = standing?.partyNumber ?? reference;
  if (state !== 'erased') updateCustomerNumber(work, { bankId, customerNumber, survivor, now: clock.now() });
  return cancelled;
}

interface CustomerEnd {
  readonly customerNumber: string;
  readonly reason: string;
  readonly state: Exclude<CustomerStanding['state'], 'living'>;
}

/** Withdraws queued messages of a customer, and deletes everything of an erased one; returns the number withdrawn. */
async function end(
  { bankId, clock }: Context,
  work: Work,
  { customerNumber, reason, state }: CustomerEnd,
): Promise<number> {
  const now = clock.now();
  const cancelled = await cancelOpen(work, { bankId, customerNumber, now, reason });
  for (const communication of cancelled) work.emit(communicationEvent('cancelled', communication));
  if (state === 'erased') deleteCustomerData(work, { bankId, customerNumber });
  else deleteScheduledMessages(work, { bankId, customerNumber, now });
  return cancelled.length;
}
