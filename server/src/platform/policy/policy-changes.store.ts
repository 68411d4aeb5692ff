import type { Temporal } from 'temporal-polyfill';
import {
  type BankChangeRow,
  bankChangeColumns,
  bankChangeIn,
  countingIn,
} from '#platform/bank-changes/change-rows.ts';
import type { Reader } from '#platform/db/reader.ts';
import { plainStatement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { Proposed } from '#platform/kernel/bank-change.ts';
import { type Policy, withinLimits } from '#platform/kernel/policy.ts';
import type { PolicyChange } from '#platform/kernel/policy-change.ts';
import type { ProblemFactory } from '#platform/kernel/problem.ts';

interface Row extends BankChangeRow {
  readonly name: string;
  readonly value: bigint | null;
}

const columns = `name, value, ${bankChangeColumns}`;
const counting = countingIn('platform.policy_change', ['name']);

const inForce = plainStatement<{ readonly value: bigint | null }>(
  `select value from platform.policy_change change
    where bank_id = $1 and name = $2 and effective_from <= $3 and ${counting}
    order by effective_from desc limit 1`,
);

/** The bank and the time of a question. */
export interface PolicyTime {
  readonly bankId: string;
  readonly at: Temporal.Instant;
}

/** Returns the value that holds for a bank at a time. It shares the round trip of other reads. */
export async function findPolicyValue(
  db: Reader,
  { at, bankId }: PolicyTime,
  policy: Policy,
): Promise<number> {
  const row = await db.first(inForce([bankId, policy.name, at]));
  const chosen = row?.value ?? undefined;
  return chosen === undefined ? policy.default : withinLimits(policy, Number(chosen));
}

const next = plainStatement<Row>(
  `select ${columns} from platform.policy_change change
    where bank_id = $1 and name = $2 and effective_from > $3 and ${counting}
    order by effective_from limit 1`,
);

/** Returns the approved change that will take effect next after a time. */
export async function findNextChange(
  db: Reader,
  { at, bankId }: PolicyTime,
  name: string,
): Promise<PolicyChange | undefined> {
  const row = await db.first(next([bankId, name, at]));
  return row && changeIn(row);
}

const proposedOf = plainStatement<Row>(
  `select ${columns} from platform.policy_change where bank_id = $1 and name = $2 and state = 'proposed' for update`,
  'lock',
);

/** Locks the change of a value that waits for its decision. */
export async function lockProposedChange(
  work: Writer,
  bankId: string,
  name: string,
): Promise<PolicyChange | undefined> {
  const row = await work.lock(proposedOf([bankId, name]));
  return row && changeIn(row);
}

const proposed = plainStatement<Row>(
  `select ${columns} from platform.policy_change where bank_id = $1 and state = 'proposed' order by name limit $2`,
);

/** Lists changes that wait for their decision. */
export async function listProposedChanges(
  db: Reader,
  bankId: string,
  max: number,
): Promise<readonly PolicyChange[]> {
  return (await db.rows(proposed([bankId, max]))).map(changeIn);
}

const history = plainStatement<Row>(
  `select ${columns} from platform.policy_change where bank_id = $1 and name = $2
    order by proposed_at desc, change_id desc limit $3`,
);

/** Lists the changes of a value, the newest first. */
export async function listPolicyChanges(
  db: Reader,
  bankId: string,
  { max, name }: { readonly name: string; readonly max: number },
): Promise<readonly PolicyChange[]> {
  return (await db.rows(history([bankId, name, max]))).map(changeIn);
}

const insert = plainStatement(
  `insert into platform.policy_change (bank_id, change_id, name, value, reason, state, proposed_by, proposed_at, effective_from)
   values ($1, $2, $3, $4, $5, 'proposed', $6, $7, $8)`,
  'write',
);

/** Inserts a proposal. One value has one proposal at a time. */
export function insertProposedChange(
  work: Writer,
  bankId: string,
  change: Proposed<PolicyChange>,
  isOpen: ProblemFactory,
): void {
  const { changeId, effectiveFrom, name, proposedAt, proposedBy, reason, value } = change;
  work.write(insert([bankId, changeId, name, value ?? null, reason, proposedBy, proposedAt, effectiveFrom]), {
    constraints: { policy_change_open: isOpen },
  });
}

const decide = plainStatement(
  `update platform.policy_change set state = $3, effective_from = $4, decided_by = $5, decided_at = $6
    where bank_id = $1 and change_id = $2 and state = 'proposed'`,
  'write',
);

/** Records a decision about a locked proposal. */
export function decideChange(work: Writer, bankId: string, change: PolicyChange): void {
  const { changeId, decidedAt, decidedBy, effectiveFrom, state } = change;
  work.write(decide([bankId, changeId, state, effectiveFrom, decidedBy, decidedAt]));
}

function changeIn(row: Row): PolicyChange {
  return {
    ...bankChangeIn(row),
    name: row.name,
    value: row.value === null ? undefined : Number(row.value),
  };
}
