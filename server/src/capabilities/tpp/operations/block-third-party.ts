import { Temporal } from 'temporal-polyfill';
import { virtualShard } from '#platform/kernel/ids.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { type Block, type BlockSubject, keyOf } from '../domain/block.ts';
import { blockEvent } from '../events.ts';
import { problems } from '../problems.ts';
import { insertBlock } from '../store/blocks.store.ts';

export interface BlockThirdParty {
  readonly subject: BlockSubject;
  readonly reason: string;
  readonly endsAt: Temporal.Instant | undefined;
}

/** Refuses all requests of an organisation or of one certificate, in all processes within five seconds. */
export async function blockThirdParty(
  ctx: Context,
  { endsAt, reason, subject }: BlockThirdParty,
): Promise<Block> {
  return runCommand(ctx, async (work) => {
    const blockedAt = ctx.clock.now();
    if (endsAt !== undefined && Temporal.Instant.compare(endsAt, blockedAt) <= 0)
      throw problems['block-period']();
    const id = ctx.ids.uuid(virtualShard(ctx.bankId, keyOf(subject)));
    const block = { id, subject, reason, blockedAt, endsAt };
    insertBlock(work, ctx.bankId, block);
    work.emit(blockEvent('blocked', { subject, at: blockedAt, until: endsAt }));
    work.audit({
      aggregateKind: 'third-party',
      aggregateId: keyOf(subject),
      changes: [
        { field: 'access', after: 'blocked' },
        { field: 'reason', after: reason },
        { field: 'endsAt', after: endsAt === undefined ? null : toWireTimestamp(endsAt) },
      ],
    });
    return block;
  });
}
