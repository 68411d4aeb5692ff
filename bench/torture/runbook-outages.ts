import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import { isReady, until } from '../harness/processes.ts';
import { type Figure, table } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { startTraffic, type Traffic } from '../harness/steady-traffic.ts';
import { readStream } from './event-stream.ts';
import {
  createOutageHarness,
  type OutageHarness,
  secondsUntil,
  wait,
  workerMetric,
} from './runbook-outage-harness.ts';
import { isWorkDone, publishedIds, verifyEffects } from './work-effects.ts';
import { isAlive, streamName } from './worker-program.ts';

const awaySeconds: Readonly<Record<Scale, number>> = { ci: 2, night: 30, full: 120 };
const recoveryGoalSeconds = 15;
/** Limit for the checks, where another run shares the machine. */
const recoveryGuardSeconds = 60;
/** Lead of the clock of the second api. */
const clockAheadMs = 8_000;
const unreadableUser = 'usr_unreadable';

/** Result of one outage. */
interface Outage {
  readonly name: string;
  readonly recoverySeconds: number;
  /** Responses other than success or, while the database is unreachable, 503. */
  readonly odd: number;
  readonly requests: number;
  /** Descriptions of other faults. */
  readonly faults: readonly string[];
}

type Scenario = (harness: OutageHarness, seconds: number) => Promise<Outage>;

const scenarios: readonly Scenario[] = [
  loseName,
  holdBackupLock,
  loseStream,
  corruptFirstBank,
  moveClockAhead,
  rewriteTrail,
];

/** Runs the outages of the runbooks with processes that are never restarted. */
export async function tortureOutageRunbooks({ scale }: TortureOptions): Promise<readonly Figure[]> {
  await using harness = await createOutageHarness();
  const outages: Outage[] = [];
  for (const scenario of scenarios) {
    const outage = await scenario(harness, awaySeconds[scale]);
    console.error(`${outage.name}: ${outage.recoverySeconds.toFixed(1)} s`);
    outages.push(outage);
  }
  await until(() => isWorkDone(harness.instance.database), 'all work done', 60_000);
  const effects = await verifyEffects(harness.instance.database);
  const ended = harness.programs.filter(({ child }) => child.exitCode !== null || child.signalCode !== null);
  return figuresOf(outages, {
    ended: ended.length,
    lost: effects.missing,
    events: effects.events,
    twice: effects.twice,
  });
}

/** The name of the database does not resolve, and every connection is cut. */
async function loseName(harness: OutageHarness, seconds: number): Promise<Outage> {
  const { apiPort, instance, workerPort } = harness;
  const traffic = startTraffic(harness, 'name');
  await wait(0.5);
  await harness.resolve('EAI_AGAIN');
  await instance.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'portico%' and pid <> pg_backend_pid()`,
  );
  await until(async () => !(await isReady(apiPort)), 'readiness 503', 30_000);
  await wait(seconds);
  const areAlive = (await isAlive(apiPort)) && (await isAlive(workerPort));
  await harness.resolve('127.0.0.1');
  const recoverySeconds = await secondsUntil(() => isReady(apiPort), 'readiness 200');
  const untilDone = await finish(harness, traffic);
  return {
    name: 'database name does not resolve',
    recoverySeconds: recoverySeconds + untilDone,
    ...evaluate(traffic, [201, 503]),
    faults: areAlive ? [] : ['a process was not alive'],
  };
}

/** A backup reads every table while commands continue. */
async function holdBackupLock(harness: OutageHarness, seconds: number): Promise<Outage> {
  const backup = new pg.Client({ connectionString: harness.instance.database.ownerUrl });
  await backup.connect();
  const traffic = startTraffic(harness, 'backup');
  try {
    await backup.query('begin');
    const { rows } = await backup.query<{ names: string }>(
      `select string_agg(format('%I.%I', schemaname, tablename), ', ') as names from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    await backup.query(`lock table ${rows[0]?.names ?? ''} in access share mode`);
    await wait(seconds);
  } finally {
    await backup.end();
  }
  const recoverySeconds = await finish(harness, traffic);
  return { name: 'backup keeps its locks', recoverySeconds, ...evaluate(traffic, [201]), faults: [] };
}

