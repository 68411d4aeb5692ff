import type { Context } from '#platform/work/context.ts';
import { type Client, enable } from '../domain/client.ts';
import { moveClient } from '../steps/move-client.ts';

/** Switches a client on again. Tokens from before it was switched off stay void. */
export async function enableClient(ctx: Context, clientId: string): Promise<Client> {
  return moveClient(ctx, {
    clientId,
    event: 'enabled',
    decide: (client) => enable(client, ctx.clock.now()),
  });
}
