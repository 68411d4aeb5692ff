import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { tokensDeadAt } from '../domain/lifetimes.ts';
import { tokenRevokedEvent } from '../events.ts';
import { upsertRevocation } from '../store/revocations.store.ts';

/** Revokes one access token before it expires. All processes refuse it within seconds. */
export async function revokeToken(ctx: Context, tokenId: string): Promise<void> {
  const now = ctx.clock.now();
  await runCommand(ctx, async (work) => {
    upsertRevocation(work, {
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