/** Deletes the stream, then publishes its unread events again, as the runbook says. */
async function loseStream(harness: OutageHarness, seconds: number): Promise<Outage> {
  const { database } = harness.instance;
  const traffic = startTraffic(harness, 'stream');
  await wait(seconds / 2);
  const sureSince = new Date().toISOString();
  const read = new Set((await readStream(harness.nats.url, streamName)).map(({ id }) => id));
  const connection = await connect({ servers: harness.nats.url });
  const { streams } = await jetstreamManager(connection);
  await streams.delete(streamName);
  const recoverySeconds = await secondsUntil(
    async () => (await streams.info(streamName)).state.messages > 0,
    'stream',
  );
  await connection.close();
  await wait(seconds / 2);
  await database.query('update platform.outbox_event set published_at = null where published_at >= $1', [
    sureSince,
  ]);
  await finish(harness, traffic);
  for (const { id } of await readStream(harness.nats.url, streamName)) read.add(id);
  const missing = (await publishedIds(database)).filter((id) => !read.has(id)).length;
  return {
    name: 'event stream deleted',
    recoverySeconds,
    ...evaluate(traffic, [201]),
    faults: missing === 0 ? [] : [`${missing} events in no stream`],
  };
}

/**
 * Makes a user of the first bank unreadable: scheduled work continues, and the row leaves the list after its repair.
 */
async function corruptFirstBank(harness: OutageHarness): Promise<Outage> {
  const { database } = harness.instance;
  const count = async (text: string): Promise<number> => (await database.query(text)).length;
  await database.query(
    `insert into identity.user_account (bank_id, user_id, username, kind, status, status_since, sealed_profile,
       row_version, created_at, modified_at)
     values ('01', $1, $1, 'customer', 'pending', now() - interval '30 days', '\\xbad0', 1, now() - interval '30 days', now())`,
    [unreadableUser],
  );
  for (const bankId of ['01', '02'])
    await database.query(
      `insert into identity.username_reservation (bank_id, username, user_id, reason, reserved_until, created_at)
       values ($1, 'overdue', 'u', 'changed', now() - interval '1 day', now())`,
      [bankId],
    );
  const run = (): Promise<unknown> => database.query(`select graphile_worker.add_job('clean-up-identity')`);
  await run();
  const recoverySeconds = await secondsUntil(
    async () =>
      (await count(`select from identity.username_reservation where username = 'overdue'`)) === 0 &&
      (await count('select from platform.set_aside_row')) > 0,
    'timed work of both banks',
  );
  await until(async () => (await workerMetric(harness, 'portico_set_aside_rows')) > 0, 'the metric', 10_000);
  await database.query('delete from identity.user_account where user_id = $1', [unreadableUser]);
  const code = await harness.command('set-aside', 'retry', '01', 'clean-up-identity/pending', unreadableUser);
  await run();
  await until(
    async () => (await workerMetric(harness, 'portico_set_aside_rows')) === 0,
    'no row set aside',
    30_000,
  );
  return {
    name: 'unreadable row in the first bank',
    recoverySeconds,
    odd: 0,
    requests: 0,
    faults: code === 0 ? [] : [`set-aside retry ended with ${code}`],
  };
}

/** Runs a second api with a clock that is ahead. */
async function moveClockAhead(harness: OutageHarness, seconds: number): Promise<Outage> {
  const second = await harness.startApi({ OUTAGE_CLOCK_AHEAD_MS: String(clockAheadMs) });
  const ahead = startTraffic({ instance: harness.instance, apiPort: second.port }, 'ahead');
  const usual = startTraffic(harness, 'beside');
  await wait(seconds);
  await ahead.stop();
  const recoverySeconds = await finish(harness, usual);
  second.program.kill('SIGTERM');
  const stopped = await second.program.ended;
  const verified = await harness.command('audit-verify');
  const [one, other] = [evaluate(ahead, [201]), evaluate(usual, [201])];
  return {
    name: `clock of one node ${clockAheadMs / 1_000} s ahead`,
    recoverySeconds,
    odd: one.odd + other.odd,
    requests: one.requests + other.requests,
    faults: [
      ...(stopped === 0 ? [] : [`the second api ended with ${stopped}`]),
      ...(verified === 0 ? [] : ['the audit trail is broken']),
    ],
  };
}

