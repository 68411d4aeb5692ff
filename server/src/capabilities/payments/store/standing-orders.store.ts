import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { type PaymentReason, reasonOf } from '../domain/payment.ts';
import type { ExecutionCounts } from '../domain/standing-order.ts';
import { rawQuery, tables } from './tables.ts';

interface OrderKey {
  readonly bankId: string;
  readonly paymentId: string;
}

const insert = statement<OrderKey>('write')(({ bankId, paymentId }) =>
  tables.insertInto('standing_order').values({
    bank_id: bankId,
    payment_id: paymentId,
    planned_date: null,
    due_at: null,
    suspended_at: null,
    suspension_reason: null,
    has_paid: false,
    has_failed: false,
  }),
);

/** Inserts what a standing order has beside its payment. */
export function insertStandingOrder(work: Writer, key: OrderKey): void {
  work.write(insert(key));
}

/** Why a standing order cannot pay. */
export interface Suspension {
  readonly since: Temporal.Instant;
  readonly reason: PaymentReason;
}

/** How far a standing order is. */
export interface StandingState {
  /** The day that is executed next; undefined before the order was taken up, and after its last day. */
  readonly plannedDate: Temporal.PlainDate | undefined;
  readonly suspension: Suspension | undefined;
  /** Whether a day was ever paid, and whether one was not. */
  readonly hasPaid: boolean;
  readonly hasFailed: boolean;
}

interface StandingColumns {
  readonly has_paid: boolean;
  readonly has_failed: boolean;
  readonly planned_date: Temporal.PlainDate | null;
  readonly suspended_at: Temporal.Instant | null;
  readonly suspension_reason: string | null;
}

/** Reads the columns of a standing order. */
export function toStandingState(row: StandingColumns): StandingState {
  const { planned_date, suspended_at: since, suspension_reason } = row;
  return {
    plannedDate: planned_date ?? undefined,
    suspension: since === null ? undefined : { since, reason: reasonOf(suspension_reason ?? undefined) },
    hasPaid: row.has_paid,
    hasFailed: row.has_failed,
  };
}

const columns = ['planned_date', 'suspended_at', 'suspension_reason', 'has_paid', 'has_failed'] as const;

const find = statement<OrderKey>()(({ bankId, paymentId }) =>
  tables
    .selectFrom('standing_order')
    .select(columns)
    .where('bank_id', '=', bankId)
    .where('payment_id', '=', paymentId),
);

export async function findStandingState(db: Reader, key: OrderKey): Promise<StandingState | undefined> {
  const row = await db.first(find(key));
  return row && toStandingState(row);
}

const lock = statement<OrderKey>('lock')(({ bankId, paymentId }) =>
  tables
    .selectFrom('standing_order')
    .select(columns)
    .where('bank_id', '=', bankId)
    .where('payment_id', '=', paymentId)
    .forUpdate(),
);

/** Locks how far a standing order is; after its payment. */
export async function lockStandingState(work: Writer, key: OrderKey): Promise<StandingState | undefined> {
  const row = await work.lock(lock(key));
  return row && toStandingState(row);
}

interface Position extends OrderKey {
  readonly plannedDate: Temporal.PlainDate | undefined;
  /** Undefined: a worker has nothing more to do with it. */
  readonly dueAt: Temporal.Instant | undefined;
}

const move = statement<Position>('write')(({ bankId, dueAt, paymentId, plannedDate }) =>
  tables
    .updateTable('standing_order')
    .set({ planned_date: plannedDate ?? null, due_at: dueAt ?? null })
    .where('bank_id', '=', bankId)
    .where('payment_id', '=', paymentId),
);

/** Saves what a locked standing order does next, and when. */
export function moveStandingOrder(work: Writer, position: Position): void {
  work.write(move(position), { rows: { count: 1, otherwise: standardProblems.conflict } });
}

const queue = statement<OrderKey & { readonly dueAt: Temporal.Instant }>('write')(
  ({ bankId, dueAt, paymentId }) =>
    tables
      .updateTable('standing_order')
      .set({ due_at: dueAt })
      .where('bank_id', '=', bankId)
      .where('payment_id', '=', paymentId),
);

/** Gives an approved standing order to the workers. */
export function queueStandingOrder(
  work: Writer,
  order: OrderKey & { readonly dueAt: Temporal.Instant },
): void {
  work.write(queue(order), { rows: { count: 1, otherwise: standardProblems.conflict } });
}

interface Postponement extends OrderKey {
  readonly until: Temporal.Instant;
}

/** Counts the null: with a plain condition, the planner may read the index of all orders that wait. */
const postpone = statement<Postponement>('write')(({ bankId, paymentId, until }) =>
  rawQuery(sql`
    update payments.standing_order set due_at = ${until}
     where bank_id = ${bankId} and payment_id = ${paymentId} and num_nulls(due_at) = 0`),
);

