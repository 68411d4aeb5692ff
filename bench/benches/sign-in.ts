import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { median } from '../../server/src/platform/testing/median.ts';
import { outFolder } from '../harness/against-bare.ts';
import { barChart } from '../harness/chart.ts';
import { cpuSecondsOf, cpuSecondsOfFamily } from '../harness/cpu.ts';
import { createInstance } from '../harness/instance.ts';
import { noUpkeep, startPostgres } from '../harness/postgres-server.ts';
import { profilingArgs } from '../harness/profiling-args.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import { type SignInApi, startSignInApi } from '../harness/sign-in-api.ts';
import { createPageBrowser, keepAliveAgent } from '../harness/sign-in-browser.ts';
import { insertPeople, type Person } from '../harness/sign-in-people.ts';
import { signIn } from '../harness/sign-in-visit.ts';
import { floodFigures, floodPeople, floodPerSecond, floodSignIns } from './sign-in-flood.ts';

const run = promisify(execFile);
const rawProgram = new URL('./sign-in-raw.ts', import.meta.url).pathname;

/** More than the hasher processes in parallel, so that it is never idle. */
const browsers = 8;
const goal = 0.85;
/** Limit of the processor-time ratio; waiting for a processor depends on other processes. */
const guardOfCpu = 0.2;

/** Result of one side in one round. */
interface Round {
  readonly done: number;
  readonly seconds: number;
  readonly hasherCpuSeconds: number;
  readonly databaseCpuSeconds: number;
  /** Processor time of the browser simulation, which is not part of a sign-in. */
  readonly browserCpuSeconds: number;
}

/**
 * Measures sign-ins with username and password at the page of the bank, and bare password verification, which is most
 * of their cost. A sign-in is five requests: open the page, submit the username, open the next page, submit the
 * password, open the page of the second factor. All users have a TOTP token, so that no message is sent. The two
 * sides alternate, because the load of the machine varies. Then sends far more sign-ins than the product can serve,
 * at fixed times.
 */
export async function benchSignIn(isShort: boolean): Promise<readonly Figure[]> {
  const rounds = isShort ? 3 : 8;
  const seconds = isShort ? 3 : 5;
  const floodSeconds = isShort ? 8 : 30;
  await using postgres = await startPostgres(noUpkeep);
  await using instance = await createInstance({
    server: postgres.url,
    env: { PORTICO_DATABASE_CHECKSUMS: 'required', PORTICO_LOG_LEVEL: 'warn' },
  });
  const people = await insertPeople(instance, { count: 400, prefix: 'usual' });
  const crowd = await insertPeople(instance, { count: floodPerSecond * floodSeconds, prefix: 'crowd' });
  const nodeArgs = profilingArgs(outFolder);
  await using api = await startSignInApi(instance, { nodeArgs });
  const databasePid = await postgres.pid();
  const next = turnsOf(people);
  // Compiles the code before the measurement.
  await productRound(api, { next, databasePid, seconds: isShort ? 4 : 10 });
  const show = progress('sign-in', rounds);
  const raw: Round[] = [];
  const product: Round[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    raw.push(await rawRound(seconds));
    product.push(await productRound(api, { next, databasePid, seconds }));
    show(round);
  }
  await api.loopDelay();
  const flood = await floodSignIns(api, crowd, floodSeconds);
  const counted = await floodPeople(instance, crowd, flood);
  const capacity = median(product.map((one) => one.done / one.seconds));
  return [...(await compare(raw, product)), ...floodFigures(flood, { capacity, counted })];
}

/** Returns the users one after the other, repeatedly. */
function turnsOf(people: readonly Person[]): () => Person {
  let turn = 0;
  return () => {
    const person = people[turn % people.length];
    turn += 1;
    if (person === undefined) throw new Error('no users to sign in');
    return person;
  };
}

async function rawRound(seconds: number): Promise<Round> {
  const { stdout } = await run(process.execPath, [rawProgram, String(seconds)]);
  const { cpuSeconds, done, seconds: took } = JSON.parse(stdout);
  return { done, seconds: took, hasherCpuSeconds: cpuSeconds, databaseCpuSeconds: 0, browserCpuSeconds: 0 };
}

