import { setTimeout as wait } from 'node:timers/promises';
import { bulkStatusOf, initiateBulk, jsonBulk } from '../harness/bulk-orders.ts';
import { chanceFrom } from '../harness/chance.ts';
import type { Payer, PaymentBank } from '../harness/payment-bank.ts';
import { until } from '../harness/processes.ts';
import type { Figure } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';

const entries: Readonly<Record<Scale, number>> = { ci: 2_000, night: 10_000, full: 10_000 };
const kills: Readonly<Record<Scale, number>> = { ci: 2, night: 8, full: 20 };
const pauseMaxMs = 1_000;
const lastStatementMs = 300;
const verifiedWithinMs = 600_000;

/**
 * Kills the worker with SIGKILL while it verifies the payees of a bulk. Afterwards each chunk has one result, the bulk
 * waits for its confirmation, and nothing is left in the queue. Ends without a worker.
 */
export async function killWhileVerifying(
  bank: PaymentBank,
  payer: Payer,
  { scale, seed }: Pick<TortureOptions, 'scale' | 'seed'>,
): Promise<readonly Figure[]> {
  const chance = chanceFrom(seed);
  const { database } = bank.instance;
  const count = entries[scale];
  // The account is not that of the name in these orders.
  const path = await initiateBulk(bank, jsonBulk(payer, count), { 'Client-VOP-Requested': 'true' });
  const chunksOf = async (): Promise<number> => {
    const [row] = await database.query<{ chunks: number }>(
      'select count(*)::int as chunks from payments.bulk_check_chunk where payment_id = $1',
      [path.split('/').at(-1)],
    );
    return row?.chunks ?? 0;
  };
  let during = 0;
  await bank.worker.start();
  for (let kill = 0; kill < kills[scale]; kill += 1) {
    const before = await chunksOf();
    await (kill === 0
      ? until(async () => (await chunksOf()) > before, 'the next chunk', verifiedWithinMs)
      : wait(chance.integer(0, pauseMaxMs)));
    await bank.worker.kill();
    if ((await chunksOf()) < count / 100) during += 1;
    await wait(lastStatementMs);
    // A run cannot wait for the lease of a worker that is gone.
    await database.query('update payments.bulk_check set due_at = now() where due_at > now()');
    await bank.worker.start();
  }
  await until(async () => (await bulkStatusOf(bank, path)) === 'RVCM', 'the results', verifiedWithinMs);
  await bank.worker.kill();
  const [row] = await database.query<{ waiting: number }>(
    'select count(*)::int as waiting from payments.bulk_check',
  );
  const figure = `${await chunksOf()}; ${row?.waiting}; ${during}`;
  return [
    {
      name: `chunks with results, and bulks in the queue, of a bulk of ${count} payees after ${kills[scale]} kills of the worker that verifies them; kills while payees were open`,
      figure,
      goal: `${count / 100}; 0; more than 0`,
      isReached: figure === `${count / 100}; 0; ${during}` && during > 0,
    },
  ];
}
