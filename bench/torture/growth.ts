import { mkdir, writeFile } from 'node:fs/promises';
import pg from 'pg';
import {
  missingSamples,
  productStatements,
  type SampledStatement,
  sampledStatements,
} from '../../tools/growth/registry.ts';
import { repositoryRoot } from '../../tools/repository.ts';
import { barChart } from '../harness/chart.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { growthExceptions } from './growth-exceptions.ts';
import { createFiller, type Filler } from './growth-fill.ts';
import { type Measurement, Prober, planModes, readTables } from './growth-measure.ts';
import { SampleReader } from './growth-samples.ts';
import {
  estimateAt,
  type Finding,
  findingsOf,
  type Measurements,
  rowsMax,
  type StatementRecord,
  type StatisticsState,
  statisticsStates,
  unneededExceptions,
} from './growth-verdict.ts';

/** Rows for each growing table; the second measurement has ten times as many. */
const smallRows: Readonly<Record<Scale, number>> = { ci: 1_000, night: 10_000, full: 20_000 };
const factor = 10;
/** At these sizes a statement is far from the time-out of the product, which is ten seconds. */
const statementTimeout = '2s';
const chartedMax = 24;
/** Below this many buffers, a level more of an index is a large share. */
const comparedMin = 50;

/**
 * Executes every statement of the product against filled tables, at N and at ten times N rows, with custom and generic
 * plans and three states of statistics. The cost of a statement may depend on its result, not on the size of the table.
 * `npm run torture -- growth oauth/store` measures the statements of matching files only.
 */
export async function tortureGrowth({ scale }: TortureOptions): Promise<readonly Figure[]> {
  // First: statements are observed while their modules are loaded, and the test database loads some of them.
  const files = process.argv.slice(3);
  const isChosen = (path: string): boolean => files.length === 0 || files.some((file) => path.includes(file));
  const registered = (await productStatements(repositoryRoot)).filter(({ place }) => isChosen(place));
  const { createTestDatabase } = await import('../../server/src/platform/testing/database.ts');
  await using database = await createTestDatabase({ poolSize: 1 });
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    const statements = await sampledStatements(client, registered);
    const missing = missingSamples(statements);
    for (const sentence of missing) console.error(sentence);
    const rows = { small: smallRows[scale], large: smallRows[scale] * factor };
    const records = await measure(client, statements, rows);
    const findings = records.flatMap((record) => findingsOf(record, rows));
    const unneeded = unneededExceptions(
      findings,
      growthExceptions.filter(
        ({ file, isOfLargeRuns = false }) => isChosen(file) && !(isOfLargeRuns && scale === 'ci'),
      ),
    );
    const broken = findings.filter(({ exception }) => exception === undefined);
    for (const sentence of unneeded) console.error(sentence);
    await report(records, broken, rows);
    return [
      ...figuresOf(records, broken, missing),
      {
        name: 'exceptions',
        figure: `${growthExceptions.length} for ${findings.length - broken.length} findings, ${unneeded.length} not needed`,
        goal: 'all needed',
        isReached: unneeded.length === 0,
      },
    ];
  } finally {
    await client.end();
  }
}

interface Sizes {
  readonly small: number;
  readonly large: number;
}

async function measure(
  client: pg.Client,
  statements: readonly SampledStatement[],
  rows: Sizes,
): Promise<readonly StatementRecord[]> {
  const filler = await createFiller(client);
  const prober = new Prober(client, await readTables(client));
  const pass = (name: string): Promise<readonly Pass[]> => measureAll(client, prober, { statements, name });
  await fill(client, filler, rows.small);
  await client.query('analyze');
  const small = await pass(`${rows.small} rows`);
  await filler.empty();
  await fill(client, filler, rows.large);
  const empty = await pass(`${rows.large} rows, statistics of empty queues`);
  await client.query('analyze');
  const full = await pass(`${rows.large} rows, statistics of full queues`);
  await forgetStatistics(client);
  const none = await pass(`${rows.large} rows, no statistics`);
  const passes: Readonly<Record<StatisticsState, readonly Pass[]>> = {
    none,
    'empty queues': empty,
    'full queues': full,
  };
  return statements.flatMap((statement, index) => {
    const first = small[index];
    return first === undefined ? [] : [recordOf(statement, first, (state) => passes[state][index] ?? first)];
  });
}

/** Fills history, gathers statistics, then opens the queues: as on a server whose last ANALYZE saw no open row. */
async function fill(client: pg.Client, filler: Filler, rows: number): Promise<void> {
  await filler.history(rows);
  await client.query('vacuum analyze');
  await filler.open(rows);
}

async function forgetStatistics(client: pg.Client): Promise<void> {
  await client.query(`
    set allow_system_table_mods = on;
    delete from pg_statistic where starelid in (select oid from pg_class where relnamespace in (
      select oid from pg_namespace where nspname not in ('pg_catalog', 'information_schema')));
    update pg_class set reltuples = -1, relpages = 0 where relkind in ('r', 'i', 'p') and relnamespace in (
      select oid from pg_namespace where nspname not in ('pg_catalog', 'information_schema'));
    reset allow_system_table_mods`);
}

interface Pass {
  readonly usual: Measurements;
  readonly idle: Measurement | undefined;
}

