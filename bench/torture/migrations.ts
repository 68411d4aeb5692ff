import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { createTestAuthority } from '../../server/src/platform/testing/certificates.ts';
import { type ApiProcess, apiProcess } from '../harness/api-process.ts';
import { createInstance, type Instance } from '../harness/instance.ts';
import { sampleLockWaits, waitsForMigration } from '../harness/lock-waits.ts';
import { freePort } from '../harness/processes.ts';
import type { Figure } from '../harness/report.ts';
import { randomFrom, type Scale, type TortureOptions } from '../harness/scale.ts';
import { type EarlierRelease, earlierRelease } from './migration-base.ts';
import { type MigratorRun, runMigrator } from './migration-process.ts';
import { fillLargeTables } from './migration-rows.ts';
import { startMigrationTraffic } from './migration-traffic.ts';
import { damageFigure, figuresOf, type Observed, showObserved } from './migration-verdict.ts';

/** Number of the newest migration of the last release; `BASE` sets another one. */
const releasedMigration = '0040';

interface Size {
  readonly rows: number;
  /** Seconds of traffic before the migration, for comparison, and after it. */
  readonly aroundSeconds: number;
  readonly kills: number;
  /** Longest time from the connection of a migrator until it is killed. */
  readonly killWithinMs: number;
  /** Seconds for which a report holds its locks from the start of the first migrator on. */
  readonly reportSeconds: number;
}

const sizes: Readonly<Record<Scale, Size>> = {
  ci: { rows: 20_000, aroundSeconds: 2, kills: 1, killWithinMs: 300, reportSeconds: 1 },
  night: { rows: 1_000_000, aroundSeconds: 20, kills: 3, killWithinMs: 2_000, reportSeconds: 10 },
  full: { rows: 10_000_000, aroundSeconds: 30, kills: 5, killWithinMs: 5_000, reportSeconds: 20 },
};
const apis = 2;
/** Tables that the report reads; a migration that changes them has to wait for its end. */
const reported = ['correspondence.communication', 'identity.login_event', 'platform.audit_entry'] as const;

/**
 * Applies the migrations since the last release to a filled database, while processes of that release serve requests.
 * Migrators are killed, and a report holds locks. Then a process of this release must start.
 */
export async function tortureMigrations({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  await using release = await earlierRelease(process.env['BASE'] ?? releasedMigration);
  if (release.later.length === 0) throw new Error('no migration follows the base; set BASE=NNNN');
  console.error(`${release.later.length} migrations after ${release.commit}`);
  await using instance = await createInstance({ banks: ['01'], migrations: release.migrations });
  const filled = await fillLargeTables(instance.database, sizes[scale].rows);
  const observed = await migrateUnderLoad(instance, release, {
    size: sizes[scale],
    random: randomFrom(seed),
  });
  showObserved(observed);
  await startThis(instance);
  return [
    ...figuresOf(observed, { filled, migrations: release.later.length }),
    await damageFigure(instance.database, filled),
  ];
}

async function migrateUnderLoad(
  instance: Instance,
  release: EarlierRelease,
  { random, size }: { readonly size: Size; readonly random: () => number },
): Promise<Observed> {
  await using running = await startEarlier(instance, release);
  const traffic = await startMigrationTraffic({ instance, ...running });
  traffic.beginPhase('before');
  await setTimeout(size.aroundSeconds * 1_000);
  traffic.beginPhase('migrating');
  let [longestLockWaitMs, isOver] = [0, false];
  const sampling = sampleLockWaits(instance.database, {
    condition: waitsForMigration,
    isOver: () => isOver,
    onSample: (waitedMs) => {
      longestLockWaitMs = Math.max(longestLockWaitMs, waitedMs);
    },
  });
  try {
    const report = holdReport(instance, size.reportSeconds);
    const runs: MigratorRun[] = [];
    for (let nth = 0; nth < size.kills; nth += 1)
      runs.push(await runMigrator(instance, random() * size.killWithinMs));
    runs.push(await runMigrator(instance));
    await report;
    traffic.beginPhase('afterwards');
    await setTimeout(size.aroundSeconds * 1_000);
    const exits = running.processes.filter(({ isRunning }) => !isRunning()).length;
    return { phases: await traffic.stop(), runs, longestLockWaitMs, exits };
  } finally {
    isOver = true;
    await sampling;
  }
}

interface Earlier extends AsyncDisposable {
  readonly processes: readonly ApiProcess[];
  readonly ports: readonly number[];
  readonly proxyPort: number;
}

/** Starts two apis and a worker of the earlier release. */
async function startEarlier(instance: Instance, { main }: EarlierRelease): Promise<Earlier> {
  using authority = await createTestAuthority();
  const proxyPort = await freePort();
  const start = async (
    command: 'api' | 'worker',
    more: Readonly<Record<string, string>>,
  ): Promise<ApiProcess> => {
    const process = apiProcess({
      args: [main, command],
      port: await freePort(),
      listenSetting: command === 'api' ? 'PORTICO_HTTP_LISTEN' : 'PORTICO_WORKER_LISTEN',
      logFile: join(instance.folder, 'earlier.log'),
      env: { ...instance.env, PORTICO_LOG_LEVEL: 'warn', ...more },
    });
    await process.start();
    return process;
  };
  const listener = {
    PORTICO_PROXY_LISTEN: `127.0.0.1:${proxyPort}`,
    PORTICO_TLS_CLIENT_AUTHORITIES: authority.caPem,
  };
  const processes = await Promise.all([
    ...Array.from({ length: apis }, (_, nth) => start('api', nth === 0 ? listener : {})),
    start('worker', {}),
  ]);
  return {
    processes,
    ports: processes.slice(0, apis).map(({ port }) => port),
    proxyPort,
    async [Symbol.asyncDispose]() {
      await Promise.all(processes.map((one) => one.kill()));
    },
  };
}

/** Reads large tables in one transaction, which stays open. */
async function holdReport({ database }: Instance, seconds: number): Promise<void> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query('begin isolation level repeatable read');
  for (const name of reported) await client.query(`select from ${name} limit 1`);
  await setTimeout(seconds * 1_000);
  await client.query('commit');
  await client.end();
}

/** Starts an api of this release, which checks the history of migrations. */
async function startThis(instance: Instance): Promise<void> {
  const logFile = join(instance.folder, 'api.log');
  const api = apiProcess({ port: await freePort(), env: instance.env, logFile });
  await api.start();
  await api.kill();
}