/** Rewrites the audit trail of a bank as the database owner: the sealer refuses until an operator accepts. */
async function rewriteTrail(harness: OutageHarness): Promise<Outage> {
  const { database } = harness.instance;
  const numbered = async (): Promise<number> =>
    (await database.query(`select from platform.audit_entry where bank_id = 'nl' and entry_no is not null`))
      .length;
  await until(async () => (await numbered()) > 0, 'a sealed trail', 30_000);
  for (const text of [
    'alter table platform.audit_entry disable trigger keep_audit_entry',
    `update platform.audit_entry set record = '{}' where bank_id = 'nl' and entry_no = 2`,
    `delete from platform.audit_entry where bank_id = 'nl' and entry_no = 1`,
    `delete from platform.audit_seal where bank_id = 'nl'`,
    `update platform.audit_entry set entry_no = null, hash = null where bank_id = 'nl'`,
    'alter table platform.audit_entry enable trigger keep_audit_entry',
  ])
    await database.query(text);
  await until(async () => (await workerMetric(harness, 'portico_audit_troubles')) === 1, 'the alarm', 30_000);
  const [sealed, verified] = [await numbered(), await harness.command('audit-verify')];
  const accepted = await harness.command(
    'audit-heads',
    'accept',
    'nl',
    '0',
    'the torture run did it',
    '--yes',
  );
  const recoverySeconds = await secondsUntil(async () => (await numbered()) > 0, 'sealing continues');
  return {
    name: 'audit trail rewritten: after it was accepted',
    recoverySeconds,
    odd: 0,
    requests: 0,
    faults: [
      ...(sealed === 0 ? [] : ['a rewritten trail was sealed']),
      ...(verified === 1 ? [] : ['audit-verify does not report it']),
      ...(accepted === 0 ? [] : ['audit-heads accept refused']),
    ],
  };
}

/** Stops the traffic and waits for the end of all follow-up work; returns the duration. */
async function finish({ instance }: OutageHarness, traffic: Traffic): Promise<number> {
  await traffic.stop();
  return secondsUntil(() => isWorkDone(instance.database), 'work done');
}

function evaluate(traffic: Traffic, good: readonly number[]): Pick<Outage, 'odd' | 'requests'> {
  let [odd, requests] = [0, 0];
  for (const [status, count] of traffic.statuses) {
    requests += count;
    if (!good.includes(status)) odd += count;
  }
  return { odd, requests };
}

interface Totals {
  readonly ended: number;
  readonly events: number;
  readonly lost: number;
  readonly twice: number;
}

function figuresOf(outages: readonly Outage[], { ended, events, lost, twice }: Totals): readonly Figure[] {
  console.log(
    `\n${table(
      ['outage', 'recovered s', 'requests', 'odd responses', 'faults'],
      outages.map(({ faults, name, odd, recoverySeconds, requests }) => [
        name,
        recoverySeconds.toFixed(1),
        requests,
        odd,
        faults.join('; ') || '-',
      ]),
    )}\n`,
  );
  const slowest = Math.max(...outages.map(({ recoverySeconds }) => recoverySeconds));
  const odd = outages.reduce((sum, outage) => sum + outage.odd, 0);
  const requests = outages.reduce((sum, outage) => sum + outage.requests, 0);
  const faults = outages.flatMap((outage) => outage.faults);
  return [
    { name: 'outages, processes that ended', figure: String(ended), goal: '0', isReached: ended === 0 },
    {
      name: 'outages, events lost or processed twice',
      figure: `${lost}, ${twice} of ${events}`,
      goal: '0, 0',
      isReached: lost + twice === 0 && events > 0,
    },
    {
      name: 'outages, responses other than expected',
      figure: `${odd} of ${requests}`,
      goal: '0',
      isReached: odd === 0 && requests > 0,
    },
    {
      name: 'outages, recovered without a restart after at most',
      figure: `${slowest.toFixed(1)} s`,
      goal: `≤ ${recoveryGoalSeconds} s`,
      isReached: slowest <= recoveryGoalSeconds,
      holdsGuard: slowest <= recoveryGuardSeconds,
    },
    {
      name: 'outages, other faults',
      figure: faults.length === 0 ? '0' : faults.join('; '),
      goal: '0',
      isReached: faults.length === 0,
    },
  ];
}
