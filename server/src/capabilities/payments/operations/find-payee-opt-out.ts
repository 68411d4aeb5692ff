import { resolveSurvivors } from '#capabilities/party/index.ts';
import type { Context } from '#platform/work/context.ts';
import { findOptOut, type PayeeOptOut } from '../store/payee-opt-outs.store.ts';

/** Returns who entered that a firm opts out, and when; undefined if it does not. */
export async function findPayeeOptOut(
  { bankId, db }: Context,
  customerNumber: string,
): Promise<PayeeOptOut | undefined> {
  const survivors = await resolveSurvivors(db, { bankId, customerNumbers: [customerNumber] });
  return findOptOut(db, { bankId, customerNumber: survivors.get(customerNumber) ?? customerNumber });
}
