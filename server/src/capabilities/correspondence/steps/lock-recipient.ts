import { lockStanding } from '#capabilities/party/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { problems } from '../problems.ts';
import type { FoundRecipient } from './find-recipient.ts';

/**
 * Locks the customer that a message is entered for, right before it is: a message that is entered while the customer is
 * merged or erased would stay behind. Refuses when the customer was erased meanwhile, and takes the number that stayed
 * after a merge.
 */
export async function lockRecipient(
  { bankId }: Context,
  work: Work,
  recipient: FoundRecipient,
): Promise<FoundRecipient> {
  const { customerNumber } = recipient;
  if (customerNumber === undefined) return recipient;
  const standing = await lockStanding(work, { bankId, customerNumber });
  if (standing?.state === 'erased') throw problems['recipient-not-found']();
  return standing === undefined ? recipient : { ...recipient, customerNumber: standing.partyNumber };
}
