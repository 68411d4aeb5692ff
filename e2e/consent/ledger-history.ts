import type { LedgerAccount } from '../../bench/harness/ledger-accounts.ts';
import { ledgerDeps } from '../../server/src/adapters/ledger/ledger.ts';
import { bookMovements } from '../../server/src/adapters/ledger/receive-money.ts';
import { defaultCalendarRules } from '../../server/src/capabilities/core-banking/index.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { systemIds } from '../../server/src/platform/kernel/ids.ts';
import { bank as bankId } from '../harness/product.ts';
import type { PaymentBank } from '../payment/payment-bank.ts';

/** Days ago and cents: two months of salary, rent and purchases, with a few days below zero. */
const entries = [
  [58, 210_000n],
  [56, -95_000n],
  [49, -31_250n],
  [40, -62_000n],
  [35, -38_000n],
  [28, 210_000n],
  [26, -95_000n],
  [17, -44_900n],
  [9, -27_350n],
  [3, -12_500n],
] as const;

/** Books entries of the past on an account, so that a third party can draw its balance over time. */
export async function bookHistory({ product }: PaymentBank, { accountId }: LedgerAccount): Promise<void> {
  const now = systemClock.now();
  const ledger = ledgerDeps({
    database: product.instance.database.app,
    bankId,
    clock: systemClock,
    ids: systemIds(systemClock),
    rules: defaultCalendarRules('Europe/Berlin'),
  });
  const movements = entries.map(([daysAgo, minor]) => ({
    amount: { minor, currency: 'EUR' as const },
    at: now.subtract({ hours: daysAgo * 24 }),
    details: { code: minor > 0n ? 'PMNT-RCDT-ESCT' : 'PMNT-ICDT-ESCT' },
  }));
  await bookMovements(ledger, accountId, movements);
}