/** Prolongs the lease of a standing order that waits. */
export async function postponeStandingOrder(db: Autocommit, postponement: Postponement): Promise<void> {
  await db.execute(postpone(postponement));
}

const endQueue = statement<OrderKey>('write')(({ bankId, paymentId }) =>
  tables
    .updateTable('standing_order')
    .set({ due_at: null })
    .where('bank_id', '=', bankId)
    .where('payment_id', '=', paymentId),
);

/** Takes a standing order that has ended out of the queue. */
export async function endStandingQueue(db: Autocommit, key: OrderKey): Promise<void> {
  await db.execute(endQueue(key));
}

interface ClaimCriteria {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly listMax: number;
  readonly except: readonly string[];
}

/** An array, not a list to join with: the planner would read the whole table for it while many are due. */
const claim = statement<ClaimCriteria>('write')(({ bankId, except, listMax, now, until }) =>
  rawQuery(sql<{ payment_id: string }>`
    update payments.standing_order set due_at = ${until}
     where bank_id = ${bankId} and payment_id = any(array(
       select payment_id from payments.standing_order
        where bank_id = ${bankId} and due_at <= ${now}
          and payment_id not in (select unnest(${except}::uuid[]))
        order by due_at limit ${listMax} for update skip locked))
    returning payment_id`),
);

/** Leases standing orders that are due, the longest waiting first. */
export async function claimDueOrders(db: Autocommit, criteria: ClaimCriteria): Promise<readonly string[]> {
  return (await db.executeAll(claim(criteria))).map((row) => row.payment_id);
}

interface SuspensionRow extends OrderKey {
  readonly since: Temporal.Instant | null;
  readonly reason: PaymentReason | null;
}

const suspend = statement<SuspensionRow>('write')(({ bankId, paymentId, reason, since }) =>
  tables
    .updateTable('standing_order')
    .set({ suspended_at: since, suspension_reason: reason })
    .where('bank_id', '=', bankId)
    .where('payment_id', '=', paymentId),
);

/** Records since when and why a standing order cannot pay, or that it can again. */
export function updateSuspension(work: Writer, key: OrderKey, suspension: Suspension | undefined): void {
  work.write(suspend({ ...key, since: suspension?.since ?? null, reason: suspension?.reason ?? null }), {
    rows: { count: 1, otherwise: standardProblems.conflict },
  });
}

const findLast = statement<OrderKey>()(({ bankId, paymentId }) =>
  rawQuery(sql<{ status: string; reason: string | null }>`
    select status, reason from payments.payment
     where bank_id = ${bankId} and standing_order_id = ${paymentId} and ended_at is not null
     order by planned_date desc limit 1`),
);

/** Returns what became of the last execution of an order that has ended: paid, or why it was not. */
export async function findLastOutcome(
  db: Reader,
  key: OrderKey,
): Promise<'paid' | PaymentReason | undefined> {
  const row = await db.first(findLast(key));
  if (row === undefined) return undefined;
  return row.reason === null ? 'paid' : reasonOf(row.reason);
}

interface OutcomeRow extends OrderKey {
  readonly hasPaid: boolean;
  readonly hasFailed: boolean;
}

const remember = statement<OutcomeRow>('write')(({ bankId, hasFailed, hasPaid, paymentId }) =>
  rawQuery(sql`
    update payments.standing_order set has_paid = has_paid or ${hasPaid}, has_failed = has_failed or ${hasFailed}
     where bank_id = ${bankId} and payment_id = ${paymentId}`),
);

/** Remembers what became of a day, for the end of the order: executions are deleted long before. */
export function rememberOutcome(work: Writer, outcome: OutcomeRow): void {
  work.write(remember(outcome), { rows: { count: 1, otherwise: standardProblems.conflict } });
}

const count = statement<OrderKey>()(({ bankId, paymentId }) =>
  rawQuery(sql<{ executed: number; open: number; stopped: number }>`
    select count(*) filter (where status in ('ACSC', 'ACCC'))::int as executed,
           count(*) filter (where ended_at is null)::int as open,
           count(*) filter (where status in ('RJCT', 'CANC'))::int as stopped
      from payments.payment where bank_id = ${bankId} and standing_order_id = ${paymentId}`),
);

/** Counts what became of the executions of a standing order; `open` are those that have not ended. */
export async function countExecutions(
  db: Reader,
  key: OrderKey,
): Promise<ExecutionCounts & { readonly open: number }> {
  return (await db.first(count(key))) ?? { executed: 0, open: 0, stopped: 0 };
}
