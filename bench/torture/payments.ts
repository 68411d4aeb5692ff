import { createPaymentBank, type Payer, type PaymentBank } from '../harness/payment-bank.ts';
import { type PostgresServer, startPostgres } from '../harness/postgres-server.ts';
import type { Figure } from '../harness/report.ts';
import type { TortureOptions } from '../harness/scale.ts';
import { cutWhilePaying } from './payment-cuts.ts';
import { killWhilePaying } from './payment-kills.ts';
import { emptyTally, type PaymentTally } from './payment-orders.ts';

const payersCount = 24;
const centsPerPayer = 100_000_000n;

/** A bank whose processes are not started, and the responses that third parties got so far. */
export interface PaymentsHarness extends TortureOptions {
  readonly postgres: PostgresServer;
  readonly bank: PaymentBank;
  readonly payers: readonly Payer[];
  readonly tally: PaymentTally;
}

const scenarios: Readonly<Record<string, (harness: PaymentsHarness) => Promise<readonly Figure[]>>> = {
  kills: killWhilePaying,
  cuts: cutWhilePaying,
};

/** Attacks payments while third parties initiate and customers approve them: all scenarios, or the named ones. */
export async function torturePayments(options: TortureOptions): Promise<readonly Figure[]> {
  const names = process.argv.slice(3);
  if (names.some((name) => scenarios[name] === undefined))
    throw new Error(`usage: npm run torture -- payments [${Object.keys(scenarios).join(' | ')}]`);
  await using postgres = await startPostgres();
  await using bank = await createPaymentBank({ server: postgres.url });
  const payers = await bank.payers(payersCount, centsPerPayer);
  // One bank for all: a payment of an earlier scenario must not change in a later one either.
  const tally = emptyTally();
  const figures: Figure[] = [];
  for (const [name, scenario] of Object.entries(scenarios)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.error(`payments: ${name}`);
    figures.push(...(await scenario({ ...options, postgres, bank, payers, tally })));
  }
  return figures;
}
