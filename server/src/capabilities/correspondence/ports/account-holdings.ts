/** Port: which accounts a customer has; kept by the core bank. */
export interface AccountHoldings {
  holds(bankId: string, customerNumber: string, accountId: string): Promise<boolean>;
}

/** Where no core bank is connected nobody has an account we could name. */
export const noAccounts: AccountHoldings = { holds: async () => false };
