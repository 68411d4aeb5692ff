import type { Context } from '#platform/work/context.ts';

/** What a token says about a customer, beside the name of the user. */
export interface CustomerFacts {
  readonly customerNumber: string | undefined;
  readonly actingFor: string | undefined;
}

/** Port: customers as the identity capability knows them. Nobody, until it does. */
export interface CustomerAccounts {
  /** Facts about a user who may sign in now; undefined when there is none, or no longer. */
  find(context: Context, userId: string): Promise<CustomerFacts | undefined>;
}

export const noCustomers: CustomerAccounts = { find: async () => undefined };
