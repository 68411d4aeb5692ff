import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInstance, type Instance } from '../harness/instance.ts';
import { type Program, startProgram, until } from '../harness/processes.ts';
import { type Figure, table } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { insertSealedParties } from '../harness/sealed-parties.ts';
import { startSignInApi } from '../harness/sign-in-api.ts';
import { insertPeople, keysOf, type Person, peopleBank } from '../harness/sign-in-people.ts';
import { startKeyTraffic, type Traffic } from './runbook-master-keys-traffic.ts';
import { compareRecords, oldKeyIds, type RecordVerdict, rowsUnder } from './runbook-master-keys-verdict.ts';

interface Size {
  readonly people: number;
  /** Slow enough that a kill interrupts the command. */
  readonly rowsPerSecond: number;
}

const sizes: Readonly<Record<Scale, Size>> = {
  ci: { people: 300, rowsPerSecond: 60 },
  night: { people: 10_000, rowsPerSecond: 1_000 },
  full: { people: 100_000, rowsPerSecond: 2_000 },
};
const kills = 2;
/** Three polling intervals of the api for keys. */
const announceSeconds = 9;
const afterwardsMs = 5_000;
const timeoutMs = 3_600_000;

/** Follows the runbook for a stolen master key on a filled database under load: reseal, reindex, retire. */
export async function tortureMasterKeys({ scale }: TortureOptions): Promise<readonly Figure[]> {
  const size = sizes[scale];
  const [stolen, fresh] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  await using instance = await createInstance({
    banks: [peopleBank],
    env: {
      PORTICO_MASTER_KEYS: stolen,
      PORTICO_OAUTH_SERVER: 'off',
    },
  });
  console.error(`master-keys: filling ${size.people} users and parties`);
  const people = await insertPeople(instance, { count: size.people, prefix: 'keys' });
  await insertSealedParties(instance.database, keysOf(instance), size.people);
  const run = { instance, people, size };
  return figuresOf(await retire(run, { stolen, fresh }), size);
}

interface Run {
  readonly instance: Instance;
  readonly people: readonly Person[];
  readonly size: Size;
}

interface Outcome {
  readonly signIns: number;
  readonly failedSignIns: number;
  readonly reads: number;
  readonly failedReads: number;
  readonly failures: readonly string[];
  readonly killed: number;
  readonly seconds: Readonly<Record<string, number>>;
  readonly statusCodes: readonly (number | string | null)[];
  readonly rowsUnderOldKeys: number;
  readonly records: RecordVerdict;
  readonly refusedStart: boolean;
}

async function retire(
  { instance, people, size }: Run,
  { fresh, stolen }: { readonly stolen: string; readonly fresh: string },
): Promise<Outcome> {
  const withKeys = (masterKeys: string): Instance => ({
    ...instance,
    env: { ...instance.env, PORTICO_MASTER_KEYS: masterKeys },
  });
  const first = await startSignInApi(instance);
  const traffic = await startKeyTraffic(instance, people, first.port);
  // Step 1: the new key first, in all processes.
  const both = withKeys(`${fresh},${stolen}`);
  const second = await startSignInApi(both);
  await switchTo(traffic, first, second.port);
  const before = await oldKeyIds(instance.database);
  const statusBefore = await keysCommand(both, ['status']).ended;
  // Steps 2 and 3.
  const resealed = await runKilled(both, 'reseal', size);
  const reindexed = await runKilled(both, 'reindex', size);
  const statusAfter = await keysCommand(both, ['status']).ended;
  // Step 4: remove the stolen key.
  const only = withKeys(fresh);
  const third = await startSignInApi(only);
  await switchTo(traffic, second, third.port);
  await new Promise((resolve) => setTimeout(resolve, afterwardsMs));
  const tally = await traffic.stop();
  await third[Symbol.asyncDispose]();
  const startWithStolen = await keysCommand(instance, ['status']).ended;
  return {
    ...tally,
    killed: resealed.killed + reindexed.killed,
    seconds: { reseal: resealed.seconds, reindex: reindexed.seconds },
    statusCodes: [statusBefore, statusAfter],
    rowsUnderOldKeys: await rowsUnder(instance.database, before),
    records: await compareRecords(only, people),
    refusedStart: startWithStolen === 1,
  };
}

/** Sends new requests to the next process; those in progress finish at the old one. */
async function switchTo(traffic: Traffic, old: AsyncDisposable, port: number): Promise<void> {
  await traffic.moveTo(port);
  await old[Symbol.asyncDispose]();
}

