import type { Context } from '#platform/work/context.ts';
import { type Client, disable } from '../domain/client.ts';
import { grantsDeadAt } from '../domain/lifetimes.ts';
import { moveClient } from '../steps/move-client.ts';
import { insertRevocation } from '../store/revocations.store.ts';

/** Switches a client off: no new tokens at once, and those already out are void within seconds. */
export async function disableClient(ctx: Context, clientId: string): Promise<Client> {
  const now = ctx.clock.now();
  return moveClient(ctx, {
    clientId,
    event: 'disabled',
    decide: (client) => disable(client, now),
    andWrite: (work) =>
      insertRevocation(work, {
        bankId: ctx.bankId,
        kind: 'client',
        value: clientId,
        revokedAt: now,
        // As long as a refresh token of before could come back, when the client is switched on again.
        expiresAt: grantsDeadAt(now),
      }),
  });
}
