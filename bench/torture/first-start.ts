import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInstance, type Instance } from '../harness/instance.ts';
import { plannerToken, planWindow } from '../harness/maintenance-client.ts';
import { freePort, isReady, type Program, startProgram, until } from '../harness/processes.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { tortureBackup } from './first-start-backup.ts';
import { dropAllPartitions, rowsInDefaultPartitions } from './partition-tables.ts';
import { isAlive } from './worker-program.ts';
import { writeCommands } from './write-commands.ts';

const starts: Readonly<Record<Scale, number>> = { ci: 2, night: 10, full: 50 };
const workers = 2;
const writers = 2;
/** Requests to the new api, one after the other. */
const requests = 10;
const writerPauseMs = 5;
const settledMsMax = 120_000;

interface Tally {
  exits: number;
  defaultRows: number;
  commands: number;
  failedCommands: number;
  failedRequests: number;
}

/** Starts an api and two workers together under load, repeatedly; then runs partition work during a backup. */
export async function tortureFirstStart({ scale }: TortureOptions): Promise<readonly Figure[]> {
  const tally: Tally = { exits: 0, defaultRows: 0, commands: 0, failedCommands: 0, failedRequests: 0 };
  const show = progress('starts', starts[scale]);
  for (let nth = 0; nth < starts[scale]; nth += 1) {
    // Every other database simulates an old migration: today's partitions are missing.
    await startOnce(tally, nth % 2 === 0 ? 'migrated today' : 'migrated long ago');
    show(nth + 1, `${tally.exits} exits, ${tally.defaultRows} rows in default partitions`);
  }
  console.log(
    `\n${table(
      ['first start', 'starts', 'exits', 'default rows', 'commands', 'failed', 'requests', 'failed'],
      [
        [
          `api and ${workers} workers`,
          starts[scale],
          tally.exits,
          tally.defaultRows,
          tally.commands,
          tally.failedCommands,
          starts[scale] * requests,
          tally.failedRequests,
        ],
      ],
    )}\n`,
  );
  return [...figures(tally, starts[scale]), ...(await tortureBackup(scale))];
}

async function startOnce(tally: Tally, age: 'migrated today' | 'migrated long ago'): Promise<void> {
  await using instance = await createInstance();
  if (age === 'migrated long ago') await dropAllPartitions(instance.database);
  let isOver = false;
  const load = Promise.all(
    // Commands run from before the start of the first process until all processes are ready.
    Array.from({ length: writers }, (_, nth) =>
      writeCommands(instance.database, {
        writer: `writer-${nth}`,
        pauseMs: writerPauseMs,
        isOver: () => isOver,
        count: ({ isFailed }) => {
          tally.commands += 1;
          if (isFailed) tally.failedCommands += 1;
        },
      }),
    ),
  );
  const [apiPort, ...workerPorts] = await freePorts();
  const logFile = join(instance.folder, 'processes.log');
  const programs = [
    start(instance, 'api', { PORTICO_HTTP_LISTEN: `127.0.0.1:${apiPort}` }, logFile),
    ...workerPorts.map((port) =>
      start(instance, 'worker', { PORTICO_WORKER_LISTEN: `127.0.0.1:${port}` }, logFile),
    ),
  ];
  const exits = programs.map(({ ended }) => ended.then((code) => `a process exited: ${code}`));
  const served = Promise.all([
    serve(instance, apiPort, tally),
    ...workerPorts.map((port) => until(() => isAlive(port), 'a worker')),
  ]).then(() => 'served');
  const early = await Promise.race([served, ...exits]);
  isOver = true;
  await load;
  if (early !== 'served') {
    console.log(`\n${early}\n${(await readFile(logFile, 'utf8')).slice(-2_000)}`);
  }
  // The worker moves rows that were written before their partition existed.
  const moved = async (): Promise<boolean> => (await rowsInDefaultPartitions(instance.database)) === 0;
  await until(moved, 'empty default partitions', settledMsMax).catch(() => undefined);
  tally.defaultRows += await rowsInDefaultPartitions(instance.database);
  tally.exits += Math.max(early === 'served' ? 0 : 1, await stopAll(programs));
  await served.catch(() => undefined);
}

async function freePorts(): Promise<readonly [number, ...number[]]> {
  return [await freePort(), ...(await Promise.all(Array.from({ length: workers }, freePort)))];
}

function start(
  instance: Instance,
  command: 'api' | 'worker',
  env: Readonly<Record<string, string>>,
  logFile: string,
): Program {
  return startProgram({
    args: ['server/src/main.ts', command],
    env: { ...instance.env, PORTICO_LOG_LEVEL: 'warn', ...env },
    logFile,
  });
}

/** Waits for the api and sends requests that write. */
async function serve(instance: Instance, port: number, tally: Tally): Promise<void> {
  await until(() => isReady(port), 'the api');
  const token = await plannerToken(instance.mint, 'employee-1', '01');
  for (let nth = 0; nth < requests; nth += 1) {
    const key = `first-start-${nth}-`.padEnd(20, '0');
    const response = await planWindow({ port, token, key, message: 'Back soon.' });
    if (response?.status !== 201) tally.failedRequests += 1;
  }
}

/** Stops all processes; returns the number that did not exit cleanly. */
async function stopAll(programs: readonly Program[]): Promise<number> {
  for (const program of programs) program.kill('SIGTERM');
  const codes = await Promise.all(programs.map(({ ended }) => ended));
  return codes.filter((code) => code !== 0).length;
}

function figures(tally: Tally, count: number): readonly Figure[] {
  return [
    {
      name: 'first start, processes that exited',
      figure: `${tally.exits} over ${count} starts of an api and ${workers} workers`,
      goal: '0',
      isReached: tally.exits === 0,
    },
    {
      name: 'first start, rows left in default partitions',
      figure: `${tally.defaultRows} after ${tally.commands} commands`,
      goal: '0',
      isReached: tally.defaultRows === 0 && tally.commands > 0,
    },
    {
      name: 'first start, failed commands and requests',
      figure: `${tally.failedCommands} of ${tally.commands}, ${tally.failedRequests} of ${count * requests}`,
      goal: '0',
      isReached: tally.failedCommands + tally.failedRequests === 0,
    },
  ];
}
