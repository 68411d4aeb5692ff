import { Provider, type TokenEndpointGrantContext } from 'oidc-provider';
import { tokenExchange } from './client-metadata.ts';
import { type ExchangeDeps, exchangeParameters, exchangeToken } from './token-exchange.ts';

/**
 * Creates the library's server of a bank with the grant of token exchange, which the library lacks. A token that a client
 * gets for that of a customer is checked and bound like one that it gets for itself, and the library's grant for that can
 * only be taken over while the library registers it, in its constructor.
 */
export function createBankProvider(
  issuer: string,
  configuration: NonNullable<ConstructorParameters<typeof Provider>[1]>,
  exchange: ExchangeDeps,
): Provider {
  class BankProvider extends Provider {
    override registerGrantType<Params extends object>(
      name: string,
      handle: (ctx: TokenEndpointGrantContext<Params>) => Promise<void> | void,
      parameters: string | readonly string[] | ReadonlySet<string> = [],
      duplicates: string | readonly string[] | ReadonlySet<string> = [],
    ): void {
      super.registerGrantType(name, handle, parameters, duplicates);
      if (name !== 'client_credentials') return;
      super.registerGrantType(
        tokenExchange,
        (ctx: TokenEndpointGrantContext<Params>) =>
          exchangeToken(ctx, exchange, async () => {
            await handle(ctx);
          }),
        [...(typeof parameters === 'string' ? [parameters] : parameters), ...exchangeParameters],
        duplicates,
      );
    }
  }
  return new BankProvider(issuer, configuration);
}
