import type { Instruction, Submission } from '../domain/instruction.ts';
import type { CoreBank } from '../ports/core-bank.ts';
import { CoreFailure } from '../ports/core-failure.ts';
import { findOutcome } from './find-outcome.ts';

/**
 * Submits an instruction. A call without an answer is never repeated blindly: the core is asked first, and only its
 * proof that it does not have the instruction allows a second submission, which is the last.
 */
export async function submitInstruction(core: CoreBank, instruction: Instruction): Promise<Submission> {
  const first = await trySubmit(core, instruction);
  if (first !== 'unknown') return first;
  const found = await findOutcome(core, instruction.instructionId);
  return found === 'not-sent' ? trySubmit(core, instruction) : found;
}

async function trySubmit(core: CoreBank, instruction: Instruction): Promise<Submission> {
  try {
    return await core.submit(instruction);
  } catch (error) {
    if (error instanceof CoreFailure) return error.certainty;
    throw error;
  }
}
