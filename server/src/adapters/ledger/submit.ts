import { createHash } from 'node:crypto';
import {
  contentOf,
  type Instruction,
  InstructionConflict,
  type InstructionStatus,
} from '#capabilities/core-banking/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { decide } from './decide.ts';
import { applyDecision, type Effects } from './effects.ts';
import { insertChange, insertInstruction, statusOf } from './instructions.store.ts';
import type { LedgerDeps } from './ledger-deps.ts';
import { type LockedInstruction, lockForInstruction } from './lock-instruction.ts';
import { inTransaction, type LedgerTransaction } from './transaction.ts';

/** Takes an instruction over, or returns its status if it was submitted before. */
export async function submit(deps: LedgerDeps, instruction: Instruction): Promise<InstructionStatus> {
  const contentHash = createHash('sha256').update(contentOf(instruction)).digest();
  return inTransaction(deps.database, deps.bankId, async (transaction) => {
    const locked = await lockForInstruction(deps, transaction, instruction);
    if (locked.row !== undefined) {
      if (!locked.row.content_hash.equals(contentHash)) {
        throw new InstructionConflict(instruction.instructionId);
      }
      return statusOf(locked.row);
    }
    const { effects, status } = await takeOver(deps, transaction, { instruction, locked });
    transaction.write(
      insertInstruction([
        deps.bankId,
        instruction.instructionId,
        instruction.product,
        instruction.debtorAccountId,
        instruction.amount.currency,
        instruction.amount.minor,
        instruction.creditor.account.scheme,
        instruction.creditor.account.id,
        instruction.creditor.name,
        instruction.creditor.agent ?? null,
        instruction.endToEndId ?? null,
        instruction.remittance ?? null,
        contentHash,
        status.state,
        status.reason ?? null,
        status.executionDate,
        effects.dueAt,
        effects.holdId,
        status.changedAt,
      ]),
    );
    transaction.write(insertChange([deps.bankId, 'instruction', status.instructionId, status.changedAt]));
    return status;
  });
}

/** Decides, and does what was decided. An instruction that was cancelled before it arrived moves nothing. */
async function takeOver(
  deps: LedgerDeps,
  transaction: LedgerTransaction,
  { instruction, locked }: { readonly instruction: Instruction; readonly locked: LockedInstruction },
): Promise<{ readonly effects: Effects; readonly status: InstructionStatus }> {
  const { instructionId } = instruction;
  const { now } = locked;
  if (locked.isCancelled) {
    const executionDate = now.toZonedDateTimeISO(deps.rules.zone).toPlainDate();
    return {
      effects: { dueAt: null, holdId: null },
      status: { instructionId, state: 'cancelled', reason: 'CUST', executionDate, changedAt: now },
    };
  }
  const { creditor, debtor } = locked;
  const { amount, product, requestedDate } = instruction;
  const decision = decide({
    ...omitUndefined({ requestedDate }),
    amount,
    product,
    creditor,
    debtor,
    now,
    rules: deps.rules,
  });
  const effects = await applyDecision(deps, transaction, { decision, locked, order: instruction });
  const { executionDate, state } = decision;
  const reason = decision.state === 'rejected' ? decision.reason : undefined;
  return { effects, status: omitUndefined({ instructionId, state, reason, executionDate, changedAt: now }) };
}
