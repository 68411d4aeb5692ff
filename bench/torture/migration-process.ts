import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Instance } from '../harness/instance.ts';
import { type Program, startProgram, until } from '../harness/processes.ts';

export interface TimedMigration {
  readonly name: string;
  readonly seconds: number;
}

function startMigrator(instance: Instance): Program {
  return startProgram({
    args: ['server/src/main.ts', 'migrate', 'apply'],
    env: { ...instance.env, PORTICO_DATABASE_OWNER_URL: instance.database.ownerUrl },
    logFile: join(instance.folder, 'migrate.log'),
  });
}

async function isConnected({ database }: Instance): Promise<boolean> {
  const rows = await database.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'portico-migrate'`,
  );
  return rows.length > 0;
}

/** The run of a migrator. */
export interface MigratorRun {
  readonly applied: readonly TimedMigration[];
  readonly isKilled: boolean;
}

/** Starts the migrator of the product, and kills it this long after it connected, unless it has ended. */
export async function runMigrator(instance: Instance, killAfterMs?: number): Promise<MigratorRun> {
  const applied: TimedMigration[] = [];
  const program = startMigrator(instance);
  let since = performance.now();
  const read = (chunk: unknown): void => {
    for (const [, name = ''] of String(chunk).matchAll(/applied (\d{4}\S+)/g)) {
      const now = performance.now();
      applied.push({ name, seconds: (now - since) / 1_000 });
      since = now;
    }
  };
  for (const stream of [program.child.stdout, program.child.stderr]) stream?.on('data', read);
  const hasEnded = program.ended.then(() => true);
  await Promise.race([until(() => isConnected(instance), 'the migrator'), hasEnded]);
  since = performance.now();
  if (killAfterMs !== undefined) {
    await Promise.race([setTimeout(killAfterMs), hasEnded]);
    program.kill('SIGKILL');
  }
  const code = await program.ended;
  if (code !== 0 && code !== 'SIGKILL') {
    const log = await readFile(join(instance.folder, 'migrate.log'), 'utf8');
    throw new Error(`the migrator exited with ${code}: ${log.slice(-2_000)}`);
  }
  return { applied, isKilled: code === 'SIGKILL' };
}
