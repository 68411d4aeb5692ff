import { type Accounts, accountKey } from '#capabilities/authorization/index.ts';
import type { PayeeFacts } from '#capabilities/sca/index.ts';

/**
 * What the accounts of the core say about payees. A bank without a core knows nothing about them, and no core lists
 * trusted payees.
 */
export function accountPayeeFacts(accounts: Accounts): PayeeFacts {
  return {
    async isBetweenOwnAccounts({ bankId, creditorAccount, debtorAccount, owner }) {
      // A card account can have another kind of number; only IBANs surely name accounts that hold money.
      if (debtorAccount.scheme !== 'iban' || creditorAccount.scheme !== 'iban') return undefined;
      const found = await accounts.find(bankId, [debtorAccount, creditorAccount]);
      const known = [debtorAccount, creditorAccount].map((one) => found.get(accountKey(one)));
      const [debtor, creditor] = known;
      if (debtor === undefined || creditor === undefined) return undefined;
      return (
        debtor.accountId !== creditor.accountId &&
        [debtor, creditor].every((one) => one.joint === undefined && one.owner === owner)
      );
    },
    isTrustedBeneficiary: async () => undefined,
  };
}