async function productRound(
  { pid, port }: SignInApi,
  turn: { readonly next: () => Person; readonly databasePid: number; readonly seconds: number },
): Promise<Round> {
  const { databasePid, next, seconds } = turn;
  const agent = keepAliveAgent();
  let done = 0;
  const databaseBefore = await cpuSecondsOfFamily(databasePid);
  const apiBefore = cpuSecondsOf(pid);
  const ownBefore = process.cpuUsage();
  const begun = performance.now();
  const endsAt = begun + seconds * 1_000;
  const drive = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const address = `10.${done % 200}.${Math.floor(done / 200) % 200}.${browsers}`;
      const browser = createPageBrowser({ port, agent, address });
      const { reached } = await signIn(browser, next());
      if (reached !== 'second-factor') throw new Error(`a sign-in ended with ${reached}`);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: browsers }, drive));
  const took = (performance.now() - begun) / 1_000;
  const { system, user } = process.cpuUsage(ownBefore);
  const hasherCpuSeconds = cpuSecondsOf(pid) - apiBefore;
  agent.destroy();
  return {
    done,
    seconds: took,
    hasherCpuSeconds,
    databaseCpuSeconds: (await cpuSecondsOfFamily(databasePid)) - databaseBefore,
    browserCpuSeconds: (user + system) / 1e6,
  };
}

const perSecond = ({ done, seconds }: Round): number => done / seconds;
const cpuMs = ({ done, hasherCpuSeconds, databaseCpuSeconds }: Round): number =>
  ((hasherCpuSeconds + databaseCpuSeconds) / done) * 1_000;

async function compare(raw: readonly Round[], product: readonly Round[]): Promise<readonly Figure[]> {
  const pairs = raw.map((one, round) => [one, product[round] ?? one] as const);
  const speeds = pairs.map(([one, other]) => perSecond(other) / perSecond(one));
  const costs = pairs.map(([one, other]) => cpuMs(one) / cpuMs(other));
  const each = (rounds: readonly Round[], part: (round: Round) => number): string =>
    median(rounds.map((round) => (part(round) / round.done) * 1_000)).toFixed(1);
  const row = (name: string, rounds: readonly Round[]): string[] => [
    name,
    median(rounds.map(perSecond)).toFixed(1),
    each(rounds, (round) => round.hasherCpuSeconds),
    each(rounds, (round) => round.databaseCpuSeconds),
    each(rounds, (round) => round.browserCpuSeconds),
  ];
  const rows = [row('bare (argon2id)', raw), row('sign-in (HTTP)', product)];
  console.log(table(['passwords', 'per second', 'process ms', 'database ms', 'browsers ms'], rows));
  console.log(
    `by round: throughput ${speeds.map((one) => one.toFixed(2)).join(' ')}; CPU ${costs.map((one) => one.toFixed(2)).join(' ')}`,
  );
  await draw(rows);
  const [speed, cost] = [median(speeds), median(costs)];
  return [
    {
      name: 'sign-in, throughput to bare argon2id',
      figure: `${speed.toFixed(2)} (CPU ${cost.toFixed(2)})`,
      goal: `≥ ${goal}`,
      isReached: speed >= goal,
      holdsGuard: cost >= guardOfCpu,
    },
  ];
}

async function draw(rows: readonly (readonly string[])[]): Promise<void> {
  await mkdir(outFolder, { recursive: true });
  const bars = rows.map(([name = '', , own, database]) => ({
    name: name.split(' ')[0] ?? '',
    parts: [
      { name: name.startsWith('bare') ? 'argon2id' : 'Portico', value: Number(own) },
      ...(Number(database) > 0 ? [{ name: 'PostgreSQL', value: Number(database) }] : []),
    ],
  }));
  const chart = barChart({ title: 'CPU per password, milliseconds', unit: 'ms', bars });
  await writeFile(new URL('bench-sign-in.svg', outFolder), chart);
  console.log('chart: out/bench-sign-in.svg');
}
