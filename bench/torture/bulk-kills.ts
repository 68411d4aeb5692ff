import { setTimeout as wait } from 'node:timers/promises';
import { approveBulk, bulkStatusOf, initiateBulk, jsonBulk } from '../harness/bulk-orders.ts';
import { chanceFrom } from '../harness/chance.ts';
import { createPaymentBank, type Payer, type PaymentBank } from '../harness/payment-bank.ts';
import { startPostgres } from '../harness/postgres-server.ts';
import { until } from '../harness/processes.ts';
import { type Figure, progress } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { killWhileVerifying } from './bulk-check-kills.ts';
import { countLedgerErrors } from './ledger-verdict.ts';

const entries: Readonly<Record<Scale, number>> = { ci: 400, night: 4_000, full: 10_000 };
const kills: Readonly<Record<Scale, number>> = { ci: 3, night: 10, full: 20 };
const pauseMinMs = 200;
const pauseMaxMs = 1_500;
const lastStatementMs = 300;
const executedWithinMs = 1_800_000;
const centsPerPayer = 100_000_000_000n;

/**
 * Kills the worker with SIGKILL again and again while it verifies the payees of a bulk, and while it executes a bulk of
 * instant payments. Afterwards the core has
 * executed each payment exactly once, or never if its ten seconds were over before a worker was there again; the money has
 * moved once, and the bulk says so.
 */
export async function tortureBulk({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  await using postgres = await startPostgres();
  await using bank = await createPaymentBank({
    server: postgres.url,
    profile: { maxBulkEntries: 10_000 },
  });
  const [payer] = await bank.payers(1, centsPerPayer);
  if (payer === undefined) throw new Error('a customer expected');
  await bank.api.start();
  const checked = await killWhileVerifying(bank, payer, { scale, seed });
  const count = entries[scale];
  const path = await initiateBulk(bank, jsonBulk(payer, count));
  await approveBulk(bank, payer, path);
  const during = await killWorkers(bank, { count, kills: kills[scale], seed });
  const isOver = async (): Promise<boolean> => ['ACCC', 'PART'].includes(await bulkStatusOf(bank, path));
  await until(isOver, 'the end', executedWithinMs);
  return [...checked, ...(await judge(bank, payer, { count, kills: kills[scale], during }))];
}

/** Returns how many kills met a worker with open payments. */
async function killWorkers(
  bank: PaymentBank,
  { count, kills: wanted, seed }: { readonly count: number; readonly kills: number; readonly seed: number },
): Promise<number> {
  const chance = chanceFrom(seed);
  const show = progress('kills', wanted);
  let during = 0;
  await bank.worker.start();
  for (let kill = 0; kill < wanted; kill += 1) {
    // The first kill meets the first chunk, however fast the machine is.
    await (kill === 0 ? chunkStarted(bank) : wait(chance.integer(pauseMinMs, pauseMaxMs)));
    await bank.worker.kill();
    const open = await openEntries(bank, count);
    if (open > 0) during += 1;
    // A run cannot wait for the lease of a worker that is gone; its last statement may still be executed.
    await wait(lastStatementMs);
    await bank.instance.database.query(
      'update payments.bulk_payment set due_at = now() where due_at > now()',
    );
    await bank.worker.start();
    show(kill + 1, `${count - open} executed`);
  }
  return during;
}

/** Payments of a bulk. */
interface Executed {
  readonly settled: number;
  readonly instructions: number;
  readonly executed: number;
  readonly late: number;
}

/** A kill concerns one chunk at most. */
const lateMax = 100;

async function judge(
  bank: PaymentBank,
  payer: Payer,
  { count, during, kills: done }: { readonly count: number; readonly kills: number; readonly during: number },
): Promise<readonly Figure[]> {
  const { database } = bank.instance;
  const [row] = await database.query<Executed>(
    `select (select count(*) from ledger.instruction where state = 'settled')::int as settled,
            (select count(*) from ledger.instruction where state <> 'cancelled')::int as instructions,
            (select count(*) from payments.bulk_entry where status = 'ACCC')::int as executed,
            (select count(*) from payments.bulk_entry where status = 'RJCT' and reason = 'TM01')::int as late`,
  );
  const { executed = 0, instructions = 0, late = 0, settled = 0 } = row ?? {};
  const balances = await bank.core.balancesOf(payer.to.accountId);
  const cents = balances.reduce((sum, { booked }) => sum + booked.minor, 0n);
  const errors = await countLedgerErrors(database);
  const figure = `${settled}; ${instructions}; ${executed}; ${cents}; ${late}`;
  const onTime = count - late;
  const goal = `${onTime}; ${onTime}; ${onTime}; ${onTime * 100}; at most ${lateMax * done}`;
  return [
    {
      name: `settled instructions, all instructions, executed entries and cents of a bulk of ${count} payments after ${done} kills of the worker; payments whose time was over`,
      figure,
      goal,
      isReached:
        figure === `${onTime}; ${onTime}; ${onTime}; ${onTime * 100}; ${late}` && late <= lateMax * done,
    },
    {
      name: 'kills while payments were open; errors of the ledger',
      figure: `${during}; ${errors}`,
      goal: 'more than 0; 0',
      isReached: during > 0 && errors === 0,
    },
  ];
}

/** Waits until the worker has begun to submit transfers. */
function chunkStarted({ instance: { database } }: PaymentBank): Promise<void> {
  const isStarted = async (): Promise<boolean> =>
    (await database.query('select 1 from payments.bulk_entry limit 1')).length > 0;
  return until(isStarted, 'the first transfer');
}

async function openEntries({ instance }: PaymentBank, count: number): Promise<number> {
  const [row] = await instance.database.query<{ done: number }>(
    `select count(*)::int as done from payments.bulk_entry where status in ('ACCC', 'RJCT')`,
  );
  return count - (row?.done ?? 0);
}
