import { growingTables } from '../../tools/growth/growing-tables.ts';
import type { SampledStatement } from '../../tools/growth/registry.ts';
import { type GrowthException, type GrowthRule, growthExceptions } from './growth-exceptions.ts';
import { type Measurement, type PlanMode, planModes } from './growth-measure.ts';

/** What was gathered about the tables when a statement was planned. */
export const statisticsStates = ['none', 'empty queues', 'full queues'] as const;
export type StatisticsState = (typeof statisticsStates)[number];

/**
 * States in which every rule holds. Without statistics, as between a restore and its ANALYZE, PostgreSQL guesses that a
 * column has 200 values; there a statement must only end in time.
 */
const judgedStates: readonly StatisticsState[] = ['empty queues', 'full queues'];

export type Measurements = Readonly<Record<PlanMode, Measurement>>;

/** Everything that was measured about one statement. */
export interface StatementRecord {
  readonly statement: SampledStatement;
  /** At N rows, analysed with full queues. */
  readonly small: Measurements;
  /** At ten times the rows. */
  readonly large: Readonly<Record<StatisticsState, Measurements>>;
  /** At ten times the rows with nothing due, if the statement is a sweep. */
  readonly idle: Readonly<Record<StatisticsState, Measurement>> | undefined;
}

export interface Finding {
  readonly place: string;
  readonly rule: GrowthRule;
  readonly text: string;
  /** Allows the statement to break the rule. */
  readonly exception: GrowthException | undefined;
}

/** Rows of the largest table of a cell in ten years. */
export const rowsMax = 300_000_000;
/** A read from a disk that is not cached takes about 0.1 ms, and a statement is cancelled after ten seconds. */
const buffersMax = 100_000;
const growthMax = 1.5;
/**
 * Levels that an index gains, over the probes of a statement, and dead rows of earlier executions. In addition each row of
 * the result may be in a page of its own.
 */
const growthSlack = 30;
const perRowMax = 20;
/** Includes a count that reads the hundred rows of a list. */
const perRowBase = 100;
/** More rows in one statement are not bounded by a limit. */
const unboundedMin = 1_000;
const powerMax = 2;
const idleMax = 50;
const pairFactorMax = 10;
const pairFloor = 50;
const scannedMin = 500;

/** Returns the rules that a statement broke. */
export function findingsOf(record: StatementRecord, sizes: { readonly large: number }): readonly Finding[] {
  const { statement } = record;
  const exceptions = exceptionsOf(statement);
  const found = [
    ...executionFindings(record),
    ...scanFindings(record),
    ...pairFindings(record),
    ...growthFindings(record, sizes),
    ...idleFindings(record),
  ];
  const worst = new Map<GrowthRule, Found>();
  for (const one of found) if ((worst.get(one.rule)?.cost ?? -1) < one.cost) worst.set(one.rule, one);
  return [...worst.values()].map(({ rule, text }) => ({
    place: statement.place,
    rule,
    text: `${text}: ${start(statement.text)}`,
    exception: exceptions.find(({ rules }) => rules.includes(rule)),
  }));
}

/**
 * Returns sentences about exceptions that no statement needs. Of its rules a statement may break some at one size and
 * others at another one.
 */
export function unneededExceptions(
  findings: readonly Finding[],
  exceptions: readonly GrowthException[],
): readonly string[] {
  return exceptions
    .filter((exception) => !findings.some((one) => one.exception === exception))
    .map(
      ({ file, has = '' }) =>
        `${file} ${has}: needs no exception any more, remove it from bench/torture/growth-exceptions.ts`,
    );
}

/** The beginning of a text, to tell the statements of a file apart. */
function start(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 90);
}

/** Returns the exceptions that name a statement. */
export function exceptionsOf({
  place,
  text,
}: Pick<SampledStatement, 'place' | 'text'>): readonly GrowthException[] {
  const [file = ''] = place.split(':');
  const line = text.replaceAll(/\s+/g, ' ');
  return growthExceptions.filter(
    (exception) => file.endsWith(exception.file) && line.includes(exception.has ?? ''),
  );
}

/** The costliest case of each rule is reported. */
type Found = Pick<Finding, 'rule' | 'text'> & { readonly cost: number };

/** All measurements with their conditions in words. */
function* measurementsOf({
  large,
  small,
}: StatementRecord): Generator<{ readonly when: string; readonly measured: Measurement }> {
  for (const mode of planModes) {
    yield { when: `N, ${mode}`, measured: small[mode] };
    for (const state of statisticsStates)
      yield { when: `10N, ${mode}, statistics: ${state}`, measured: large[state][mode] };
  }
}

/** A statement on small tables only may fail on synthetic values; its cost does not grow. */
function executionFindings(record: StatementRecord): readonly Found[] {
  if (!usesGrowingTable(record.statement)) return [];
  const failed = [...measurementsOf(record)].find(({ measured }) => measured.error !== undefined);
  if (failed === undefined) return [];
  return [{ rule: 'executed', cost: 0, text: `${failed.when}: ${failed.measured.error ?? ''}` }];
}

