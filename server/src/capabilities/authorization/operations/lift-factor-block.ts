import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { liftBlock } from '../store/attempts.store.ts';

/** Lets somebody try again whose second factors were blocked; whoever calls has made sure who it is. */
export async function liftFactorBlock(ctx: Context, { userId }: { readonly userId: string }): Promise<void> {
  const { bankId, clock } = ctx;
  await runCommand(ctx, async (work) => {
    liftBlock(work, { bankId, subject: userId, now: clock.now() });
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'second-factor-block', after: 'lifted' }],
    });
  });
}
