import type { Passage } from '#platform/http/passage.ts';
import type { Context } from '#platform/work/context.ts';
import type { PendingInteraction } from '../domain/interaction.ts';
import { problems } from '../problems.ts';

/** A browser that waits for a page. */
export type BrowserExchange = ReturnType<Passage['handOver']> & {
  /** In the name of the bank. */
  readonly context: Context;
};

/** Port: the pages on which customers sign in and agree. Nobody shows any, until the identity capability does. */
export interface CustomerPages {
  /** Answers the browser. A problem thrown before the first byte is shown as a page. */
  begin(interaction: PendingInteraction, exchange: BrowserExchange): Promise<void>;
}

export const noCustomerPages: CustomerPages = {
  begin: async () => {
    throw problems['customer-sign-in-absent']();
  },
};
