import type { Context } from '#platform/work/context.ts';

/** Claims about a customer in a token, besides the user id. */
export interface CustomerFacts {
  readonly customerNumber: string | undefined;
  readonly actingFor: string | undefined;
}

/** Port: customer accounts of the identity capability. */
export interface CustomerAccounts {
  /** Returns the claims of a user who may sign in now; undefined if there is none. */
  find(context: Context, userId: string): Promise<CustomerFacts | undefined>;
}

export const noCustomers: CustomerAccounts = { find: async () => undefined };
