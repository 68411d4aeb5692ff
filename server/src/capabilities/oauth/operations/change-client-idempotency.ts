import type { Context } from '#platform/work/context.ts';
import { type Client, changeIdempotency, type IdempotencyMode } from '../domain/client.ts';
import { moveClient } from '../steps/move-client.ts';

export interface ChangeClientIdempotency {
  readonly clientId: string;
  readonly mode: IdempotencyMode;
}

/** Registers a client as strict or seed-compatible. Tokens issued from now on say so. */
export async function changeClientIdempotency(
  ctx: Context,
  { clientId, mode }: ChangeClientIdempotency,
): Promise<Client> {
  return moveClient(ctx, {
    clientId,
    event: 'changed',
    decide: (client) => changeIdempotency(client, mode, ctx.clock.now()),
  });
}
