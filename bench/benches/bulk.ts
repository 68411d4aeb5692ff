import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { approveBulk, bulkStatusOf, initiateBulk, jsonBulk, xmlBulk } from '../harness/bulk-orders.ts';
import { cpuSecondsOf, cpuSecondsOfFamily } from '../harness/cpu.ts';
import { createPaymentBank, type Payer, type PaymentBank } from '../harness/payment-bank.ts';
import { noUpkeep, type PostgresServer, startPostgres } from '../harness/postgres-server.ts';
import { until } from '../harness/processes.ts';
import { type Figure, table } from '../harness/report.ts';
import { openBareLedger } from './ledger.ts';

const largeEntries = 10_000;
const paidEntries = 1_000;
const centsPerPayer = 100_000_000_000n;
const goals = { stallMs: 50, rssMb: 200, cpuSeconds: 3 } as const;
/** A run of the checks shares the machine. */
const guards = { stallMs: 250, rssMb: 400, cpuSeconds: 12 } as const;
const executedWithinMs = 600_000;
const loopDelayModule = new URL('../harness/sign-in-loop-delay.ts', import.meta.url).href;

/**
 * Measures bulks through the whole product: what ten thousand payments in JSON and in pain.001 cost the api, and what it
 * costs to execute a thousand of them, from the release to the entry in the ledger.
 */
export async function benchBulk(isShort: boolean): Promise<readonly Figure[]> {
  await using postgres = await startPostgres(noUpkeep);
  const delayFile = join(await mkdtemp(join(tmpdir(), 'bulk-')), 'loop-delay.json');
  await using bank = await createPaymentBank({
    server: postgres.url,
    profile: { maxBulkEntries: largeEntries },
    env: { HARNESS_LOOP_DELAY_FILE: delayFile },
    nodeArgs: ['--import', loopDelayModule],
  });
  const [payer] = await bank.payers(1, centsPerPayer);
  if (payer === undefined) throw new Error('a customer expected');
  await bank.api.start();
  const databasePid = await postgres.pid();
  const context = { bank, payer, delayFile, databasePid };
  // Starts the threads and compiles the code.
  for (const body of [jsonBulk(payer, 200), xmlBulk(payer, 200)]) await initiateBulk(bank, body);
  const count = isShort ? 2_000 : largeEntries;
  const figures = [
    ...(await measureInitiation(context, 'JSON', jsonBulk(payer, count), count)),
    ...(await measureInitiation(context, 'pain.001', xmlBulk(payer, count), count)),
    ...(await measureExecution(context, isShort ? 200 : paidEntries, await bareTransfers(postgres, isShort))),
  ];
  await rm(dirname(delayFile), { force: true, recursive: true });
  return figures;
}

interface BulkBench {
  readonly bank: PaymentBank;
  readonly payer: Payer;
  readonly delayFile: string;
  readonly databasePid: number;
}

async function measureInitiation(
  { bank, delayFile }: BulkBench,
  format: string,
  body: string,
  count: number,
): Promise<readonly Figure[]> {
  const pid = bank.api.pid();
  await loopDelay(pid, delayFile);
  resetPeak(pid);
  const before = { cpu: cpuSecondsOf(pid), rss: memoryMb(pid, 'VmRSS') };
  const startedMs = performance.now();
  await initiateBulk(bank, body);
  const wallMs = performance.now() - startedMs;
  const cpu = cpuSecondsOf(pid) - before.cpu;
  const growth = memoryMb(pid, 'VmHWM') - before.rss;
  const { maxMs, waitedMs } = await loopDelay(pid, delayFile);
  // Without the time for which the thread was ready and got no processor.
  const stall = Math.max(0, maxMs - waitedMs);
  const size = (Buffer.byteLength(body) / 1_048_576).toFixed(1);
  console.log(`${count} payments in ${format}, ${size} MiB: ${Math.round(wallMs)} ms`);
  const figure = (name: string, value: number, unit: string, key: keyof typeof goals): Figure => ({
    name: `a bulk of ${count} payments in ${format}, ${name}`,
    figure: `${value.toFixed(unit === 's' ? 2 : 0)} ${unit}`,
    goal: `< ${goals[key]} ${unit}`,
    isReached: value < goals[key],
    holdsGuard: value < guards[key],
  });
  return [
    figure('processor time of the api', cpu, 's', 'cpuSeconds'),
    figure('longest delay of its event loop', stall, 'ms', 'stallMs'),
    figure('growth of its memory', growth, 'MB', 'rssMb'),
  ];
}

/** Reads and resets the longest delay of the event loop. */
async function loopDelay(pid: number, file: string): Promise<{ maxMs: number; waitedMs: number }> {
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  let seen = { maxMs: Number.NaN, waitedMs: Number.NaN };
  await until(async () => {
    seen = JSON.parse(await readFile(file, 'utf8'));
    return true;
  }, 'the delay of the event loop');
  return seen;
}

/** The highest memory use is counted from now on. */
function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function memoryMb(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes = '0'] =
    new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}

/** Transfers in a second of processor time of PostgreSQL and pgbench, by the statements of the ledger alone. */
async function bareTransfers(postgres: PostgresServer, isShort: boolean): Promise<number> {
  await using ledger = await openBareLedger(postgres);
  // The first round is the warm-up.
  await ledger.round(1);
  const { clientCpuSeconds, databaseCpuSeconds, requests } = await ledger.round(isShort ? 3 : 10);
  return requests / (clientCpuSeconds + databaseCpuSeconds);
}

async function measureExecution(
  { bank, databasePid, payer }: BulkBench,
  count: number,
  barePerSecond: number,
): Promise<readonly Figure[]> {
  const path = await initiateBulk(bank, jsonBulk(payer, count));
  await approveBulk(bank, payer, path);
  await bank.worker.start();
  // Its start is not measured.
  await wait(1_000);
  const before = await secondsOf(bank, databasePid);
  await until(async () => (await bulkStatusOf(bank, path)) === 'ACCC', 'the execution', executedWithinMs);
  const after = await secondsOf(bank, databasePid);
  const [worker, database] = [after.worker - before.worker, after.database - before.database];
  console.log(
    table(
      ['CPU per executed payment, ms', 'PostgreSQL', 'worker'],
      [
        [
          `a bulk of ${count}`,
          ((database / count) * 1_000).toFixed(2),
          ((worker / count) * 1_000).toFixed(2),
        ],
      ],
    ),
  );
  const perSecond = count / (worker + database);
  return [
    {
      name: `payments of a bulk of ${count} executed in a second of processor time of worker and PostgreSQL`,
      figure: perSecond.toFixed(0),
      goal: 'reported, > 5',
      isReached: perSecond > 5,
    },
    {
      name: 'the same by the statements of a transfer in the ledger alone; share of it that a bulk reaches',
      figure: `${barePerSecond.toFixed(0)}; ${(perSecond / barePerSecond).toFixed(2)}`,
      goal: 'reported, > 0',
      isReached: barePerSecond > 0,
    },
  ];
}

async function secondsOf(
  { worker }: PaymentBank,
  databasePid: number,
): Promise<{ readonly worker: number; readonly database: number }> {
  return { worker: cpuSecondsOf(worker.pid()), database: await cpuSecondsOfFamily(databasePid) };
}
