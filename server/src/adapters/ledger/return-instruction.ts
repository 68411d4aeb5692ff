import { canFollow, type InstructionStatus, type ReasonCode } from '#capabilities/core-banking/index.ts';
import { withInstruction, writeState } from './change-instruction.ts';
import { bookReturn } from './effects.ts';
import { statusOf } from './instructions.store.ts';
import type { LedgerDeps } from './ledger-deps.ts';
import { orderOf } from './lock-instruction.ts';

/**
 * The bank of the creditor returns a settled transfer. Returned twice, it has one effect; a transfer between two
 * accounts of this bank cannot be returned, because no other bank has it.
 */
export async function returnInstruction(
  deps: LedgerDeps,
  instructionId: string,
  reason: ReasonCode,
): Promise<InstructionStatus | 'not-known' | 'not-returnable'> {
  const result = await withInstruction(deps, instructionId, async (transaction, locked) => {
    const { creditor, now, row } = locked;
    const status = statusOf(row);
    if (status.state === 'returned') return status;
    if (!canFollow(status.state, 'returned') || creditor !== undefined) return 'not-returnable' as const;
    await bookReturn(deps, transaction, { locked, order: orderOf(row) });
    return writeState(deps, transaction, { row, to: 'returned', reason, now });
  });
  return result ?? 'not-known';
}
