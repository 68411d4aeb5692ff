import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { barChart } from '../rig/chart.ts';
import { cpuSecondsOf, cpuSecondsOfFamily } from '../rig/cpu.ts';
import { closedLoop } from '../rig/http-load.ts';
import { createInstance, type Instance } from '../rig/instance.ts';
import { median } from '../rig/median.ts';
import { planRequests } from '../rig/plan-requests.ts';
import { noUpkeep, startPostgres } from '../rig/postgres-server.ts';
import { freePort, isReady, startProgram, until } from '../rig/processes.ts';
import { type Figure, progress, table } from '../rig/report.ts';
import { bareScript, bareValues } from './command-bare.ts';

const run = promisify(execFile);

/** What one side used in one round. */
interface Measure {
  readonly requests: number;
  readonly seconds: number;
  readonly databaseCpuSeconds: number;
  readonly clientCpuSeconds: number;
}

const clients = 8;
const goal = 0.4;
const guard = 0.15;
const outFolder = new URL('../../out/', import.meta.url);

/**
 * A command that writes four rows (the record, its key, its audit entry, its event), through the whole product and
 * bare: the same statements by pgbench. The two take turns in one run, because the machine's mood changes.
 */
export async function benchCommand(isShort: boolean): Promise<readonly Figure[]> {
  const rounds = isShort ? 3 : 8;
  const secondsPerTurn = isShort ? 2 : 4;
  await using postgres = await startPostgres(noUpkeep);
  await using instance = await createInstance({
    server: postgres.url,
    env: { PORTICO_DATABASE_CHECKSUMS: 'required', PORTICO_DATABASE_POOL_SIZE: String(clients) },
  });
  const port = await freePort();
  const api = startProgram({
    args: ['server/src/main.ts', 'api'],
    nodeArgs:
      process.env['PROFILE'] === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${outFolder.pathname}`],
    env: { ...instance.env, PORTICO_HTTP_LISTEN: `127.0.0.1:${port}` },
    logFile: join(instance.folder, 'api.log'),
  });
  try {
    await until(() => isReady(port), 'api');
    const nextRequest = await planRequests(instance.mint, employees);
    const script = join(instance.folder, 'bare.sql');
    await writeFile(script, bareScript);
    const databasePid = await postgres.pid();
    const sides = {
      bare: () => bareTurn(instance, script, databasePid, secondsPerTurn),
      product: () => productTurn({ port, pid: api.pid, databasePid, seconds: secondsPerTurn, nextRequest }),
    };
    await warmUp(port, nextRequest, isShort ? 6 : 20);
    await sides.bare();
    await sides.product();
    const show = progress('command', rounds);
    const bare: Measure[] = [];
    const product: Measure[] = [];
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await sides.bare());
      product.push(await sides.product());
      show(round + 1);
    }
    return await conclusion(bare, product);
  } finally {
    api.kill('SIGTERM');
    await api.ended;
  }
}

/** Every token is seen once and the code is compiled before anything is measured. */
async function warmUp(port: number, nextRequest: () => string, seconds: number): Promise<void> {
  await closedLoop({ port, connections: clients, seconds, nextRequest });
}

async function bareTurn(
  instance: Instance,
  script: string,
  databasePid: number,
  seconds: number,
): Promise<Measure> {
  const databaseBefore = await cpuSecondsOfFamily(databasePid);
  const values = Object.entries(bareValues).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  const pgbench = [
    'pgbench',
    '-n',
    '-M',
    'prepared',
    '-c',
    String(clients),
    '-j',
    '1',
    '-T',
    String(seconds),
  ];
  const all = [...pgbench, ...values, '-f', script, instance.database.appUrl];
  // `time` reports the processor time of pgbench itself.
  const { stdout, stderr } = await run('bash', ['-c', `TIMEFORMAT='%U %S'; time "$@"`, 'bash', ...all]);
  const requests = Number(/actually processed: (\d+)/.exec(stdout)?.[1] ?? 0);
  const [user = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return {
    requests,
    seconds,
    databaseCpuSeconds: (await cpuSecondsOfFamily(databasePid)) - databaseBefore,
    clientCpuSeconds: user + system,
  };
}

interface ProductTurn {
  readonly port: number;
  readonly pid: number;
  readonly databasePid: number;
  readonly seconds: number;
  readonly nextRequest: () => string;
}

async function productTurn({ port, pid, databasePid, seconds, nextRequest }: ProductTurn): Promise<Measure> {
  const databaseBefore = await cpuSecondsOfFamily(databasePid);
  const clientBefore = cpuSecondsOf(pid);
  const result = await closedLoop({ port, connections: clients, seconds, nextRequest });
  const refused = result.samples.filter(({ status }) => status !== 201);
  if (refused.length > 0 || result.broken > 0) {
    throw new Error(
      `${refused.length} answers were not 201 (first ${refused[0]?.status}), ${result.broken} broken`,
    );
  }
  const clientCpuSeconds = cpuSecondsOf(pid) - clientBefore;
  return {
    requests: result.samples.length,
    seconds: result.seconds,
    databaseCpuSeconds: (await cpuSecondsOfFamily(databasePid)) - databaseBefore,
    clientCpuSeconds,
  };
}

const employees = 1_000;

const microseconds = 1_000_000;

function perRequest({ requests: count, databaseCpuSeconds, clientCpuSeconds }: Measure): {
  database: number;
  client: number;
  all: number;
} {
  const database = (databaseCpuSeconds / count) * microseconds;
  const client = (clientCpuSeconds / count) * microseconds;
  return { database, client, all: database + client };
}

async function conclusion(bare: readonly Measure[], product: readonly Measure[]): Promise<readonly Figure[]> {
  const ratios = bare.map(
    (measure, round) => perRequest(measure).all / perRequest(product[round] ?? measure).all,
  );
  const throughput = bare.map((measure, round) => {
    const other = product[round] ?? measure;
    return other.requests / other.seconds / (measure.requests / measure.seconds);
  });
  const side = (name: string, measures: readonly Measure[]): (string | number)[] => [
    name,
    Math.round(median(measures.map((measure) => measure.requests / measure.seconds))),
    ...(['database', 'client', 'all'] as const).map((part) =>
      Math.round(median(measures.map((measure) => perRequest(measure)[part]))),
    ),
  ];
  const rows = [side('bare (pgbench)', bare), side('product (HTTP)', product)];
  console.log(table(['4 rows per command', 'per second', 'database µs', 'client µs', 'all µs'], rows));
  const ratio = median(ratios);
  console.log(
    `CPU ratio by round: ${ratios.map((value) => value.toFixed(2)).join(' ')}; throughput ratio ${median(throughput).toFixed(2)}`,
  );
  await mkdir(outFolder, { recursive: true });
  const chart = new URL('bench-command.svg', outFolder);
  await writeFile(
    chart,
    barChart({
      title: 'CPU per command, microseconds',
      unit: 'µs',
      bars: [
        {
          name: 'bare',
          parts: [
            { name: 'PostgreSQL', value: Number(rows[0]?.[2]) },
            { name: 'pgbench', value: Number(rows[0]?.[3]) },
          ],
        },
        {
          name: 'product',
          parts: [
            { name: 'PostgreSQL', value: Number(rows[1]?.[2]) },
            { name: 'Portico', value: Number(rows[1]?.[3]) },
          ],
        },
      ],
    }),
  );
  console.log(`chart: out/bench-command.svg`);
  return [
    {
      name: 'command, CPU ratio to bare',
      figure: ratio.toFixed(2),
      goal: `≥ ${goal}`,
      isReached: ratio >= goal,
      holdsGuard: ratio >= guard,
    },
  ];
}
