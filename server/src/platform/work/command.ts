import { setTimeout } from 'node:timers/promises';
import { failureOf } from '#platform/db/failure.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from './context.ts';
import { findStoredAnswer, keyConstraint, Replayed } from './idempotency.ts';
import { type RefusedByDatabase, UnitOfWork, type Work } from './unit-of-work.ts';

const attemptsMax = 3;
/** Whoever stood in the way must come through first: at once, the loser of a deadlock would start the next one. */
const pauseMs = 20;

/**
 * Runs one command: `decide` loads, decides and collects; then everything it collected leaves in one flush of named
 * statements, together with the idempotency key, the audit entry and the events. A command that met another one
 * on its way is run again from the start.
 */
export async function runCommand<Result>(
  context: Context,
  decide: (work: Work) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const command = new UnitOfWork(context);
    try {
      const result = await decide(command);
      await command.save(result);
      command.throwRefusal();
      return result;
    } catch (error) {
      await command.abandon(failureOf(error).kind === 'lost' ? 'unknown' : 'clean');
      const verdict = await judge(context, command, error);
      if (verdict !== 'again') throw verdict;
      if (attempt === attemptsMax) throw standardProblems['service-unavailable']({ retryAfterSeconds: 1 });
      await setTimeout(pauseMs * attempt);
    }
  }
}

/** What to make of an attempt that failed: run again, or tell the caller. */
async function judge(context: Context, command: UnitOfWork, error: unknown): Promise<'again' | Error> {
  if (error instanceof Problem) return judgeProblem(context, command, error);
  const failure = failureOf(error);
  switch (failure.kind) {
    case 'retry':
      return 'again';
    case 'row-count':
    case 'constraint':
      return (await judgeRefusal(context, command, failure)) ?? asError(error);
    case 'lost':
      return judgeLost(context, command);
    case 'bug':
      return asError(error);
  }
}

/** A repeated command may find its own earlier effect in the way; then the earlier answer is the answer. */
async function judgeProblem(context: Context, command: UnitOfWork, problem: Problem): Promise<Error> {
  return (command.isSaved ? undefined : await findReplay(context)) ?? problem;
}

async function judgeRefusal(
  context: Context,
  command: UnitOfWork,
  failure: RefusedByDatabase,
): Promise<'again' | Error | undefined> {
  if (failure.kind === 'constraint' && failure.constraint === keyConstraint) {
    return (await findReplay(context)) ?? 'again';
  }
  return command.problemOf(failure);
}

/**
 * A COMMIT that was lost on the way is an unknown outcome, settled by the key: the second attempt either finds the
 * first one's record or waits for it. Without a key only the caller can find out.
 */
function judgeLost(context: Context, command: UnitOfWork): 'again' | Error {
  if (context.idempotency !== undefined || !command.isSaving) return 'again';
  return standardProblems['service-unavailable']({ retryAfterSeconds: 1, details: { outcome: 'unknown' } });
}

async function findReplay(context: Context): Promise<Error | undefined> {
  if (context.idempotency === undefined) return undefined;
  const stored = await findStoredAnswer(context, context.idempotency.key);
  if (stored === undefined) return undefined;
  return stored.requestHash.equals(context.idempotency.requestHash)
    ? new Replayed(stored.answer)
    : standardProblems['idempotency-key-reused']();
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('not an error', { cause: error });
}
