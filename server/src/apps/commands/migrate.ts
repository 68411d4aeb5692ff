import { applyMigrations, planMigrations } from '#platform/db/migrate.ts';
import { readMigrations } from '#platform/db/migration-files.ts';
import { installJobTables } from '#platform/work/job-tables.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/failure.ts';
import { settingOf, settingsOnly } from '../program/need.ts';

const settings = [['databaseOwnerUrl']] as const;

const plan = defineCommand({
  name: 'plan',
  summary: 'print the SQL of the missing migrations',
  examples: ['migrate plan'],
  needs: settingsOnly,
  settings,
  async run({ config, out }) {
    const migrations = await readMigrations();
    const missing = await planMigrations(settingOf(config, 'databaseOwnerUrl').reveal(), migrations);
    out.result({ total: migrations.length, missing: missing.map(({ name, sql }) => ({ name, sql })) }, [
      ...missing.map(({ name, sql }) => `-- ${name}\n${sql}`),
      missing.length === 0
        ? `-- up to date: all ${migrations.length} migrations are applied`
        : `-- ${missing.length} of ${migrations.length} migrations are missing; run: migrate apply`,
    ]);
  },
});

const status = defineCommand({
  name: 'status',
  summary: 'count the missing migrations; exit code 1 if there are any',
  examples: ['migrate status'],
  needs: settingsOnly,
  settings,
  async run({ config, out }) {
    const migrations = await readMigrations();
    const missing = await planMigrations(settingOf(config, 'databaseOwnerUrl').reveal(), migrations);
    out.result({ total: migrations.length, missing: missing.length }, [
      missing.length === 0 ? 'up to date' : `${missing.length} missing; run: migrate apply`,
    ]);
    return missing.length === 0 ? exitCodes.done : exitCodes.refused;
  },
});

const apply = defineCommand({
  name: 'apply',
  summary: 'apply the missing migrations, and install the job tables',
  examples: ['migrate apply'],
  needs: settingsOnly,
  settings,
  async run({ config, out }) {
    const applied = await applyMigrations(
      settingOf(config, 'databaseOwnerUrl').reveal(),
      await readMigrations(),
      ({ name }) => out.progress({ applied: name }, `applied ${name}`),
    );
    if (config.databaseWorkerUrl !== undefined) await installJobTables(config.databaseWorkerUrl.reveal());
    out.result({ applied }, [
      applied === 0 ? 'up to date' : `applied ${applied} migrations; next: api, worker or all`,
    ]);
  },
});

/** Commands that update the database schema. */
export const migrateCommands: CommandGroup = {
  name: 'migrate',
  summary: 'update the database schema',
  commands: [plan, status, apply],
};
