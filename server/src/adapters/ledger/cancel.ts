import { type Cancellation, isCancellable } from '#capabilities/core-banking/index.ts';
import { changeBalances } from './accounts.store.ts';
import { type KnownInstruction, writeState } from './change-instruction.ts';
import { releaseHold } from './entries.store.ts';
import {
  findInstruction,
  insertCancellation,
  listCancellations,
  lockInstruction,
  statusOf,
} from './instructions.store.ts';
import type { LedgerDeps } from './ledger-deps.ts';
import { lockForInstruction, orderOf } from './lock-instruction.ts';
import { oneOf } from './stored-values.ts';
import { inTransaction, type LedgerTransaction } from './transaction.ts';

const outcomes = ['cancelled', 'too-late'] as const;

/** Cancels an instruction, also one that has not arrived. */
export async function cancel(
  deps: LedgerDeps,
  instructionId: string,
  cancellationId: string,
): Promise<Cancellation> {
  const { bankId, clock, database } = deps;
  return inTransaction(database, bankId, async (transaction) => {
    const [, [found], cancellations] = await transaction.ask(
      lockInstruction([bankId, instructionId]),
      findInstruction([bankId, instructionId]),
      listCancellations([bankId, instructionId]),
    );
    const earlier = cancellations.find((one) => one.cancellation_id === cancellationId);
    if (earlier !== undefined) {
      const outcome = oneOf(outcomes, earlier.outcome);
      return found === undefined ? { outcome } : { outcome, status: statusOf(found) };
    }
    const record = (outcome: Cancellation['outcome']): void =>
      transaction.write(insertCancellation([bankId, instructionId, cancellationId, outcome, clock.now()]));
    if (found === undefined) {
      record('cancelled');
      return { outcome: 'cancelled' };
    }
    const { row, ...locked } = await lockForInstruction(deps, transaction, orderOf(found));
    const status = statusOf(row ?? found);
    if (row === undefined || !isCancellable(status.state)) {
      const outcome = status.state === 'cancelled' ? 'cancelled' : 'too-late';
      record(outcome);
      return { outcome, status };
    }
    record('cancelled');
    return { outcome: 'cancelled', status: undo(deps, transaction, { ...locked, row }) };
  });
}

/** Releases what an instruction has reserved. */
function undo(
  deps: LedgerDeps,
  transaction: LedgerTransaction,
  { now, row }: KnownInstruction,
): ReturnType<typeof writeState> {
  release(deps, transaction, row, now);
  return writeState(deps, transaction, { row, to: 'cancelled', reason: 'CUST', now });
}

function release(
  { bankId }: LedgerDeps,
  transaction: LedgerTransaction,
  { amount, currency, debtor_account_id, hold_id }: KnownInstruction['row'],
  now: KnownInstruction['now'],
): void {
  if (hold_id === null) return;
  transaction.write(releaseHold([bankId, hold_id]));
  transaction.write(changeBalances([bankId, [debtor_account_id], [currency], [0n], [-amount], now]));
}
