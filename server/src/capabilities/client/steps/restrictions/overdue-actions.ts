import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { stateAt, wholeClient } from '../../domain/restrictions/restriction.ts';
import { restrictionEvent } from '../../events.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { hasOtherOverdue } from '../../store/pending-action-lists.store.ts';
import { updateRestriction } from '../../store/restrictions.store.ts';
import { type LockedClient, lockClient, lockRestrictionsOf } from './lock-client.ts';
import { putRestriction } from './put-restriction.ts';

type Ctx = Context & ClientPorts;

/** Restricts a client whose mandatory action is past due: no new payees until all such actions are done. SPEC 10.12 */
export async function restrictOverdue(
  ctx: Ctx,
  work: Work,
  { customerNumber }: { readonly customerNumber: string },
): Promise<void> {
  const client = await lockClient(ctx, work, customerNumber);
  if (client === undefined) return;
  await putRestriction(ctx, work, client, {
    kind: 'new-payee-block',
    scope: wholeClient,
    reason: 'overdue-action',
    note: undefined,
    setterKind: 'product',
    setterId: 'overdue-actions',
    expiresAt: undefined,
  });
}

/** Ends the restriction when the last mandatory action that was past due is done. */
export async function releaseOverdue(
  ctx: Ctx,
  work: Work,
  { actionId, customerNumber }: { readonly customerNumber: string; readonly actionId: string },
): Promise<void> {
  const client = await lockClient(ctx, work, customerNumber);
  if (client === undefined) return;
  const { bankId } = ctx;
  if (await hasOtherOverdue(work, { bankId, customerNumbers: client.numbers, except: actionId })) return;
  await lift(ctx, work, client);
}

/** Lifts what an action that was past due had set; the same restriction by anyone else stays. */
async function lift(ctx: Ctx, work: Work, client: LockedClient): Promise<void> {
  const { bankId, clientVault, clock } = ctx;
  const now = clock.now();
  const active = await lockRestrictionsOf(ctx, work, client);
  const overdue = active.filter(
    ({ details }) => details.reason === 'overdue-action' && details.setterKind === 'product',
  );
  for (const before of overdue.filter((one) => stateAt(one, now) === 'active')) {
    const restriction = {
      ...before,
      state: 'lifted' as const,
      endedAt: now,
      details: { ...before.details, liftedBy: ['overdue-actions'] },
    };
    updateRestriction(work, clientVault, { bankId, restriction, now });
    work.emit(restrictionEvent('restrictionLifted', restriction, now));
  }
}
