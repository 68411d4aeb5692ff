import type { Temporal } from 'temporal-polyfill';
import { createLedgerCoreBank, ledgerDeps } from '../../server/src/adapters/ledger/ledger.ts';
import { openAccount } from '../../server/src/adapters/ledger/open-account.ts';
import { bookMovements } from '../../server/src/adapters/ledger/receive-money.ts';
import { runDue } from '../../server/src/adapters/ledger/run-due.ts';
import { type CoreBank, defaultCalendarRules } from '../../server/src/capabilities/core-banking/index.ts';
import { type Clock, systemClock } from '../../server/src/platform/kernel/clock.ts';
import { systemIds } from '../../server/src/platform/kernel/ids.ts';
import { fakeClock } from '../../server/src/platform/testing/fake-clock.ts';
import { germanIban } from '../../server/src/platform/testing/german-iban.ts';
import type { Instance } from './instance.ts';

export interface LedgerAccount {
  readonly iban: string;
  readonly accountId: string;
}

/** The ledger of a bank, in the database of its processes. */
export interface LedgerAccounts {
  readonly core: CoreBank;
  /** Opens an account in euros with this sum on it. */
  open(owner: string, cents: bigint, product?: string): Promise<LedgerAccount>;
  /** Returns what is booked and what can be spent, in cents. */
  balanceOf(account: LedgerAccount): Promise<{ readonly booked: bigint; readonly available: bigint }>;
  /** Runs the job of the ledger as at a later moment: executes and settles what is due by then. */
  runDueAt(moment: Temporal.Instant): Promise<void>;
}

/** No two accounts of a process have the same number. */
let accounts = 0;

export function ledgerAccountsOf(
  { database: { app } }: Pick<Instance, 'database'>,
  bankId: string,
): LedgerAccounts {
  const depsAt = (clock: Clock): ReturnType<typeof ledgerDeps> =>
    ledgerDeps({
      database: app,
      bankId,
      clock,
      ids: systemIds(systemClock),
      rules: defaultCalendarRules('Europe/Berlin'),
    });
  const ledger = depsAt(systemClock);
  const core = createLedgerCoreBank(ledger);
  return {
    core,
    async open(owner, cents, product = 'Account') {
      accounts += 1;
      const iban = germanIban(accounts);
      const accountId = await openAccount(ledger, {
        kind: 'current',
        product,
        currencies: ['EUR'],
        owner,
        iban,
      });
      if (cents > 0n)
        await bookMovements(ledger, accountId, [
          { amount: { minor: cents, currency: 'EUR' }, details: { code: 'PMNT-RCDT-ESCT' } },
        ]);
      return { iban, accountId };
    },
    async balanceOf({ accountId }) {
      const [balance] = await core.balancesOf(accountId);
      if (balance === undefined) throw new Error(`account ${accountId} has no balance`);
      return { booked: balance.booked.minor, available: balance.available.minor };
    },
    async runDueAt(moment) {
      const { failures } = await runDue(depsAt(fakeClock(moment.toString())));
      if (failures.length > 0) throw failures[0];
    },
  };
}