function usesGrowingTable({ text }: Pick<SampledStatement, 'text'>): boolean {
  const plain = text.replaceAll('"', '');
  return Object.keys(growingTables).some((table) => plain.includes(table));
}

function scanFindings(record: StatementRecord): readonly Found[] {
  const found = new Map<string, Found>();
  for (const { measured, when } of measurementsOf(record)) {
    if (when.startsWith('N,') || when.endsWith(': none')) continue;
    for (const { condition, kind, rowsRead, table } of measured.scans) {
      if (!(table in growingTables) || rowsRead < scannedMin + perRowMax * measured.rows) continue;
      const words = `${table}: ${rowsRead} rows read for ${measured.rows}, ${measured.buffers} buffers (${when})`;
      if (kind === 'Seq Scan')
        found.set(`s${table}${when}`, { rule: 'no sequential scan', cost: measured.buffers, text: words });
      if (isWholeBank(condition))
        found.set(`b${table}${when}`, {
          rule: 'no scan of a whole bank',
          cost: measured.buffers,
          text: words,
        });
    }
  }
  return [...found.values()];
}

function isWholeBank(condition: string): boolean {
  return /^\(+[\w.]*bank_id\)* = [^=]*\)+$/.test(condition) && !condition.includes(' AND ');
}

function pairFindings({ large }: StatementRecord): readonly Found[] {
  const pairs = judgedStates.map((state) => ({ state, ...large[state] }));
  return pairs.flatMap(({ custom, generic, state }) => {
    const [low, high] = [custom.buffers, generic.buffers].toSorted((a, b) => a - b);
    if (high === undefined || low === undefined || high <= pairFactorMax * Math.max(low, pairFloor))
      return [];
    const text = `custom ${custom.buffers}, generic ${generic.buffers} buffers (10N, statistics: ${state})`;
    return custom.error === undefined && generic.error === undefined
      ? [{ rule: 'custom and generic alike', cost: high, text }]
      : [];
  });
}

function growthFindings(record: StatementRecord, sizes: { readonly large: number }): readonly Found[] {
  const { small } = record;
  return planModes.flatMap((mode) =>
    judgedStates.flatMap((state) => {
      const large = record.large[state][mode];
      if (large.error !== undefined || small[mode].error !== undefined) return [];
      const words = `${small[mode].buffers} to ${large.buffers} buffers for ${small[mode].rows} to ${large.rows} rows (${mode}, statistics: ${state})`;
      const cost = large.buffers;
      const found: Found[] = [];
      const slack = growthSlack + large.rows;
      if (large.rows <= small[mode].rows && cost > growthMax * small[mode].buffers + slack)
        found.push({ rule: 'flat', cost, text: words });
      if (cost > allowedFor(large)) found.push({ rule: 'per row', cost, text: words });
      const estimate = estimateAt(rowsMax, { small: small[mode], large, rows: sizes.large });
      if (estimate > buffersMax)
        found.push({
          rule: 'within the time-out',
          cost,
          text: `${words}, about ${Math.round(estimate)} buffers at ${rowsMax} rows`,
        });
      return found;
    }),
  );
}

/** Each changed row also changes every index. */
function allowedFor({ changes, rows }: Measurement): number {
  return (
    perRowBase +
    perRowMax * rows +
    changes.reduce((sum, { indexes, rows: changed }) => sum + 6 * indexes * changed, 0)
  );
}

/**
 * Continues the growth between the two sizes by its power. Growth by rows that were found counts only where no limit
 * bounds them: more due rows are more work, and the next run of a sweep takes the rest.
 */
export function estimateAt(
  rows: number,
  at: { readonly small: Measurement; readonly large: Measurement; readonly rows: number },
): number {
  const { large, small } = at;
  if (large.buffers - small.buffers <= growthSlack) return large.buffers;
  const isBounded = large.rows > small.rows && large.rows < unboundedMin;
  const [from, to] = isBounded
    ? [small.buffers / Math.max(1, small.rows), large.buffers / Math.max(1, large.rows)]
    : [small.buffers, large.buffers];
  if (isBounded && to <= perRowMax) return large.buffers;
  const power = Math.min(powerMax, Math.max(0, Math.log10(Math.max(1, to) / Math.max(1, from))));
  return large.buffers * (rows / at.rows) ** power;
}

function idleFindings({ idle }: StatementRecord): readonly Found[] {
  if (idle === undefined) return [];
  return judgedStates.flatMap((state) => {
    const { buffers, error, rows } = idle[state];
    if (error !== undefined || rows > 0 || buffers <= idleMax) return [];
    return [
      {
        rule: 'idle' as const,
        cost: buffers,
        text: `${buffers} buffers with nothing due (statistics: ${state})`,
      },
    ];
  });
}
