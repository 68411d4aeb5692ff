import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { User } from '../domain/user.ts';

/** Staff who look at a user leave a trace. */
export async function recordRead(ctx: Context, { userId }: User): Promise<void> {
  if (ctx.caller.kind !== 'employee') return;
  await runCommand({ ...ctx, idempotency: undefined }, async (work) => {
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'profile', after: 'read' }],
    });
  });
}
