import type { Context } from '#platform/work/context.ts';
import { type Client, enable } from '../domain/client.ts';
import { changeClient } from '../steps/client-changes.ts';

/** Enables a client again. Tokens from before it was disabled stay void. */
export async function enableClient(ctx: Context, clientId: string): Promise<Client> {
  return changeClient(ctx, {
    clientId,
    event: 'enabled',
    decide: (client) => enable(client, ctx.clock.now()),
  });
}
