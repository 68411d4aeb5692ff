import type { Context } from '#platform/work/context.ts';
import { type Block, isInForce } from '../domain/block.ts';
import type { ThirdParty } from '../domain/third-party.ts';
import { listUnliftedBlocks } from '../store/blocks.store.ts';
import { listSeenThirdParties } from '../store/third-parties.store.ts';

export interface ThirdPartyList {
  readonly thirdParties: readonly ThirdParty[];
  /** Also of organisations that never called. */
  readonly blocks: readonly Block[];
}

/** Lists the organisations that have called the bank, and the blocks in force. */
export async function listThirdParties(ctx: Context): Promise<ThirdPartyList> {
  const [thirdParties, unlifted] = await Promise.all([
    listSeenThirdParties(ctx.db, ctx.bankId),
    listUnliftedBlocks(ctx.db, ctx.bankId),
  ]);
  const now = ctx.clock.now();
  return { thirdParties, blocks: unlifted.filter((block) => isInForce(block, now)) };
}
