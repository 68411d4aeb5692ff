import { setTimeout } from 'node:timers/promises';
import { failureOf } from '#platform/db/failure.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { type CommandGroups, GroupEnded, type GroupMembership } from './command-groups.ts';
import type { Context } from './context.ts';
import { findIdempotencyRecord, keyConstraint, Replayed } from './idempotency.ts';
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

/**
 * What a command needs and must not wait for inside: hashes, texts, proofs. A repeated command is answered before
 * anything is done for it, because what the first one used up would refuse it; so is one whose first was saved meanwhile.
 */
export async function prepareCommand<Result>(
  context: Context,
  prepare: () => Promise<Result>,
): Promise<Result> {
  const replay = await findReplay(context);
  if (replay !== undefined) throw replay;
  try {
    return await prepare();
  } catch (error) {
    throw (error instanceof Problem ? await findReplay(context) : undefined) ?? asError(error);
  }
}

/** Says what a command decides about, as soon as it is known; in a group nobody else may decide about the same. */
export type Claim = (key: string) => void;

/** To claim it is to decide alone: for what a command cannot take back, although it must not stay. */
export const everything = '*';

/** With whom a command may be saved, and what it decides about. */
export interface Grouping {
  /** Absent: alone. */
  readonly groups: CommandGroups | undefined;
  readonly key: string;
}

function claimOf(place: GroupMembership): Claim {
  return (key) => {
    if (key === everything || !place.claim(key)) throw new GroupEnded('nothing-done');
  };
}

/**
 * The same for a command that comes often: together with others that come at the same time, in one transaction. One
 * that has an idempotency key, or whose group did not come through, runs alone. A problem that `decide` throws ends
 * this command only, and what its locking statements have changed stays; any other error ends the group.
 */
export async function runGrouped<Result>(
  context: Context,
  { groups, key }: Grouping,
  decide: (work: Work, claim: Claim) => Promise<Result>,
): Promise<Result> {
  const alone = (): Promise<Result> => runCommand(context, (work) => decide(work, () => undefined));
  if (groups === undefined || context.idempotency !== undefined || context.inbox !== undefined)
    return alone();
  const place = await groups.join(context.bankId, key);
  const command = new UnitOfWork(context, place);
  let result: Result;
  try {
    result = await decide(command, claimOf(place));
  } catch (error) {
    if (error instanceof Problem) {
      place.leave();
      throw error;
    }
    place.spoil();
    return alone();
  }
  try {
    await command.save(result);
  } catch (error) {
    if (error instanceof GroupEnded && error.outcome === 'unknown')
      throw standardProblems['service-unavailable']({
        retryAfterSeconds: 1,
        details: { outcome: 'unknown' },
      });
    // The others must not wait for one that could not even say what it saves.
    place.spoil();
    return alone();
  }
  command.throwRefusal();
  return result;
}

/** What to make of an attempt that failed: run again, or tell the caller. */
async function judge(context: Context, command: UnitOfWork, error: unknown): Promise<'again' | Error> {
  if (error instanceof Problem) return evaluateProblem(context, command, error);
  const failure = failureOf(error);
  switch (failure.kind) {
    case 'retry':
      return 'again';
    case 'row-count':
    case 'constraint':
      return (await evaluateRejection(context, command, failure)) ?? asError(error);
    case 'timeout':
    case 'exhausted':
      // The transaction is rolled back. A second attempt would take as long and hold a connection again.
      return standardProblems['service-unavailable']({ retryAfterSeconds: 1 });
    case 'lost':
      return evaluateLostCommit(context, command);
    case 'bug':
      return asError(error);
  }
}

/** A repeated command may find its own earlier effect in the way; then the earlier answer is the answer. */
async function evaluateProblem(context: Context, command: UnitOfWork, problem: Problem): Promise<Error> {
  return (command.isSaved ? undefined : await findReplay(context)) ?? problem;
}

async function evaluateRejection(
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
function evaluateLostCommit(context: Context, command: UnitOfWork): 'again' | Error {
  if (context.idempotency !== undefined || !command.isSaving) return 'again';
  return standardProblems['service-unavailable']({ retryAfterSeconds: 1, details: { outcome: 'unknown' } });
}

async function findReplay(context: Context): Promise<Error | undefined> {
  if (context.idempotency === undefined) return undefined;
  const stored = await findIdempotencyRecord(context, context.idempotency.key);
  if (stored === undefined) return undefined;
  return stored.requestHash.equals(context.idempotency.requestHash)
    ? new Replayed(stored.answer)
    : standardProblems['idempotency-key-reused']();
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('not an error', { cause: error });
}
