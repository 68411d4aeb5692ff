import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { rawQuery } from './tables.ts';

interface CustomerKey {
  readonly bankId: string;
  readonly customerNumber: string;
}

/** Who entered that a firm wants no verification for packages of payments, and when. */
export interface PayeeOptOut {
  readonly setBy: string;
  readonly setAt: Temporal.Instant;
}

const findRow = statement<CustomerKey>()(({ bankId, customerNumber }) =>
  rawQuery(sql<{ set_by: string; set_at: Temporal.Instant }>`
    select set_by, set_at from payments.payee_opt_out
     where bank_id = ${bankId} and customer_number = ${customerNumber}`),
);

export async function findOptOut(db: Reader, key: CustomerKey): Promise<PayeeOptOut | undefined> {
  const row = await db.first(findRow(key));
  return row && { setBy: row.set_by, setAt: row.set_at };
}

/** Whether a firm wants no verification for packages of payments. */
export async function hasOptedOut(db: Reader, key: CustomerKey): Promise<boolean> {
  return (await findOptOut(db, key)) !== undefined;
}

const insertRow = statement<CustomerKey & PayeeOptOut>('write')(({ bankId, customerNumber, setAt, setBy }) =>
  rawQuery(sql`
      insert into payments.payee_opt_out (bank_id, customer_number, set_by, set_at)
      values (${bankId}, ${customerNumber}, ${setBy}, ${setAt})
      on conflict (bank_id, customer_number) do nothing`),
);

/** Enters that a firm opts out. An earlier entry stays. */
export function insertOptOut(work: Writer, optOut: CustomerKey & PayeeOptOut): void {
  work.write(insertRow(optOut));
}

const deleteRow = statement<CustomerKey>('write')(({ bankId, customerNumber }) =>
  rawQuery(sql<{ customer_number: string }>`
    delete from payments.payee_opt_out where bank_id = ${bankId} and customer_number = ${customerNumber}
    returning customer_number`),
);

/** Enters that a firm opts in again; returns whether it had opted out. */
export async function deleteOptOut(work: Writer, key: CustomerKey): Promise<boolean> {
  return (await work.executeAll(deleteRow(key))).length > 0;
}

interface Renaming extends CustomerKey {
  readonly survivor: string;
}

const copyRow = statement<Renaming>('write')(({ bankId, customerNumber, survivor }) =>
  rawQuery(sql<{ customer_number: string }>`
    insert into payments.payee_opt_out (bank_id, customer_number, set_by, set_at)
    select bank_id, ${survivor}, set_by, set_at from payments.payee_opt_out
     where bank_id = ${bankId} and customer_number = ${customerNumber}
    on conflict (bank_id, customer_number) do nothing
    returning customer_number`),
);

/** Copies what the contract of a merged record says to the surviving one; an entry of that one stays. */
export async function copyOptOut(work: Writer, renaming: Renaming): Promise<void> {
  await work.executeAll(copyRow(renaming));
}
