import { join } from 'node:path';
import { type LogicalBackup, restoreDatabase } from '../harness/logical-backup.ts';
import { startProgram, until } from '../harness/processes.ts';
import type { PaymentRun } from './runbook-payments-run.ts';

/** Follows the runbook: stops the processes, restores, corrects, starts the worker and then the api. */
export async function restoreBackup(of: PaymentRun, backup: LogicalBackup): Promise<void> {
  const { bank, errors } = of;
  const { folder } = bank.instance;
  await waitUntilIdle(of);
  await bank.api.stop();
  await bank.worker.stop();
  await restoreDatabase(bank.instance, backup);
  // Without the core `restored apply` cannot know what was executed, says so and can be repeated.
  await of.core.stop();
  const applied = (): Promise<number | NodeJS.Signals | null> =>
    startProgram({
      args: ['server/src/main.ts', 'restored', 'apply', '--yes'],
      env: bank.env,
      logFile: join(folder, 'restored.log'),
    }).ended;
  if ((await applied()) !== 1) errors.push('restored apply did not need the core');
  await of.core.start();
  const code = await applied();
  if (code !== 0) errors.push(`restored apply ended with ${code}`);
  await bank.worker.start();
  await waitUntilIdle(of);
  await bank.api.start();
}

/** Waits until no event is to be relayed or processed; notices stay queued, because no templates are published. */
async function waitUntilIdle({ bank }: PaymentRun): Promise<void> {
  await until(async () => {
    const [row] = await bank.instance.database.query<{ open: number }>(
      `select (select count(*) from platform.outbox_event where relayed_at is null)::int
            + (select count(*) from platform.inbox_event
                where state = 'pending' and consumer not like '%-notices')::int as open`,
    );
    return row?.open === 0;
  }, 'the work to be done');
}
