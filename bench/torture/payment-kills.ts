import { setTimeout as wait } from 'node:timers/promises';
import { type Chance, chanceFrom } from '../harness/chance.ts';
import { killPostgres } from '../harness/kill-postgres.ts';
import type { PaymentBank } from '../harness/payment-bank.ts';
import type { PostgresServer } from '../harness/postgres-server.ts';
import { type Figure, progress } from '../harness/report.ts';
import type { Scale } from '../harness/scale.ts';
import { keepPaying } from './payment-orders.ts';
import { judgePayments } from './payment-verdict.ts';
import type { PaymentsHarness } from './payments.ts';

/** Kills of the api, of the worker and of PostgreSQL, in turn. */
const killsWanted: Readonly<Record<Scale, number>> = { ci: 3, night: 30, full: 60 };
const pauseMinMs = 300;
const pauseMaxMs = 1_200;
const restartMaxMs = 100;

/**
 * Kills the api, the worker and PostgreSQL in turn while third parties initiate and customers approve. Every request that
 * fails is repeated under its id. Afterwards every acknowledged payment is executed once, and no other one.
 */
export async function killWhilePaying(harness: PaymentsHarness): Promise<readonly Figure[]> {
  const { bank, payers, postgres, scale, seed, tally } = harness;
  const kills = killsWanted[scale];
  await Promise.all([bank.api.start(), bank.worker.start()]);
  const chance = chanceFrom(seed);
  const load = keepPaying(bank, { payers, tally });
  const show = progress('kills', kills);
  for (let kill = 0; kill < kills; kill += 1) {
    await wait(chance.integer(pauseMinMs, pauseMaxMs));
    await killOne(kill, { bank, postgres, chance });
    show(kill + 1);
  }
  await wait(pauseMaxMs);
  await load.stop();
  const figures = await judgePayments(bank, { after: `${kills} kills`, payers, tally });
  await Promise.all([bank.api.kill(), bank.worker.kill()]);
  return figures;
}

interface Victims {
  readonly bank: PaymentBank;
  readonly postgres: PostgresServer;
  readonly chance: Chance;
}

async function killOne(turn: number, { bank, chance, postgres }: Victims): Promise<void> {
  switch (turn % 3) {
    case 0:
      await bank.worker.kill();
      await wait(chance.integer(0, restartMaxMs));
      return bank.worker.start();
    case 1:
      await bank.api.kill();
      return bank.api.start();
    default:
      return killPostgres(postgres);
  }
}
