import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { assignCommunications } from '../store/open-communications.store.ts';

/** Says whose messages these are that went to bare addresses, in the command of the caller who found out. */
export function assignDeliveries(
  { bankId }: Context,
  work: Work,
  assigned: { readonly communicationIds: readonly string[]; readonly customerNumber: string },
): void {
  if (assigned.communicationIds.length > 0) assignCommunications(work, { ...assigned, bankId });
}
