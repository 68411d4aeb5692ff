import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { tokensDeadAt } from '../domain/lifetimes.ts';
import { tokenRevokedEvent } from '../events.ts';
import { insertRevocation } from '../store/revocations.store.ts';

/** Ends one access token before its time. Every process refuses it within seconds. */
export async function revokeToken(ctx: Context, tokenId: string): Promise<void> {
  const now = ctx.clock.now();
  await runCommand(ctx, async (work) => {
    insertRevocation(work, {
      bankId: ctx.bankId,
      kind: 'token',
      value: tokenId,
      revokedAt: now,
      expiresAt: tokensDeadAt(now),
    });
    work.emit(tokenRevokedEvent(tokenId));
    work.audit({ aggregateKind: 'token', aggregateId: tokenId, changes: [] });
  });
}
