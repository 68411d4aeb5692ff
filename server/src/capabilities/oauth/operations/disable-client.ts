import type { Context } from '#platform/work/context.ts';
import { type Client, disable } from '../domain/client.ts';
import { grantsDeadAt } from '../domain/lifetimes.ts';
import { changeClient } from '../steps/client-changes.ts';
import { upsertRevocation } from '../store/revocations.store.ts';

/** Disables a client: it gets no new tokens from now on, and its existing tokens are void within seconds. */
export async function disableClient(ctx: Context, clientId: string): Promise<Client> {
  const now = ctx.clock.now();
  return changeClient(ctx, {
    clientId,
    event: 'disabled',
    decide: (client) => disable(client, now),
    andWrite: (work) =>
      upsertRevocation(work, {
        bankId: ctx.bankId,
        kind: 'client',
        value: clientId,
        revokedAt: now,
        // Refresh tokens from before would be usable after the client is enabled again: store the revocation as long as
        // they live.
        expiresAt: grantsDeadAt(now),
      }),
  });
}