function keysCommand(instance: Instance, words: readonly string[]): Program {
  return startProgram({
    args: ['server/src/main.ts', 'keys', ...words, '--bank', peopleBank],
    env: instance.env,
    logFile: join(instance.folder, 'keys.log'),
  });
}

/** Starts the command, kills it twice during its work, and lets it finish. */
async function runKilled(
  instance: Instance,
  action: 'reseal' | 'reindex',
  { rowsPerSecond }: Size,
): Promise<{ readonly killed: number; readonly seconds: number }> {
  const begun = performance.now();
  const words = [
    action,
    '--announce-seconds',
    String(announceSeconds),
    '--rows-per-second',
    String(rowsPerSecond),
  ];
  let killed = 0;
  for (let nth = 1; nth <= kills; nth += 1) {
    const command = keysCommand(instance, words);
    const wanted = nth / (kills + 1);
    const isFar = async (): Promise<boolean> => (await shareDone(instance, action)) >= wanted;
    const winner = await Promise.race([
      until(isFar, `${action} ${Math.round(wanted * 100)} %`, timeoutMs).then(() => 'far' as const),
      command.ended,
    ]);
    if (winner !== 'far') await explain(instance, `${action} ended by itself: ${winner}`);
    command.kill('SIGKILL');
    if ((await command.ended) === 'SIGKILL') killed += 1;
  }
  const code = await keysCommand(instance, words).ended;
  if (code !== 0) await explain(instance, `${action} ended with ${code}`);
  return { killed, seconds: (performance.now() - begun) / 1_000 };
}

async function explain(instance: Instance, what: string): Promise<never> {
  const log = await readFile(join(instance.folder, 'keys.log'), 'utf8').catch(() => '');
  throw new Error(`${what}\n${log.slice(-3_000)}`);
}

/** Returns the progress that the command has recorded; it processes the larger tables one after the other. */
async function shareDone({ database }: Instance, action: string): Promise<number> {
  const [row] = await database.query<{ done: string | null }>(
    `select sum(rows_done)::float8 / $2 as done from platform.key_walk where action = $1`,
    [action, await rowsToWalk(database, action)],
  );
  return Number(row?.done ?? 0);
}

async function rowsToWalk(database: Instance['database'], action: string): Promise<number> {
  const tables = ['identity.user_account', action === 'reseal' ? 'party.party_key' : 'party.party'];
  const counts = await Promise.all(
    tables.map((name) => database.query<{ count: string }>(`select count(*) from ${name}`)),
  );
  return counts.reduce((sum, [row]) => sum + Number(row?.count ?? 0), 0);
}

function figuresOf(outcome: Outcome, { people }: Size): readonly Figure[] {
  const { failedReads, failedSignIns, failures, killed, reads, records, rowsUnderOldKeys, seconds } = outcome;
  const { signIns, statusCodes } = outcome;
  console.log(
    `\n${table(
      [
        'master key retired',
        'users and parties',
        'reseal s',
        'reindex s',
        'killed',
        'sign-ins',
        'failed',
        'reads',
        'failed',
      ],
      [
        [
          'while the api serves',
          people,
          Math.round(seconds['reseal'] ?? 0),
          Math.round(seconds['reindex'] ?? 0),
          killed,
          signIns,
          failedSignIns,
          reads,
          failedReads,
        ],
      ],
    )}\n`,
  );
  for (const failure of failures.slice(0, 5)) console.log(failure);
  const zero = (name: string, count: number, of: string): Figure => ({
    name: `master key, ${name}`,
    figure: `${count} of ${of}`,
    goal: '0',
    isReached: count === 0,
  });
  return [
    zero('failed sign-ins', failedSignIns, `${signIns} during the change of keys`),
    zero('failed reads and searches of parties', failedReads, `${reads} during the change of keys`),
    zero('records unreadable, or indexed under an old key', records.unreadable, `${records.seen}`),
    zero(
      'lookups by e-mail or phone that find another party or none',
      records.notFound,
      `${records.lookedUp}`,
    ),
    zero('rows encrypted with old keys', rowsUnderOldKeys, `${people} users and parties`),
    {
      name: 'master key, commands killed in the middle and resumed',
      figure: String(killed),
      goal: `${kills * 2}`,
      isReached: killed === kills * 2,
    },
    {
      name: 'master key, keys status before and after; start with the stolen key alone',
      figure: `${statusCodes.join(' and ')}; ${outcome.refusedStart ? 'refused' : 'started'}`,
      goal: '1 and 0; refused',
      isReached: statusCodes[0] === 1 && statusCodes[1] === 0 && outcome.refusedStart,
    },
  ];
}
