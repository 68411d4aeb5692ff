import { plainStatement } from './statement.ts';
import type { Writer } from './writer.ts';

const names = `select 'customer ' || $1 || ' ' || number as name from unnest($2::text[]) as number order by 1`;
const shared = plainStatement(
  `select pg_advisory_xact_lock_shared(hashtextextended(sorted.name, 0)) from (${names}) as sorted`,
  'lock',
);
const exclusive = plainStatement(
  `select pg_advisory_xact_lock(hashtextextended(sorted.name, 0)) from (${names}) as sorted`,
  'lock',
);

/** Customers by their numbers. */
export interface LockedCustomers {
  readonly bankId: string;
  readonly customerNumbers: readonly string[];
}

/**
 * Locks customers against a change of what they may do, until the transaction ends. Commands that act for a customer
 * take it, and read what the customer may do only after it; they do not wait for each other.
 */
export async function lockCustomersShared(
  work: Writer,
  { bankId, customerNumbers }: LockedCustomers,
): Promise<void> {
  await work.lockAll(shared([bankId, customerNumbers]));
}

/**
 * Waits for the commands that act for these customers and keeps others out until the transaction ends: a command that
 * changes what a customer may do. Take it before the locks of signers, collections and payments.
 */
export async function lockCustomersExclusively(
  work: Writer,
  { bankId, customerNumbers }: LockedCustomers,
): Promise<void> {
  await work.lockAll(exclusive([bankId, customerNumbers]));
}
