import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { median } from '../../server/src/platform/testing/median.ts';
import { barChart } from './chart.ts';
import { cpuSecondsOf, cpuSecondsOfFamily } from './cpu.ts';
import { closedLoop } from './http-load.ts';
import type { Instance } from './instance.ts';
import { type Figure, progress, table } from './report.ts';

const run = promisify(execFile);

/** Resources that one side used in one round. */
export interface Measure {
  readonly requests: number;
  readonly seconds: number;
  readonly databaseCpuSeconds: number;
  readonly clientCpuSeconds: number;
}

/** The statements of an operation, for pgbench. */
export interface BareRound {
  readonly instance: { readonly database: Pick<Instance['database'], 'appUrl'> };
  readonly script: string;
  readonly values: Readonly<Record<string, string>>;
  readonly databasePid: number;
  readonly clients: number;
  readonly seconds: number;
}

/** Folder of the charts. */
export const outFolder = new URL('../../out/', import.meta.url);

/** Runs a round of the statements without the product. */
export async function bareRound(options: BareRound): Promise<Measure> {
  const { clients, databasePid, instance, script, seconds } = options;
  const databaseBefore = await cpuSecondsOfFamily(databasePid);
  const values = Object.entries(options.values).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
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

/** Requests to the product. */
export interface ProductRound {
  readonly port: number;
  readonly pid: number;
  readonly databasePid: number;
  readonly clients: number;
  readonly seconds: number;
  /** Expected status of every response. */
  readonly status: number;
  readonly nextRequest: () => string;
}

/** Runs a round of requests through the whole product. */
export async function productRound(options: ProductRound): Promise<Measure> {
  const { clients, databasePid, nextRequest, pid, port, seconds, status: wanted } = options;
  const databaseBefore = await cpuSecondsOfFamily(databasePid);
  const clientBefore = cpuSecondsOf(pid);
  const result = await closedLoop({ port, connections: clients, seconds, nextRequest });
  const refused = result.samples.filter(({ status }) => status !== wanted);
  if (refused.length > 0 || result.broken > 0) {
    throw new Error(
      `${refused.length} responses were not ${wanted} (first ${refused[0]?.status}), ${result.broken} broken`,
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

interface Rounds {
  readonly name: string;
  readonly rounds: number;
  readonly bare: (round: number) => Promise<Measure>;
  readonly product: () => Promise<Measure>;
}

/** Runs both sides in turn, because the load of the machine varies; the bare one is warmed up as round 0. */
export async function alternateRounds({
  bare,
  name,
  product,
  rounds,
}: Rounds): Promise<Pick<Comparison, 'bare' | 'product'>> {
  await bare(0);
  const show = progress(name, rounds);
  const [bareMeasures, productMeasures]: [Measure[], Measure[]] = [[], []];
  for (let round = 1; round <= rounds; round += 1) {
    bareMeasures.push(await bare(round));
    productMeasures.push(await product());
    show(round);
  }
  return { bare: bareMeasures, product: productMeasures };
}

/** Both sides of a comparison, by round. */
export interface Comparison {
  /** Name of the figure and the chart. */
  readonly name: string;
  readonly title: string;
  readonly goal: number;
  readonly guard: number;
  readonly bare: readonly Measure[];
  readonly product: readonly Measure[];
}

/** Returns the processor time of the bare statements divided by that of the product. */
export async function compareToBare(comparison: Comparison): Promise<readonly Figure[]> {
  const { bare, goal, guard, name, product, title } = comparison;
  const ratios = bare.map(
    (measure, round) => perRequest(measure).all / perRequest(product[round] ?? measure).all,
  );
  const throughput = bare.map((measure, round) => {
    const other = product[round] ?? measure;
    return other.requests / other.seconds / (measure.requests / measure.seconds);
  });
  const side = (of: string, measures: readonly Measure[]): (string | number)[] => [
    of,
    Math.round(median(measures.map((measure) => measure.requests / measure.seconds))),
    ...(['database', 'client', 'all'] as const).map((part) =>
      Math.round(median(measures.map((measure) => perRequest(measure)[part]))),
    ),
  ];
  const rows = [side('bare (pgbench)', bare), side('product', product)];
  console.log(table([title, 'per second', 'database µs', 'client µs', 'all µs'], rows));
  const ratio = median(ratios);
  console.log(
    `CPU ratio by round: ${ratios.map((value) => value.toFixed(2)).join(' ')}; throughput ratio ${median(throughput).toFixed(2)}`,
  );
  await drawSides(name, rows);
  return [
    {
      name: `${name}, CPU ratio to bare`,
      figure: ratio.toFixed(2),
      goal: `≥ ${goal}`,
      isReached: ratio >= goal,
      holdsGuard: ratio >= guard,
    },
  ];
}

async function drawSides(name: string, rows: readonly (readonly (string | number)[])[]): Promise<void> {
  await mkdir(outFolder, { recursive: true });
  const file = `bench-${name}.svg`;
  await writeFile(
    new URL(file, outFolder),
    barChart({
      title: `CPU per ${name}, microseconds`,
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
  console.log(`chart: out/${file}`);
}
