import type { Context } from '#platform/work/context.ts';
import { type Client, changeExchanges } from '../domain/client.ts';
import { exchangeFieldErrors } from '../domain/client-registration.ts';
import { problems } from '../problems.ts';
import { changeClient } from '../steps/client-changes.ts';

export interface ChangeClientExchanges {
  readonly clientId: string;
  readonly apps: readonly string[];
}

/**
 * Sets for the customers of which apps an application may act. Tokens that it got before end with those that it exchanged,
 * within five minutes. Throws `client-invalid`.
 */
export async function changeClientExchanges(
  ctx: Context,
  { apps, clientId }: ChangeClientExchanges,
): Promise<Client> {
  return changeClient(ctx, {
    clientId,
    event: 'changed',
    decide: (client) => {
      const fieldErrors = exchangeFieldErrors({ kind: client.kind, exchangesTokensOf: apps });
      if (fieldErrors.length > 0) throw problems['client-invalid']({ fieldErrors });
      return changeExchanges(client, apps, ctx.clock.now());
    },
  });
}
