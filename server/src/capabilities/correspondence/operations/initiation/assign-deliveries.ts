import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { assignCommunications } from '../../store/open-communications.store.ts';

/** Assigns messages to bare addresses to a customer, in the command of the caller who identified the customer. */
export function assignDeliveries(
  { bankId }: Context,
  work: Work,
  assigned: { readonly communicationIds: readonly string[]; readonly customerNumber: string },
): void {
  if (assigned.communicationIds.length > 0) assignCommunications(work, { ...assigned, bankId });
}
