import type { LedgerDeps } from '../../server/src/adapters/ledger/ledger-deps.ts';
import { openAccount } from '../../server/src/adapters/ledger/open-account.ts';
import { accountsOf } from '../../server/src/adapters/ledger/read-accounts.ts';
import { bookMovements } from '../../server/src/adapters/ledger/receive-money.ts';

/** Numbers of the standard's examples; no customer has them. */
const sampleIbans = ['DE89370400440532013000', 'DE02120300000000202051'] as const;
const sampleMinor = 1_000_00n;

/** Opens two accounts for a customer that has none, with 1,000 euros each; returns the ids of all its accounts. */
export async function openSampleAccounts(deps: LedgerDeps, owner: string): Promise<readonly string[]> {
  const existing = await accountsOf(deps, owner, { areCards: false });
  if (existing.length > 0) return existing.map(({ accountId }) => accountId);
  const opened: string[] = [];
  for (const iban of sampleIbans) {
    const account = { owner, iban, kind: 'current', product: 'Sample account', currencies: ['EUR'] } as const;
    const accountId = await openAccount(deps, account);
    const amount = { minor: sampleMinor, currency: 'EUR' } as const;
    await bookMovements(deps, accountId, [{ amount, details: { code: 'PMNT-RCDT-ESCT', name: 'Salary' } }]);
    opened.push(accountId);
  }
  return opened;
}
