import { Problem } from '#platform/kernel/problem.ts';

/** Returns the literal of the problem that an action is rejected with; `done` if it succeeds. */
export async function refusalIn(action: Promise<unknown>): Promise<string> {
  try {
    await action;
    return 'done';
  } catch (error) {
    if (error instanceof Problem) return error.literal;
    throw error;
  }
}
