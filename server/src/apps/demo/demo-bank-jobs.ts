import { readBanks } from '#capabilities/configuration/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { CronJob } from '#platform/work/jobs.ts';
import type { Runtime } from '../runtime.ts';
import { demoLedger } from './demo-ledger.ts';
import { bringUpToDate } from './seed-demo-bank.ts';

/** The name of the job, for metrics. */
export const demoBankJob = 'demo-bank-day';

/** Every minute, so that a day is booked before the ledger closes it, some minutes after midnight. */
const everyMinute = '* * * * *';

/** Returns the job with which money moves in the demo bank from day to day; none where the setting names no bank. */
export async function demoBankJobs(
  { clock, config, ids }: Pick<Runtime, 'clock' | 'config' | 'ids'>,
  database: Database,
): Promise<readonly CronJob[]> {
  const { demoBank: bankId } = config;
  if (bankId === undefined) return [];
  const bank = (await readBanks(database, [bankId])).get(bankId);
  if (bank === undefined) return [];
  const ledger = demoLedger({ bankId, clock, database, ids }, bank);
  return [
    {
      name: demoBankJob,
      cron: everyMinute,
      async run() {
        await bringUpToDate(ledger);
      },
    },
  ];
}
