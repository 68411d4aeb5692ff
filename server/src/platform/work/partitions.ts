import type { Temporal } from 'temporal-polyfill';
import type { Database } from '#platform/db/database.ts';
import { failureOf } from '#platform/db/failure.ts';
import { plainStatement, type Statement } from '#platform/db/statement.ts';
import type { Clock } from '#platform/kernel/clock.ts';

const outboxDaysAhead = 7;
const auditMonthsAhead = 3;
const outboxRetainedDays = 3;
const deletedAtOnceMax = 1_000;
/** The longest a command waits for a statement of this file; each wait for a single lock ends after 100 ms. */
const statementTimeoutMs = 400;

/** The tables with one partition per day (`outbox_event`) or month (`audit_entry`). */
export const partitionedTables = ['outbox_event', 'audit_entry'] as const;
export type PartitionedTable = (typeof partitionedTables)[number];

/** One partition: its first day and the first day after it, in UTC. */
interface PartitionRange {
  readonly table: PartitionedTable;
  readonly firstDay: Temporal.PlainDate;
  readonly nextDay: Temporal.PlainDate;
}

/** Why partition work was postponed; the log shows it as the error's code. */
type PostponedCode = 'locked' | 'too-many-rows' | 'too-slow';

/** Partition work that could not be done now. Nothing is lost: rows go to the default partition meanwhile. */
export class PartitionWorkPostponed extends Error {
  override readonly name = 'PartitionWorkPostponed';
  readonly code: PostponedCode;
  constructor(code: PostponedCode, options?: ErrorOptions) {
    super(`partition work was postponed: ${code}`, options);
    this.code = code;
  }
}

const limitTime = plainStatement(
  `select set_config('statement_timeout', '${statementTimeoutMs}', true) as outcome`,
)([]);
const createPartition = plainStatement<Outcome<string>>(
  'select platform.create_partition($1, $2, $3) as outcome',
  'write',
);
const findOldestDefaultRow = plainStatement<Outcome<Temporal.Instant | null>>(
  'select platform.oldest_default_row($1) as outcome',
);
const dropPublished = plainStatement<Outcome<string>>(
  'select platform.drop_published_partition($1) as outcome',
  'write',
);
const deletePublished = plainStatement<Outcome<number>>(
  'select platform.delete_published_default_events($1, $2) as outcome',
  'write',
);

interface Outcome<Value> {
  readonly outcome: Value;
}

/**
 * Creates the partitions that will be needed, moves rows out of the default partitions and drops one outbox partition
 * whose events were all published. Returns how many partitions changed; repeat until 0.
 *
 * Throws PartitionWorkPostponed if another session has a lock, a default partition has too many rows or a statement is
 * too slow. Several workers may run it at the same time.
 */
export async function maintainPartitions(worker: Database, clock: Clock): Promise<number> {
  const today = clock.today('UTC');
  let hasTooManyRows = false;
  let changed = 0;
  const create = async (range: PartitionRange): Promise<void> => {
    const outcome = await run(worker, createPartition([range.table, range.firstDay, range.nextDay]));
    if (outcome === 'locked') throw new PartitionWorkPostponed('locked');
    if (outcome === 'too-many-rows') hasTooManyRows = true;
    if (outcome === 'created') changed += 1;
  };

  for (const range of rangesAhead(today)) await create(range);
  const retainedFrom = today.subtract({ days: outboxRetainedDays });
  const deleted = await run(worker, deletePublished([retainedFrom, deletedAtOnceMax]));
  if (deleted === deletedAtOnceMax) changed += 1;
  for (const table of partitionedTables) {
    const oldest = await run(worker, findOldestDefaultRow([table]));
    if (oldest !== null) await create(rangeOf(table, oldest.toZonedDateTimeISO('UTC').toPlainDate()));
  }
  const dropped = await run(worker, dropPublished([retainedFrom]));
  if (dropped === 'locked') throw new PartitionWorkPostponed('locked');
  if (dropped === 'dropped') changed += 1;
  if (changed === 0 && hasTooManyRows) throw new PartitionWorkPostponed('too-many-rows');
  return changed;
}

/** Today and the days ahead, this month and the months ahead. */
function rangesAhead(today: Temporal.PlainDate): readonly PartitionRange[] {
  return [
    ...Array.from({ length: outboxDaysAhead + 1 }, (_, days) => rangeOf('outbox_event', today.add({ days }))),
    ...Array.from({ length: auditMonthsAhead + 1 }, (_, months) =>
      rangeOf('audit_entry', today.with({ day: 1 }).add({ months })),
    ),
  ];
}

function rangeOf(table: PartitionedTable, day: Temporal.PlainDate): PartitionRange {
  const firstDay = table === 'outbox_event' ? day : day.with({ day: 1 });
  return { table, firstDay, nextDay: firstDay.add(table === 'outbox_event' ? { days: 1 } : { months: 1 }) };
}

/** One transaction per statement: only one partition is locked at a time. */
async function run<Value>(worker: Database, statement: Statement<Outcome<Value>>): Promise<Value> {
  const outcomes = await worker.flush([limitTime, statement]).catch((error: unknown) => {
    const { kind } = failureOf(error);
    if (kind !== 'retry' && kind !== 'timeout') throw error;
    throw new PartitionWorkPostponed('too-slow', { cause: error });
  });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the row of the last statement above
  const [row] = (outcomes.at(-1)?.rows ?? []) as readonly Outcome<Value>[];
  if (row === undefined) throw new Error('partition work returned no row');
  return row.outcome;
}

/** How far ahead the partitions of a table exist, and how many rows its default partition has. */
export interface PartitionState {
  readonly table: PartitionedTable;
  /** 0 if the present partition is missing. */
  readonly daysAhead: number;
  /** Stops at ten thousand. */
  readonly defaultRows: number;
}

interface StateRow {
  readonly table_name: PartitionedTable;
  readonly covered_until: Temporal.Instant | null;
  readonly default_rows: bigint;
}

const readState = plainStatement<StateRow>('select * from platform.partition_state($1)');

/** Reads the state of all tables that are partitioned by time. */
export async function readPartitionState(worker: Database, clock: Clock): Promise<readonly PartitionState[]> {
  const now = clock.now();
  const rows = await worker.query(readState([now]));
  return rows.map(({ table_name, covered_until, default_rows }) => ({
    table: table_name,
    daysAhead: covered_until === null ? 0 : now.until(covered_until).total('hours') / 24,
    defaultRows: Number(default_rows),
  }));
}
