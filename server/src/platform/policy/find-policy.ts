import type { Reader } from '#platform/db/reader.ts';
import type { Policy } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/work/context.ts';
import { findPolicyValue } from './policy-changes.store.ts';

/** Returns the value that holds for the bank of a context now. Inside a command, `db` is its unit of work. */
export function findPolicy(
  db: Reader,
  { bankId, clock }: Pick<Context, 'bankId' | 'clock'>,
  policy: Policy,
): Promise<number> {
  return findPolicyValue(db, { bankId, at: clock.now() }, policy);
}
