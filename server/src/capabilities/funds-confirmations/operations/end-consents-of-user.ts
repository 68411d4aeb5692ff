import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { applyEvent } from '../steps/apply-event.ts';
import { lockConsentsOfUser } from '../store/consents-of.store.ts';

/** Ends the consents that a user gave, when the bank has closed the user. */
export async function endConsentsOfUser(
  ctx: Context,
  { aggregateId: userId }: DeliveredEvent,
): Promise<void> {
  const { bankId } = ctx;
  await runCommand(ctx, async (work) => {
    const open = await lockConsentsOfUser(work, { bankId, userId });
    for (const head of open) applyEvent(ctx, work, { head, event: { kind: 'revoked' } });
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'funds-consents-ended', after: open.length }],
    });
  });
}
