import { join } from 'node:path';
import { type NatsServer, startNats } from '../../server/src/platform/testing/nats-server.ts';
import { createInstance, type Instance } from '../harness/instance.ts';
import { type PostgresServer, startPostgres } from '../harness/postgres-server.ts';
import { freePort, isReady, type Program, startProgram, until } from '../harness/processes.ts';
import { type Figure, table } from '../harness/report.ts';
import type { Scale } from '../harness/scale.ts';
import { startTraffic } from '../harness/steady-traffic.ts';
import { type StreamVerdict, verifyStream } from './event-stream.ts';
import {
  createEffectTable,
  type EffectVerdict,
  isWorkDone,
  publishedIds,
  verifyEffects,
} from './work-effects.ts';
import { isAlive, startWorkerProgram, streamName } from './worker-program.ts';

const awaySeconds: Readonly<Record<Scale, number>> = { ci: 10, night: 60, full: 600 };
const databaseAwaySeconds: Readonly<Record<Scale, number>> = { ci: 3, night: 30, full: 120 };
/** Number of stops of PostgreSQL; repeated stops may show leaks. */
const databaseStops: Readonly<Record<Scale, number>> = { ci: 2, night: 5, full: 10 };
const recoveryGoalSeconds = 15;
/** Limit for the checks, where another run shares the machine. */
const recoveryGuardSeconds = 60;
/** Duration of the requests after the database is back. */
const trafficAfterSeconds = 1;
/** Duration of a handler, so that some event is always in progress at a stop. */
const workMs = 20;

interface OutageHarness {
  readonly instance: Instance;
  readonly postgres: PostgresServer;
  readonly nats: NatsServer;
  readonly api: Program;
  readonly apiPort: number;
  readonly worker: Program;
}

interface DatabaseOutage {
  readonly noticedSeconds: number;
  readonly isAliveMeanwhile: boolean;
  readonly readySeconds: number;
  readonly workSeconds: number;
  /** Responses during the outage other than 201 and 503. */
  readonly odd: number;
}

/** Stops the broker, then the database; both start again, and no process is restarted. */
export async function tortureOutages(scale: Scale): Promise<readonly Figure[]> {
  await using postgres = await startPostgres({ shared_buffers: '64MB' });
  await using nats = await startNats();
  await using instance = await createInstance({
    server: postgres.url,
    env: {
      PORTICO_NATS_SERVERS: nats.url,
      PORTICO_NATS_STREAM: streamName,
      // Its key events have no handler here.
      PORTICO_OAUTH_SERVER: 'off',
    },
  });
  await createEffectTable(instance.database);
  const apiPort = await freePort();
  const api = startProgram({
    args: ['server/src/main.ts', 'api'],
    env: {
      ...instance.env,
      PORTICO_HTTP_LISTEN: `127.0.0.1:${apiPort}`,
      PORTICO_LOG_LEVEL: 'warn',
    },
    logFile: join(instance.folder, 'api.log'),
  });
  await until(() => isReady(apiPort), 'api');
  const worker = await startWorkerProgram(instance, { TORTURE_WORK_MS: String(workMs) });
  const harness: OutageHarness = { instance, postgres, nats, api, apiPort, worker };
  try {
    const broker = await stopBroker(harness, awaySeconds[scale]);
    const stops: DatabaseOutage[] = [];
    for (let nth = 0; nth < databaseStops[scale]; nth += 1)
      stops.push(await stopDatabase(harness, databaseAwaySeconds[scale]));
    const effects = await verifyEffects(instance.database);
    const stream = await verifyStream(nats.url, streamName, await publishedIds(instance.database));
    const restarted = [api, worker].filter(
      ({ child }) => child.exitCode !== null || child.signalCode !== null,
    );
    return figures({ broker, stops, effects, stream, ended: restarted.length });
  } finally {
    for (const program of [api, worker]) program.kill('SIGKILL');
    await Promise.all([api.ended, worker.ended]);
  }
}

function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
}

async function secondsUntil(isSo: () => Promise<boolean>, what: string): Promise<number> {
  const startedAt = performance.now();
  await until(isSo, what, 60_000);
  return (performance.now() - startedAt) / 1_000;
}

interface BrokerOutage {
  readonly requests: number;
  readonly failed: number;
  readonly catchUpSeconds: number;
}

async function stopBroker(harness: OutageHarness, seconds: number): Promise<BrokerOutage> {
  console.error(`broker away for ${seconds} s`);
  const traffic = startTraffic(harness, 'broker');
  await wait(0.5);
  await harness.nats.stop();
  await wait(seconds);
  await harness.nats.start();
  const done = secondsUntil(() => isWorkDone(harness.instance.database), 'broker caught up');
  await traffic.stop();
  const requests = [...traffic.statuses.values()].reduce((sum, count) => sum + count, 0);
  return {
    requests,
    failed: requests - (traffic.statuses.get(201) ?? 0),
    catchUpSeconds: await done,
  };
}

