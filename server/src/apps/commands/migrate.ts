import type { Config } from '#platform/config/load-config.ts';
import { applyMigrations, planMigrations } from '#platform/db/migrate.ts';
import { readMigrations } from '#platform/db/migration-files.ts';
import { installJobTables } from '#platform/work/job-tables.ts';
import type { Print } from './print.ts';

/** Runs `migrate plan`, which prints the missing SQL, `migrate status`, which counts it, and `migrate apply`. */
export async function migrate(config: Config, action: string, print: Print): Promise<number> {
  const ownerUrl = config.databaseOwnerUrl?.reveal();
  if (ownerUrl === undefined) {
    print('migrate needs PORTICO_DATABASE_OWNER_URL: a role that may create schemas and roles.');
    return 2;
  }
  switch (action) {
    case 'plan':
      return plan(ownerUrl, print);
    case 'status':
      return status(ownerUrl, print);
    case 'apply':
      return apply(ownerUrl, config, print);
    default:
      print('migrate plan | status | apply');
      return 2;
  }
}

async function plan(ownerUrl: string, print: Print): Promise<number> {
  const migrations = await readMigrations();
  const missing = await planMigrations(ownerUrl, migrations);
  for (const { name, sql } of missing) print(`-- ${name}\n${sql}`);
  print(`-- ${missing.length} of ${migrations.length} migrations are missing; run: migrate apply`);
  return 0;
}

async function status(ownerUrl: string, print: Print): Promise<number> {
  const missing = await planMigrations(ownerUrl, await readMigrations());
  print(missing.length === 0 ? 'up to date' : `${missing.length} missing; run: migrate apply`);
  return missing.length === 0 ? 0 : 1;
}

async function apply(ownerUrl: string, config: Config, print: Print): Promise<number> {
  const applied = await applyMigrations(ownerUrl, await readMigrations(), ({ name }) =>
    print(`applied ${name}`),
  );
  if (config.databaseWorkerUrl !== undefined) await installJobTables(config.databaseWorkerUrl.reveal());
  print(applied === 0 ? 'up to date' : `applied ${applied} migrations; next: api, worker or all`);
  return 0;
}
