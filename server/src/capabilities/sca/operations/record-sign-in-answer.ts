import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import { muteAsker, ownerOfMutes } from '../steps/devices/mutes.ts';
import { findAskerOf, updateRequestEnd } from '../store/device-requests.store.ts';

/** What a customer answers to a sign-in on a device. */
export interface SignInRequestAnswer {
  readonly requestId: string;
  readonly userId: string;
  readonly answer: 'approved' | 'declined';
  /** Whether the application is muted for a day. */
  readonly isMuting: boolean;
}

/** Records what a customer answered to a sign-in: the application need not back off. */
export async function recordSignInAnswer(
  ctx: Context & ScaPorts,
  { answer, isMuting, requestId, userId }: SignInRequestAnswer,
): Promise<void> {
  const { bankId, clock } = ctx;
  await runCommand(ctx, async (work) => {
    updateRequestEnd(work, { bankId, requestId, answer, now: clock.now() });
    const asker = isMuting ? await findAskerOf(work, { bankId, requestId }) : undefined;
    const muted = asker && muteAsker(ctx, work, { ...asker, owner: await ownerOfMutes(ctx, work, userId) });
    work.audit({
      aggregateKind: 'device-request',
      aggregateId: requestId,
      changes: [{ field: 'answer', after: answer }, ...(muted === undefined ? [] : [muted])],
    });
  });
}
