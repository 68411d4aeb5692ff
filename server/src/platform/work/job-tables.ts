import { runMigrations } from 'graphile-worker';

/** The job runner's own tables, made under the worker's name so that they belong to it. */
export async function installJobTables(workerUrl: string): Promise<void> {
  await runMigrations({ connectionString: workerUrl, noPreparedStatements: false });
}
