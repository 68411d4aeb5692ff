import { lockStanding } from '#capabilities/party/index.ts';
import { forgetResources } from '#capabilities/tpp-notifications/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { applyEvent } from '../steps/apply-event.ts';
import { updateConsent } from '../store/consents.store.ts';
import { deleteConsentsOfOwner, lockConsentsOfOwner, renameCustomer } from '../store/consents-of.store.ts';

/**
 * Lets consents follow their owner: a customer who has died answers nothing any more, those of an erased one are deleted,
 * and those of a merged one belong to the surviving record. Events of different parties arrive in any order, so after a
 * merge the state of the surviving customer decides.
 */
export async function followParty(ctx: Context, event: DeliveredEvent): Promise<void> {
  const owner = event.aggregateId;
  await runCommand(ctx, async (work) => {
    const count =
      event.name === 'parties-merged'
        ? await followMerge(ctx, work, event)
        : await end(ctx, work, { owner, state: event.name === 'party-erased' ? 'erased' : 'deceased' });
    work.audit({
      aggregateKind: 'party',
      aggregateId: owner,
      changes: [{ field: 'funds-consents', after: count }],
    });
  });
}

interface OwnerEnd {
  readonly owner: string;
  readonly state: 'deceased' | 'erased';
}

async function end(ctx: Context, work: Work, { owner, state }: OwnerEnd): Promise<number> {
  const { bankId } = ctx;
  if (state === 'erased') {
    const consentIds = await deleteConsentsOfOwner(work, { bankId, owner });
    forgetResources(work, { bankId, kind: 'funds-confirmation-consent', resourceIds: consentIds });
    return consentIds.length;
  }
  const open = await lockConsentsOfOwner(work, { bankId, owner });
  for (const head of open) applyEvent(ctx, work, { head, event: { kind: 'revoked' } });
  return open.length;
}

async function followMerge(
  ctx: Context,
  work: Work,
  { aggregateId: owner, data }: DeliveredEvent,
): Promise<number> {
  const { bankId, clock } = ctx;
  const { reference } = data;
  if (typeof reference !== 'string') return 0;
  const standing = await lockStanding(work, { bankId, customerNumber: reference });
  const { partyNumber: survivor = reference, state = 'living' } = standing ?? {};
  if (state === 'erased') return end(ctx, work, { owner, state });
  const open = await lockConsentsOfOwner(work, { bankId, owner });
  for (const head of open) {
    // A proxy into whom the owner is merged acts for itself from now on.
    const proxy = head.proxy === survivor ? undefined : head.proxy;
    const moved = { ...head, owner: survivor, proxy };
    if (state === 'deceased') applyEvent(ctx, work, { head: moved, event: { kind: 'revoked' } });
    else updateConsent(work, bankId, { head: moved, now: clock.now() });
  }
  renameCustomer(work, { bankId, owner, survivor });
  return open.length;
}
