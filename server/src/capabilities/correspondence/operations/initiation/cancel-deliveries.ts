import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { communicationEvent } from '../../events.ts';
import { cancelCommunications } from '../../store/open-communications.store.ts';

/** Cancels messages that a newer one has replaced, in the command of the caller. */
export async function cancelDeliveries(
  { bankId, clock }: Context,
  work: Work,
  communicationIds: readonly string[],
): Promise<void> {
  const cancelled = await cancelCommunications(work, {
    bankId,
    ids: communicationIds,
    now: clock.now(),
    reason: 'superseded',
  });
  for (const communication of cancelled) work.emit(communicationEvent('cancelled', communication));
}
