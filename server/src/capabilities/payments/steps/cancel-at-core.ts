import { type CoreBank, CoreFailure, type InstructionStatus } from '#capabilities/core-banking/index.ts';
import type { Context } from '#platform/work/context.ts';
import { recordCoreState } from './record-core-state.ts';

/**
 * What the core says to a cancellation: how far the instruction is, also if it is too late; `held-back` if it never had
 * it, and refuses it if it arrives later; `away` if it did not answer.
 */
export type CoreCancellation = InstructionStatus | 'held-back' | 'away';

/** Asks the core to cancel an instruction. Asked again, it gives the same answer. */
export async function cancelInstruction(core: CoreBank, instructionId: string): Promise<CoreCancellation> {
  try {
    const { status } = await core.cancel(instructionId, instructionId);
    return status ?? 'held-back';
  } catch (error) {
    if (error instanceof CoreFailure) return 'away';
    throw error;
  }
}

/**
 * Asks the core to cancel a released payment, and records what the core has. After `held-back` the caller may cancel or
 * reject the payment; after `away` nothing is known.
 */
export async function cancelAtCore(
  ctx: Context,
  core: CoreBank | undefined,
  paymentId: string,
): Promise<'recorded' | 'held-back' | 'away'> {
  const answer = core === undefined ? 'away' : await cancelInstruction(core, paymentId);
  if (typeof answer === 'string') return answer;
  await recordCoreState(ctx, { ...answer, paymentId });
  return 'recorded';
}
