import type { Submission } from '../domain/instruction.ts';
import type { CoreBank } from '../ports/core-bank.ts';
import { CoreFailure } from '../ports/core-failure.ts';

/**
 * Asks what became of an instruction that was submitted without an answer. `not-sent`: the core proves that it does not
 * have it, so it may be submitted again.
 */
export async function findOutcome(core: CoreBank, instructionId: string): Promise<Submission> {
  try {
    const status = await core.statusOf(instructionId);
    if (status !== 'not-known') return status;
    return core.isNotKnownProof ? 'not-sent' : 'unknown';
  } catch (error) {
    if (error instanceof CoreFailure) return 'unknown';
    throw error;
  }
}
