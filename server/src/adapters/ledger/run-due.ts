import { type KnownInstruction, withInstruction, writeState } from './change-instruction.ts';
import { decide } from './decide.ts';
import { applyDecision, bookTransfer } from './effects.ts';
import { listDue } from './instructions.store.ts';
import type { LedgerDeps } from './ledger-deps.ts';
import { orderOf } from './lock-instruction.ts';
import type { LedgerTransaction } from './transaction.ts';

const batch = 200;

/** Outcome of a run. Failed ones are tried again in the next run and stop no other. */
export interface DueRun {
  readonly done: number;
  readonly failures: readonly unknown[];
}

/** Executes pending instructions whose day has come, and settles accepted ones whose cycle has. */
export async function runDue(deps: LedgerDeps): Promise<DueRun> {
  const { bankId, clock, database } = deps;
  const failures = new Map<string, unknown>();
  let done = 0;
  while (failures.size < batch) {
    const due = await database
      .forBank(bankId)
      .rows(listDue([bankId, clock.now(), [...failures.keys()], batch]));
    if (due.length === 0) break;
    for (const { instruction_id: instructionId } of due) {
      try {
        await withInstruction(deps, instructionId, (transaction, locked) => step(deps, transaction, locked));
        done += 1;
        // One instruction that cannot be processed must not stop the others.
      } catch (error) {
        failures.set(instructionId, error);
      }
    }
  }
  return { done, failures: [...failures.values()] };
}

/** The next step of an instruction, if it is due still: another process may have done it. */
async function step(
  deps: LedgerDeps,
  transaction: LedgerTransaction,
  locked: KnownInstruction,
): Promise<void> {
  const { now, row } = locked;
  if (row.due_at === null || row.due_at.epochMilliseconds > now.epochMilliseconds) return;
  const order = orderOf(row);
  if (row.hold_id !== null) {
    // Money is reserved only for creditors elsewhere, and is cleared even if the creditor got an account here since.
    const elsewhere = { ...locked, creditor: undefined };
    await bookTransfer(deps, transaction, { locked: elsewhere, order, holdId: row.hold_id });
    writeState(deps, transaction, { row, to: 'settled', now });
    return;
  }
  const { amount, product } = order;
  const { creditor, debtor } = locked;
  const decision = decide({
    amount,
    product,
    creditor,
    debtor,
    now,
    rules: deps.rules,
    executionDate: row.execution_date,
  });
  // Its day has come, so it cannot be pending again.
  if (decision.state === 'pending') return;
  const effects = await applyDecision(deps, transaction, { decision, locked, order });
  const reason = decision.state === 'rejected' ? decision.reason : undefined;
  writeState(deps, transaction, { row, to: decision.state, reason, now, effects });
}
