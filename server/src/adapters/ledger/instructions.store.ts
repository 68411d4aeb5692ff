import type { Temporal } from 'temporal-polyfill';
import { type InstructionStatus, knownStates, reasonCodes } from '#capabilities/core-banking/index.ts';
import { plainStatement } from '#platform/db/statement.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { oneOf } from './stored-values.ts';

/**
 * Serializes everything that happens to one instruction, also before it exists: a cancellation may overtake its
 * submission. Taken before the accounts are locked.
 */
export const lockInstruction = plainStatement(
  "select pg_advisory_xact_lock(hashtextextended('ledger instruction ' || $1 || ' ' || $2, 0))",
  'lock',
);

export interface StatusRow {
  readonly instruction_id: string;
  readonly state: string;
  readonly reason: string | null;
  readonly execution_date: Temporal.PlainDate;
  readonly changed_at: Temporal.Instant;
}

export interface InstructionRow extends StatusRow {
  readonly product: string;
  readonly debtor_account_id: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly creditor_scheme: string;
  readonly creditor_account: string;
  readonly creditor_name: string;
  readonly creditor_agent: string | null;
  readonly end_to_end_id: string | null;
  readonly remittance: string | null;
  readonly content_hash: Buffer;
  readonly due_at: Temporal.Instant | null;
  readonly hold_id: string | null;
}

export const findInstruction = plainStatement<InstructionRow>(
  `select instruction_id, state, reason, execution_date, changed_at, product, debtor_account_id, currency, amount,
          creditor_scheme, creditor_account, creditor_name, creditor_agent, end_to_end_id, remittance, content_hash,
          due_at, hold_id
     from ledger.instruction where bank_id = $1 and instruction_id = $2`,
);

export const findStatus = plainStatement<StatusRow>(
  `select instruction_id, state, reason, execution_date, changed_at
     from ledger.instruction where bank_id = $1 and instruction_id = $2`,
);

export const findStatuses = plainStatement<StatusRow>(
  `select instruction_id, state, reason, execution_date, changed_at
     from ledger.instruction where bank_id = $1 and instruction_id = any($2::uuid[])`,
);

export function statusOf(row: StatusRow): InstructionStatus {
  return omitUndefined({
    instructionId: row.instruction_id,
    state: oneOf(knownStates, row.state),
    reason: row.reason === null ? undefined : oneOf(reasonCodes, row.reason),
    executionDate: row.execution_date,
    changedAt: row.changed_at,
  });
}

export const insertInstruction = plainStatement(
  `insert into ledger.instruction (bank_id, instruction_id, product, debtor_account_id, currency, amount,
     creditor_scheme, creditor_account, creditor_name, creditor_agent, end_to_end_id, remittance, content_hash, state,
     reason, execution_date, due_at, hold_id, created_at, changed_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19)`,
  'write',
);

export const updateInstruction = plainStatement(
  `update ledger.instruction set state = $3, reason = $4, due_at = $5, hold_id = $6, changed_at = $7
    where bank_id = $1 and instruction_id = $2`,
  'write',
);

/** Instructions whose next step is due, the longest waiting first; of one moment in the order of their submission. */
export const listDue = plainStatement<{ readonly instruction_id: string }>(
  `select instruction_id from ledger.instruction
    where bank_id = $1 and due_at <= $2 and instruction_id <> all($3::uuid[]) order by due_at, instruction_no limit $4`,
);

export const listCancellations = plainStatement<{
  readonly cancellation_id: string;
  readonly outcome: string;
}>('select cancellation_id, outcome from ledger.cancellation where bank_id = $1 and instruction_id = $2');

export const insertCancellation = plainStatement(
  `insert into ledger.cancellation (bank_id, instruction_id, cancellation_id, outcome, requested_at)
   values ($1, $2, $3, $4, $5)`,
  'write',
);

export const insertChange = plainStatement(
  'insert into ledger.change (bank_id, kind, subject_id, changed_at) values ($1, $2, $3, $4)',
  'write',
);

export interface ChangeRow {
  readonly transaction_no: bigint;
  readonly change_no: bigint;
  readonly kind: string;
  /** Instruction or account; null if a customer was active. */
  readonly subject_id: string | null;
  readonly customer_number: string | null;
}

/**
 * Changes after a position. Those of transactions that run still, or began after one that runs, are left for later: a
 * reader that had passed them would never see them.
 */
export const listChanges = plainStatement<ChangeRow>(
  `select transaction_no, change_no, kind, subject_id, customer_number from ledger.change
    where bank_id = $1 and (transaction_no, change_no) > ($2::bigint, $3::bigint)
      and transaction_no < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    order by transaction_no, change_no limit $4`,
);
