import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { Unsealable } from '#platform/crypto/envelope.ts';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { type PaymentRow, type StoredPayment, toStored } from './payment-rows.ts';
import type { PaymentsVault } from './payments-vault.ts';
import { type StandingState, toStandingState } from './standing-orders.store.ts';
import { rawQuery } from './tables.ts';

interface OwnerCriteria {
  readonly bankId: string;
  readonly owners: readonly string[];
  readonly listMax: number;
}

type OrderRow = PaymentRow & {
  readonly next_date: Temporal.PlainDate | null;
  readonly suspended_at: Temporal.Instant | null;
  readonly suspension_reason: string | null;
  readonly has_paid: boolean;
  readonly has_failed: boolean;
};

/** A standing order with how far it is. */
export interface StandingRecord extends StandingState {
  readonly stored: StoredPayment;
  readonly endedAt: Temporal.Instant | undefined;
}

/** An order whose seal is broken hides no other: its worker finds it, rejects it and logs it. */
function recordsIn(row: OrderRow, vault: PaymentsVault): readonly StandingRecord[] {
  try {
    const endedAt = row.ended_at ?? undefined;
    const state = toStandingState({ ...row, planned_date: row.next_date });
    return [{ stored: toStored(row, vault), endedAt, ...state }];
  } catch (error) {
    if (error instanceof Unsealable) return [];
    throw error;
  }
}

/** Counts the null: with a plain condition, the planner may read the index of all open payments. */
const running = statement<OwnerCriteria>()(({ bankId, listMax, owners }) =>
  rawQuery(sql<OrderRow>`
    select p.*, s.planned_date as next_date, s.suspended_at, s.suspension_reason,
           s.has_paid, s.has_failed
      from payments.payment p join payments.standing_order s
        on s.bank_id = p.bank_id and s.payment_id = p.payment_id
     where p.bank_id = ${bankId} and p.owner = any(${owners}::text[]) and p.service = 'periodic-payments'
       and p.approved_at is not null and num_nulls(p.ended_at) = 1
     order by p.created_at desc limit ${listMax}`),
);

/** Lists the standing orders of customers that pay, or will. */
export async function listRunningOrders(
  db: Reader,
  vault: PaymentsVault,
  criteria: OwnerCriteria,
): Promise<readonly StandingRecord[]> {
  return (await db.rows(running(criteria))).flatMap((row) => recordsIn(row, vault));
}

const runningIds = statement<OwnerCriteria>()(({ bankId, listMax, owners }) =>
  rawQuery(sql<{ payment_id: string }>`
    select payment_id from payments.payment
     where bank_id = ${bankId} and owner = any(${owners}::text[]) and service = 'periodic-payments'
       and approved_at is not null and num_nulls(ended_at) = 1
     order by created_at desc limit ${listMax}`),
);

/** The same without opening them: also an order whose seal is broken can be ended. */
export async function listRunningIds(db: Reader, criteria: OwnerCriteria): Promise<readonly string[]> {
  return (await db.rows(runningIds(criteria))).map((row) => row.payment_id);
}

const ended = statement<OwnerCriteria>()(({ bankId, listMax, owners }) =>
  rawQuery(sql<OrderRow>`
    select p.*, s.planned_date as next_date, s.suspended_at, s.suspension_reason,
           s.has_paid, s.has_failed
      from payments.payment p join payments.standing_order s
        on s.bank_id = p.bank_id and s.payment_id = p.payment_id
     where p.bank_id = ${bankId} and p.owner = any(${owners}::text[]) and p.service = 'periodic-payments'
       and p.approved_at is not null and p.ended_at is not null
     order by p.created_at desc limit ${listMax}`),
);

/** Lists the approved standing orders of customers that have ended, as long as they are kept. */
export async function listEndedOrders(
  db: Reader,
  vault: PaymentsVault,
  criteria: OwnerCriteria,
): Promise<readonly StandingRecord[]> {
  return (await db.rows(ended(criteria))).flatMap((row) => recordsIn(row, vault));
}
