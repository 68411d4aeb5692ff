import type { Config } from '#platform/config/load-config.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { listSetAsideRows, retrySetAsideRow } from '#platform/work/set-aside.ts';
import type { Print } from './print.ts';

/** Runs `set-aside list` and `set-aside retry BANK JOB KEY`. */
export async function setAside(
  config: Config,
  action: string,
  print: Print,
  rest: readonly string[],
): Promise<number> {
  const url = config.databaseWorkerUrl?.reveal();
  if (url === undefined) {
    print('set-aside needs PORTICO_DATABASE_WORKER_URL.');
    return 2;
  }
  await using worker = openDatabase({ url, poolSize: 1, applicationName: 'portico-set-aside' });
  switch (action) {
    case 'list':
      return await list(worker, print);
    case 'retry':
      return await retry(worker, print, rest);
    default:
      print('set-aside list | retry BANK JOB KEY');
      return 2;
  }
}

async function list(worker: Database, print: Print): Promise<number> {
  const rows = await listSetAsideRows(worker);
  for (const { attempts, bankId, job, key, lastError, retryAt, since } of rows)
    print(
      `${since.toString()}  bank ${bankId}  ${job}  ${key}  ${attempts} attempts  ${lastError}  next ${retryAt.toString()}`,
    );
  print(
    rows.length === 0
      ? 'no row is set aside'
      : `${rows.length} set aside; next: set-aside retry BANK JOB KEY`,
  );
  return 0;
}

async function retry(
  worker: Database,
  print: Print,
  [bankId = '', job = '', key = '']: readonly string[],
): Promise<number> {
  const isThere = await retrySetAsideRow(worker, systemClock, { bankId, job, key });
  print(isThere ? 'the next run of this job retries it' : 'no such row is set aside');
  return isThere ? 0 : 1;
}
