import { findOwnUser } from '#capabilities/identity/index.ts';
import { lockStanding } from '#capabilities/party/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { contactProofDays } from '../../domain/policy.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { endAction, requestAction } from '../../steps/actions.ts';
import { findUserCustomer } from '../../steps/user-customer.ts';
import { lockActionsOfKind } from '../../store/pending-actions.store.ts';

type Ctx = Context & ClientPorts;

const dayHours = 24;

/**
 * Asks for the proof of a contact that a user has entered, and ends the action when it is proven or removed. Reads the
 * user as it is now, so repeated and late events are harmless.
 */
export async function followContacts(ctx: Ctx, { aggregateId: userId }: DeliveredEvent): Promise<void> {
  const { bankId, db } = ctx;
  const user = await findOwnUser({ ...ctx, ...ctx.identity }, db, userId);
  const named = await findUserCustomer(ctx, userId);
  if (user === undefined || named === undefined) return;
  await runCommand(ctx, async (work) => {
    const standing = await lockStanding(work, { bankId, customerNumber: named });
    if (standing?.state === 'living') {
      const of = { customerNumber: standing.partyNumber, userId };
      await followContact(ctx, work, { ...of, kind: 'verify-email', contact: user.email });
      await followContact(ctx, work, { ...of, kind: 'verify-phone', contact: user.phone });
    }
    work.audit({ aggregateKind: 'user', aggregateId: userId, changes: [] });
  });
}

interface FollowedContact {
  readonly customerNumber: string;
  readonly userId: string;
  readonly kind: 'verify-email' | 'verify-phone';
  readonly contact: { readonly isVerified: boolean } | undefined;
}

async function followContact(ctx: Ctx, work: Work, followed: FollowedContact): Promise<void> {
  const { bankId, clock } = ctx;
  const { contact, customerNumber, kind, userId } = followed;
  if (contact !== undefined && !contact.isVerified) {
    const dueAt = clock.now().add({ hours: contactProofDays * dayHours });
    await requestAction(ctx, work, {
      customerNumber,
      userId,
      kind,
      reference: '',
      isMandatory: false,
      dueAt,
    });
    return;
  }
  const open = await lockActionsOfKind(work, { bankId, customerNumber, kind });
  const result = contact === undefined ? undefined : ('done' as const);
  for (const action of open)
    if (action.userId === userId)
      await endAction(ctx, work, {
        action,
        event: contact === undefined ? 'cancelled' : 'completed',
        result,
      });
}
