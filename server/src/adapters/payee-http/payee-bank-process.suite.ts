import type { CoreIdentities } from '#adapters/core-http/core-identities.suite.ts';
import { startServiceProcess } from '#adapters/core-http/service-process.suite.ts';
import { at } from '#platform/testing/json-at.ts';

/** The simulated bank in a second process. */
export interface PayeeBankProcess extends AsyncDisposable {
  readonly url: string;
  /** Switches how it behaves, and returns how many questions it has got so far. */
  tell(command: { readonly mode?: string }): Promise<number>;
}

const program = new URL('./payee-bank-program.suite.ts', import.meta.url);

/** Starts it on a free port, with one account. */
export async function startPayeeBank(iban: string, identities: CoreIdentities): Promise<PayeeBankProcess> {
  const service = await startServiceProcess(program, identities, [iban]);
  return {
    ...service,
    async tell(command) {
      return Number(at(await service.tell(command), 'questions'));
    },
  };
}