async function stopDatabase(harness: OutageHarness, seconds: number): Promise<DatabaseOutage> {
  console.error(`database away for ${seconds} s`);
  const { apiPort, instance, postgres } = harness;
  const traffic = startTraffic(harness, `database-${await publishedCount(harness)}`);
  await wait(0.5);
  await postgres.stop();
  const noticedSeconds = await secondsUntil(async () => !(await isReady(apiPort)), 'readiness 503');
  await wait(seconds - noticedSeconds);
  const isAliveMeanwhile = await isAlive(apiPort);
  await postgres.start();
  const startedAt = performance.now();
  const readySeconds = await secondsUntil(() => isReady(apiPort), 'readiness 200');
  await wait(trafficAfterSeconds);
  await traffic.stop();
  await until(() => isWorkDone(instance.database), 'work goes on', 60_000);
  const odd = [...traffic.statuses].reduce(
    (sum, [status, count]) => sum + (status === 201 || status === 503 ? 0 : count),
    0,
  );
  return {
    noticedSeconds,
    isAliveMeanwhile,
    readySeconds,
    workSeconds: (performance.now() - startedAt) / 1_000,
    odd,
  };
}

async function publishedCount({ instance }: OutageHarness): Promise<number> {
  return (await publishedIds(instance.database)).length;
}

function figures(found: {
  readonly broker: BrokerOutage;
  readonly stops: readonly DatabaseOutage[];
  readonly effects: EffectVerdict;
  readonly stream: StreamVerdict;
  readonly ended: number;
}): readonly Figure[] {
  const { broker, stops, effects, stream, ended } = found;
  const readySeconds = Math.max(...stops.map((stop) => stop.readySeconds));
  const workSeconds = Math.max(...stops.map((stop) => stop.workSeconds));
  const isOnce = effects.missing === 0 && effects.twice === 0 && effects.outOfOrder === 0;
  const isStreamed = stream.missing === 0 && stream.twice === 0 && stream.outOfOrder === 0;
  console.log(
    `\n${table(
      ['database away', 'noticed s', 'ready again s', 'all work done s', 'odd answers'],
      stops.map((stop, nth) => [
        `stop ${nth + 1}`,
        stop.noticedSeconds.toFixed(1),
        stop.readySeconds.toFixed(1),
        stop.workSeconds.toFixed(1),
        stop.odd,
      ]),
    )}\n`,
  );
  return [
    {
      name: 'requests failed while the broker was away',
      figure: `${broker.failed} of ${broker.requests}`,
      goal: '0',
      isReached: broker.failed === 0 && broker.requests > 0,
    },
    {
      name: 'broker back: caught up after',
      figure: `${broker.catchUpSeconds.toFixed(1)} s`,
      goal: `≤ ${recoveryGoalSeconds} s`,
      isReached: broker.catchUpSeconds <= recoveryGoalSeconds,
      holdsGuard: broker.catchUpSeconds <= recoveryGuardSeconds,
    },
    {
      name: 'database away: readiness 503, liveness 200',
      figure: stops.every((stop) => stop.isAliveMeanwhile) ? 'yes' : 'no',
      goal: 'yes',
      isReached: stops.every((stop) => stop.isAliveMeanwhile),
    },
    {
      name: 'database away: responses other than 201 and 503',
      figure: String(stops.reduce((sum, stop) => sum + stop.odd, 0)),
      goal: '0',
      isReached: stops.every((stop) => stop.odd === 0),
    },
    {
      name: 'database back: ready after, all work done after',
      figure: `${readySeconds.toFixed(1)} s, ${workSeconds.toFixed(1)} s`,
      goal: `≤ ${recoveryGoalSeconds} s`,
      isReached: Math.max(readySeconds, workSeconds) <= recoveryGoalSeconds,
      holdsGuard: Math.max(readySeconds, workSeconds) <= recoveryGuardSeconds,
    },
    {
      name: 'processes that ended during outages',
      figure: String(ended),
      goal: '0',
      isReached: ended === 0,
    },
    {
      name: 'effects and stream after all outages',
      figure: `${effects.events} events, ${effects.missing + stream.missing} missing, ${effects.twice + stream.twice} twice, ${effects.outOfOrder + stream.outOfOrder} out of order`,
      goal: '0, 0, 0',
      isReached: isOnce && isStreamed && effects.deadLetters === 0,
    },
  ];
}
