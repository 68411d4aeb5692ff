import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { tutorialClaimed } from '../../events/own-data-events.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { ownClient } from '../../steps/own-client.ts';
import { upsertClaim } from '../../store/client-preferences.store.ts';

export interface ClaimTutorial {
  readonly tutorialId: string;
  readonly version: number;
  readonly isClaimed: boolean;
}

/** Records that a user has seen a tutorial, or wants to see it again. The last request wins. */
export async function claimTutorial(ctx: Context & ClientPorts, claim: ClaimTutorial): Promise<void> {
  const { bankId, clock } = ctx;
  await runCommand(ctx, async (work) => {
    const { customer, customerNumber } = await ownClient(ctx, work);
    const { userId } = customer;
    upsertClaim(work, { bankId, userId, customerNumber, now: clock.now(), ...claim });
    work.emit(tutorialClaimed(userId, claim.tutorialId));
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: `tutorial-${claim.tutorialId}`, after: claim.isClaimed }],
    });
  });
}
