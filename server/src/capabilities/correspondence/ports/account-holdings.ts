/** Port: the accounts of a customer, from the core banking system. */
export interface AccountHoldings {
  holds(bankId: string, customerNumber: string, accountId: string): Promise<boolean>;
}

/** Default without a core banking system: no customer has accounts. */
export const noAccounts: AccountHoldings = { holds: async () => false };
