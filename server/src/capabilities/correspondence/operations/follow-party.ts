import { type CustomerStanding, lockStanding } from '#capabilities/party/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { communicationEvent } from '../events.ts';
import {
  cancelOpen,
  dropPlannedMessages,
  moveCustomer,
  purgeCustomer,
} from '../store/open-communications.store.ts';

/**
 * The dead are not written to; of the erased nothing stays; of two who are one, the one who stays has it all. Events of
 * different parties come in any order, so after a merge the state of the one who stays decides.
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

/** Moves what was said to a merged customer; where the one who stays has died or was erased, that is followed at once. */
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
  if (state !== 'erased') moveCustomer(work, { bankId, customerNumber, survivor, now: clock.now() });
  return cancelled;
}

interface Ending {
  readonly customerNumber: string;
  readonly reason: string;
  readonly state: Exclude<CustomerStanding['state'], 'living'>;
}

/** Withdraws what is on its way to a customer, and of an erased one deletes everything; returns how much it withdrew. */
async function end(
  { bankId, clock }: Context,
  work: Work,
  { customerNumber, reason, state }: Ending,
): Promise<number> {
  const now = clock.now();
  const cancelled = await cancelOpen(work, { bankId, customerNumber, now, reason });
  for (const communication of cancelled) work.emit(communicationEvent('cancelled', communication));
  if (state === 'erased') purgeCustomer(work, { bankId, customerNumber });
  else dropPlannedMessages(work, { bankId, customerNumber, now });
  return cancelled.length;
}
