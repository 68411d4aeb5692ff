import { runMigrations } from 'graphile-worker';

/** Creates the job runner's own tables as the worker, so that the worker owns them. */
export async function installJobTables(workerUrl: string): Promise<void> {
  await runMigrations({ connectionString: workerUrl, noPreparedStatements: false });
}
