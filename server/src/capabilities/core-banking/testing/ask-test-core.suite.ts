import type { ProblemFactory } from '#platform/kernel/problem.ts';
import { CoreFailure } from '../ports/core-failure.ts';

/** Asks a core in a test, as the ports of a capability do: a core that is away becomes a problem of the capability. */
export async function askTestCore<Answer>(
  coreAway: ProblemFactory,
  question: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await question();
  } catch (error) {
    throw error instanceof CoreFailure ? coreAway() : error;
  }
}
