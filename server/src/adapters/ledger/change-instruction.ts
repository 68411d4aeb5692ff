import type { Temporal } from 'temporal-polyfill';
import {
  canFollow,
  type InstructionStatus,
  type KnownState,
  type ReasonCode,
} from '#capabilities/core-banking/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Effects } from './effects.ts';
import {
  findInstruction,
  type InstructionRow,
  insertChange,
  statusOf,
  updateInstruction,
} from './instructions.store.ts';
import type { LedgerDeps } from './ledger-deps.ts';
import { type LockedInstruction, lockForInstruction, orderOf } from './lock-instruction.ts';
import { inTransaction, type LedgerTransaction } from './transaction.ts';

/** An instruction that the ledger has, locked with its accounts. */
export type KnownInstruction = LockedInstruction & { readonly row: InstructionRow };

/**
 * Runs a transaction about an instruction that the ledger has, and returns undefined for one that it has not. Which
 * accounts have to be locked never changes, so they are read without a lock.
 */
export async function withInstruction<Result>(
  deps: LedgerDeps,
  instructionId: string,
  run: (transaction: LedgerTransaction, locked: KnownInstruction) => Promise<Result>,
): Promise<Result | undefined> {
  const { bankId, database } = deps;
  return inTransaction(database, bankId, async (transaction) => {
    const [[found]] = await transaction.ask(findInstruction([bankId, instructionId]));
    if (found === undefined) return undefined;
    const { row, ...locked } = await lockForInstruction(deps, transaction, orderOf(found));
    return row && run(transaction, { ...locked, row });
  });
}

const noEffects: Effects = { dueAt: null, holdId: null };

/** Writes the new state of an instruction, which must follow the present one. */
export function writeState(
  { bankId }: LedgerDeps,
  transaction: LedgerTransaction,
  {
    effects = noEffects,
    now,
    reason,
    row,
    to,
  }: {
    readonly row: InstructionRow;
    readonly to: KnownState;
    readonly now: Temporal.Instant;
    readonly reason?: ReasonCode | undefined;
    readonly effects?: Effects;
  },
): InstructionStatus {
  const before = statusOf(row);
  if (!canFollow(before.state, to)) throw new Error(`an instruction cannot go from ${before.state} to ${to}`);
  const { executionDate, instructionId } = before;
  transaction.write(
    updateInstruction([bankId, instructionId, to, reason ?? null, effects.dueAt, effects.holdId, now]),
  );
  transaction.write(insertChange([bankId, 'instruction', instructionId, now]));
  return omitUndefined({ instructionId, state: to, reason, executionDate, changedAt: now });
}
