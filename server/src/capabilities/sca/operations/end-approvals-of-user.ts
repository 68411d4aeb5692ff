import { listUsersOfPerson } from '#capabilities/identity/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { isFinal } from '../domain/status.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import { applyEvent, auditChange } from '../steps/apply-event.ts';
import { lockAsOfNow } from '../steps/lock-as-of-now.ts';
import { listOpenIdsOfUser } from '../store/authorisations.store.ts';
import { deleteMutesOf } from '../store/device-mutes.store.ts';
import { deleteRequestsOf } from '../store/device-requests.store.ts';
import { deleteSeriesOfUser, deleteStrongAuthentications } from '../store/exemptions.store.ts';

/**
 * Ends what a user had begun to approve, after the user was suspended, closed or erased, and deletes what would exempt
 * later payments. An authorisation that cannot be ended does not keep the others open; the event is then processed again.
 */
export async function endApprovalsOfUser(
  ctx: Context & ScaPorts,
  { aggregateId: userId, name }: DeliveredEvent,
): Promise<void> {
  const { bankId } = ctx;
  const ids = await listOpenIdsOfUser(ctx.db, { bankId, userId });
  const failures: unknown[] = [];
  for (const authorisationId of ids)
    await endOne(ctx, authorisationId).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
  await runCommand(ctx, async (work) => {
    deleteSeriesOfUser(work, { bankId, userId });
    // A user who comes back has to continue to count: the payments without a second factor happened. So does a person
    // who has another user.
    if (name === 'user-closed') {
      const userIds = await endedUsersOfPerson(ctx, work, userId);
      deleteStrongAuthentications(work, { bankId, userIds });
      deleteRequestsOf(work, { bankId, customer: userId });
      // Of a user who is no customer; those of a customer follow the party.
      deleteMutesOf(work, { bankId, owner: userId });
    }
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'approvals-ended', after: ids.length }],
    });
  });
}

/** Returns the users of the person behind a closed user, if none of them is left; otherwise none. */
async function endedUsersOfPerson(
  { bankId, identity: { authorization } }: Context & ScaPorts,
  work: Work,
  userId: string,
): Promise<readonly string[]> {
  const [user] = await authorization.users.findAll(work, { bankId, userIds: [userId] });
  const userIds = await listUsersOfPerson(work, { bankId, userId, customerNumber: user?.customerNumber });
  const users = await authorization.users.findAll(work, { bankId, userIds });
  return users.some((one) => one.userId !== userId && one.status !== 'closed') ? [] : userIds;
}

/**
 * Ends one authorisation in its own transaction: an authorisation must not be locked after the subject of another one.
 * The event is recorded as processed only by the last command.
 */
async function endOne(handling: Context & ScaPorts, authorisationId: string): Promise<void> {
  const { inbox: _, ...ctx } = handling;
  await runCommand(ctx, async (work) => {
    const { authorisation, before } = await lockAsOfNow(ctx, work, authorisationId);
    const event = { kind: 'ended', failure: 'cannot-sign' } as const;
    const ended = isFinal(authorisation.status)
      ? authorisation
      : await applyEvent(ctx, work, { authorisation, event });
    auditChange(work, before, ended);
  });
}
