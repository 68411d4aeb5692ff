import { lockStanding } from '#capabilities/party/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { deleteMutesOf, renameMutes } from '../store/device-mutes.store.ts';

/**
 * Lets mutes follow their customer: those of a dead or erased one are deleted, and those of a merged one belong to the
 * surviving record. Events of different parties arrive in any order, so after a merge the state of the surviving customer
 * decides.
 */
export async function followOwner(ctx: Context, event: DeliveredEvent): Promise<void> {
  const { bankId } = ctx;
  const owner = event.aggregateId;
  await runCommand(ctx, async (work) => {
    const survivor = await survivorOf(ctx, work, event);
    if (survivor === undefined) deleteMutesOf(work, { bankId, owner });
    else renameMutes(work, { bankId, owner, survivor });
    work.audit({
      aggregateKind: 'party',
      aggregateId: owner,
      changes: [{ field: 'mutes', after: survivor ?? 'deleted' }],
    });
  });
}

/** Returns the living customer to whom the mutes belong now; undefined if there is none. */
async function survivorOf(
  { bankId }: Context,
  work: Work,
  { data, name }: DeliveredEvent,
): Promise<string | undefined> {
  const { reference } = data;
  if (name !== 'parties-merged' || typeof reference !== 'string') return undefined;
  const standing = await lockStanding(work, { bankId, customerNumber: reference });
  const { partyNumber = reference, state = 'living' } = standing ?? {};
  return state === 'living' ? partyNumber : undefined;
}
