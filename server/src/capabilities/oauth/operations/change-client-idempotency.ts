import type { Context } from '#platform/work/context.ts';
import { type Client, changeIdempotency, type IdempotencyMode } from '../domain/client.ts';
import { changeClient } from '../steps/client-changes.ts';

export interface ChangeClientIdempotency {
  readonly clientId: string;
  readonly mode: IdempotencyMode;
}

/** Sets a client to strict or seed-compatible. Tokens issued from now on carry the mode. */
export async function changeClientIdempotency(
  ctx: Context,
  { clientId, mode }: ChangeClientIdempotency,
): Promise<Client> {
  return changeClient(ctx, {
    clientId,
    event: 'changed',
    decide: (client) => changeIdempotency(client, mode, ctx.clock.now()),
  });
}
