import { lockStanding } from '#capabilities/party/index.ts';
import { lockName } from '#platform/db/named-lock.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { endAction } from '../../steps/actions.ts';
import { applyRequestEvent } from '../../steps/change-requests.ts';
import { deleteRequestsOf, renameRequests } from '../../store/change-request-lists.store.ts';
import { lockOpenRequests } from '../../store/change-requests.store.ts';
import { deleteSettingsOf, renameSettings } from '../../store/client-preferences.store.ts';
import { deleteActionsOf, renameActions } from '../../store/pending-action-lists.store.ts';
import { lockActionsOf } from '../../store/pending-actions.store.ts';

type Ctx = Context & ClientPorts;

/**
 * Lets own data follow its customer: of an erased one it is deleted, of one who has died nothing stays open, and of a
 * merged one it belongs to the surviving record. Events of different parties arrive in any order, so after a merge the
 * state of the surviving customer decides.
 */
export async function followOwner(ctx: Ctx, event: DeliveredEvent): Promise<void> {
  const { bankId } = ctx;
  const customerNumber = event.aggregateId;
  await runCommand(ctx, async (work) => {
    await lockName(work, 'client', bankId, customerNumber);
    if (event.name === 'parties-merged') await followMerge(ctx, work, event);
    else if (event.name === 'party-erased') deleteAll(ctx, work, customerNumber);
    else await endAll(ctx, work, customerNumber);
    work.audit({
      aggregateKind: 'party',
      aggregateId: customerNumber,
      changes: [{ field: 'own-data', after: event.name }],
    });
  });
}

function deleteAll({ bankId }: Ctx, work: Work, customerNumber: string): void {
  deleteRequestsOf(work, { bankId, customerNumber });
  deleteActionsOf(work, { bankId, customerNumber });
  deleteSettingsOf(work, { bankId, customerNumber });
}

/** Cancels what is open. */
async function endAll(ctx: Ctx, work: Work, customerNumber: string): Promise<void> {
  const key = { bankId: ctx.bankId, customerNumber };
  for (const request of await lockOpenRequests(work, key))
    applyRequestEvent(ctx, work, { request, event: 'cancelled' });
  for (const action of await lockActionsOf(work, key))
    await endAction(ctx, work, { action, event: 'cancelled' });
}

async function followMerge(ctx: Ctx, work: Work, { aggregateId, data }: DeliveredEvent): Promise<void> {
  const { bankId } = ctx;
  const { reference } = data;
  if (typeof reference !== 'string') return;
  const standing = await lockStanding(work, { bankId, customerNumber: reference });
  if (standing?.state === 'erased') return deleteAll(ctx, work, aggregateId);
  const survivor = standing?.partyNumber ?? reference;
  if (standing?.state === 'deceased') await endAll(ctx, work, aggregateId);
  // A change was requested for a record that has ended; the customer requests it again.
  else
    for (const request of await lockOpenRequests(work, { bankId, customerNumber: aggregateId }))
      applyRequestEvent(ctx, work, { request, event: 'cancelled' });
  renameRequests(work, { bankId, customerNumber: aggregateId, survivor });
  renameActions(work, { bankId, customerNumber: aggregateId, survivor });
  renameSettings(work, { bankId, customerNumber: aggregateId, survivor });
}
