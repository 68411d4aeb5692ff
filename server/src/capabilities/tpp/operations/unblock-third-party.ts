import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { type BlockSubject, isInForce, isSameSubject, keyOf } from '../domain/block.ts';
import { blockEvent } from '../events.ts';
import { liftBlocks, listUnliftedBlocks } from '../store/blocks.store.ts';

export interface UnblockThirdParty {
  readonly subject: BlockSubject;
  readonly reason: string;
}

/** Lifts all blocks of exactly this organisation or certificate. */
export async function unblockThirdParty(
  ctx: Context,
  { reason, subject }: UnblockThirdParty,
): Promise<'unblocked' | 'not-blocked'> {
  const now = ctx.clock.now();
  const unlifted = await listUnliftedBlocks(ctx.db, ctx.bankId);
  const ids = unlifted
    .filter((block) => isSameSubject(block.subject, subject) && isInForce(block, now))
    .map(({ id }) => id);
  if (ids.length === 0) return 'not-blocked';
  return runCommand(ctx, async (work): Promise<'unblocked'> => {
    liftBlocks(work, ctx.bankId, ids, now);
    work.emit(blockEvent('unblocked', { subject, at: now }));
    work.audit({
      aggregateKind: 'third-party',
      aggregateId: keyOf(subject),
      changes: [
        { field: 'access', before: 'blocked', after: 'open' },
        { field: 'reason', after: reason },
      ],
    });
    return 'unblocked';
  });
}
