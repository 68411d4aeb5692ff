import type { Context } from '#platform/work/context.ts';

/** Claims about a customer in a token, besides the user id. */
export interface CustomerFacts {
  readonly customerNumber: string | undefined;
}

/** An organization, and the user who asks to act for it. */
export interface Representation {
  readonly userId: string;
  readonly organization: string;
}

/** Port: customer accounts of the identity capability. */
export interface CustomerAccounts {
  /** Returns the claims of a user who may sign in now; undefined if there is none. */
  find(context: Context, userId: string): Promise<CustomerFacts | undefined>;
  /**
   * Returns the present customer number of an organization for which the user may act now, by a mandate; undefined
   * without one, and for an organization that does not exist: callers must not be able to tell.
   */
  findOrganization(context: Context, asked: Representation): Promise<string | undefined>;
}

export const noCustomers: CustomerAccounts = {
  find: async () => undefined,
  findOrganization: async () => undefined,
};