async function measureAll(
  client: pg.Client,
  prober: Prober,
  { name, statements }: { readonly name: string; readonly statements: readonly SampledStatement[] },
): Promise<readonly Pass[]> {
  await client.query(
    `set session_replication_role = origin; set jit = off; set max_parallel_workers_per_gather = 0;
     set statement_timeout = '${statementTimeout}'`,
  );
  const reader = new SampleReader(client);
  const show = progress(name, statements.length);
  const passes: Pass[] = [];
  for (const statement of statements) {
    const values = await reader.usual(statement);
    const idle = reader.idle(statement, values);
    const generic = await prober.measure(statement, values, 'generic');
    passes.push({
      usual: { generic, custom: await prober.measure(statement, values, 'custom') },
      idle: idle === undefined ? undefined : await prober.measure(statement, idle, 'generic'),
    });
    show(passes.length);
  }
  await client.query('set session_replication_role = replica; set statement_timeout = 0');
  return passes;
}

function recordOf(
  statement: SampledStatement,
  small: Pass,
  large: (state: StatisticsState) => Pass,
): StatementRecord {
  const idleIn = (state: StatisticsState): Measurement => large(state).idle ?? large(state).usual.generic;
  return {
    statement,
    small: small.usual,
    large: {
      none: large('none').usual,
      'empty queues': large('empty queues').usual,
      'full queues': large('full queues').usual,
    },
    idle:
      small.idle === undefined
        ? undefined
        : {
            none: idleIn('none'),
            'empty queues': idleIn('empty queues'),
            'full queues': idleIn('full queues'),
          },
  };
}

const full: StatisticsState = 'full queues';

/** Prints the findings, and writes every figure and a chart of the most expensive statements to `out/`. */
async function report(
  records: readonly StatementRecord[],
  findings: readonly Finding[],
  rows: Sizes,
): Promise<void> {
  for (const { place, rule, text } of findings) console.error(`${place} [${rule}] ${text}`);
  const costly = records.toSorted((a, b) => b.large[full].generic.buffers - a.large[full].generic.buffers);
  const lines = costly.map(({ large, small, statement }) => [
    statement.place.replace('server/src/', ''),
    small.generic.buffers,
    large[full].generic.buffers,
    Math.max(...statisticsStates.flatMap((state) => planModes.map((mode) => large[state][mode].buffers))),
    large[full].generic.rows,
    Math.round(estimateAt(rowsMax, { small: small.generic, large: large[full].generic, rows: rows.large })),
  ]);
  const head = [
    'statement',
    `buffers at ${rows.small}`,
    `at ${rows.large}`,
    'worst plan',
    'rows',
    'at 300 M, estimated',
  ];
  console.log(table(head, lines.slice(0, chartedMax)));
  await mkdir('out', { recursive: true });
  await writeFile('out/torture-growth.txt', `${table(head, lines)}\n`);
  const bars = costly.slice(0, chartedMax).map(({ large, small, statement }) => ({
    name: statement.place.replace(/^.*\//, '').replace('.ts:', ' '),
    parts: [
      { name: `${rows.small}`, value: small.generic.buffers },
      { name: `${rows.large}`, value: Math.max(0, large[full].generic.buffers - small.generic.buffers) },
    ],
  }));
  const title = `Buffers at ${rows.small} rows, and how many more at ${rows.large}`;
  await writeFile('out/torture-growth.svg', barChart({ title, unit: 'buffers', bars }));
}

/** The statement that grew most among those with equal results. */
function growthFigure(records: readonly StatementRecord[]): Figure {
  const grown = records
    .map(({ large, small, statement }) => ({
      place: statement.place,
      from: small.generic,
      to: large[full].generic,
    }))
    .filter(({ from, to }) => to.rows <= from.rows && to.buffers > comparedMin)
    .map(({ from, place, to }) => ({
      place,
      from: from.buffers,
      to: to.buffers,
      ratio: to.buffers / from.buffers,
    }))
    .toSorted((a, b) => b.ratio - a.ratio);
  const [worst] = grown;
  return {
    name: 'growth for equal results',
    figure:
      worst === undefined
        ? 'none'
        : `at most ${worst.ratio.toFixed(2)} times, from ${worst.from} to ${worst.to} buffers, exceptions included: ${worst.place}`,
    goal: 'the rule "flat" of each statement',
    isReached: true,
  };
}

function figuresOf(
  records: readonly StatementRecord[],
  findings: readonly Finding[],
  missing: readonly string[],
): readonly Figure[] {
  const broken = new Set(findings.map(({ place }) => place));
  const sweeps = records.filter(({ idle }) => idle !== undefined);
  const idle = sweeps.map((record) => record.idle?.[full].buffers ?? 0);
  const executed = records.filter(({ large }) => large[full].generic.error === undefined);
  return [
    {
      name: 'statements executed',
      figure: `${executed.length} of ${records.length}, ${missing.length} parameters without a sample value`,
      goal: 'all on growing tables, 0 without',
      isReached: missing.length === 0,
    },
    {
      name: 'statements that break a rule',
      figure: `${broken.size}, with ${findings.length} findings`,
      goal: '0',
      isReached: findings.length === 0,
    },
    growthFigure(records),
    {
      name: 'sweeps with nothing due',
      figure: `${sweeps.length}, at most ${Math.max(0, ...idle)} buffers`,
      goal: 'at most 50, but for exceptions',
      isReached: !findings.some(({ rule }) => rule === 'idle'),
    },
  ];
}
