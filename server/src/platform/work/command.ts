import { setTimeout } from 'node:timers/promises';
import { failureOf } from '#platform/db/failure.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { type CommandGroups, GroupEnded, type GroupMembership } from './command-groups.ts';
import type { Context } from './context.ts';
import { findIdempotencyRecord, keyClaim, keyConstraint, Replayed } from './idempotency.ts';
import { type RefusedByDatabase, UnitOfWork, type Work } from './unit-of-work.ts';

const attemptsMax = 3;
/** The winner of a conflict must finish first: without a pause, the loser of a deadlock would start the next one. */
const pauseMs = 20;

/**
 * Runs one command: `decide` loads, decides and collects; then all collected writes are sent in one flush of named
 * statements, together with the idempotency key, the audit entry and the events. A command that conflicts with another
 * one is run again from the start.
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
      const verdict = await evaluateFailure(context, command, error);
      if (verdict !== 'again') throw verdict;
      if (attempt === attemptsMax) throw standardProblems['service-unavailable']({ retryAfterSeconds: 1 });
      await setTimeout(pauseMs * attempt);
    }
  }
}

/**
 * Prepares what a command needs and must not wait for inside: hashes, texts, proofs. A repeated command gets its stored
 * response before the preparation, which could refuse it because the first run consumed something; so does one whose
 * first run was saved meanwhile.
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

/**
 * The same for a preparation that only reads: it runs while the stored response is looked for, so that both share a round
 * trip.
 */
export async function prepareReading<Result>(
  context: Context,
  prepare: () => Promise<Result>,
): Promise<Result> {
  const preparing = prepare();
  // Awaited below; a repeat gets its response without waiting for the preparation, which may ask a slow system.
  preparing.catch(() => undefined);
  const replay = await findReplay(context);
  if (replay !== undefined) throw replay;
  try {
    return await preparing;
  } catch (error) {
    throw (error instanceof Problem ? await findReplay(context) : undefined) ?? asError(error);
  }
}

/**
 * Declares what a command decides about, as soon as it is known; no other member of a group may decide about the same.
 */
export type Claim = (key: string) => void;

/** Claiming this means deciding alone: for effects that a command cannot undo although they must not stay. */
export const everything = '*';

/** With which commands a command may be grouped, and what it decides about. */
export interface Grouping {
  /** Absent: alone. */
  readonly groups: CommandGroups | undefined;
  readonly key: string;
}

function claimOf(membership: GroupMembership): Claim {
  return (key) => {
    if (key === everything || !membership.claim(key)) throw new GroupEnded('nothing-done');
  };
}

/**
 * The same for a frequent command: grouped with concurrent ones, in one transaction. A command of an event handler, or
 * whose group failed, runs alone. Two commands with one idempotency key are never in one group. A problem that `decide`
 * throws ends this command only, and what its locking statements have changed stays; any other error ends the group.
 */
export async function runGrouped<Result>(
  context: Context,
  { groups, key }: Grouping,
  decide: (work: Work, claim: Claim) => Promise<Result>,
): Promise<Result> {
  const alone = (): Promise<Result> => runCommand(context, (work) => decide(work, () => undefined));
  if (groups === undefined || context.inbox !== undefined) return alone();
  const membership = await groups.join(context.bankId, [key, ...claimedKey(context)]);
  const command = new UnitOfWork(context, membership);
  let result: Result;
  try {
    result = await decide(command, claimOf(membership));
  } catch (error) {
    if (error instanceof Problem) {
      membership.leave();
      throw await evaluateProblem(context, command, error);
    }
    membership.spoil();
    return alone();
  }
  try {
    await command.save(result);
  } catch (error) {
    // With a key the next attempt either finds the record of this one or waits for it.
    const isUnknown = error instanceof GroupEnded && error.outcome === 'unknown';
    if (isUnknown && context.idempotency === undefined)
      throw standardProblems['service-unavailable']({
        retryAfterSeconds: 1,
        details: { outcome: 'unknown' },
      });
    // The others must not wait for a member whose writes cannot be built.
    membership.spoil();
    return alone();
  }
  command.throwRefusal();
  return result;
}

function claimedKey(context: Context): readonly string[] {
  const claim = keyClaim(context);
  return claim === undefined ? [] : [claim];
}

/** Decides about a failed attempt: run again, or return the error to the caller. */
async function evaluateFailure(
  context: Context,
  command: UnitOfWork,
  error: unknown,
): Promise<'again' | Error> {
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
      // The transaction is rolled back. A second attempt would need as long and use a connection again.
      return standardProblems['service-unavailable']({ retryAfterSeconds: 1 });
    case 'lost':
      return evaluateLostCommit(context, command);
    case 'internal-error':
      return asError(error);
  }
}

/** A repeated command may conflict with its own earlier effect; then the stored response is returned. */
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
 * A lost COMMIT is an unknown outcome, resolved by the key: the second attempt either finds the record of the first or
 * waits for it. Without a key only the caller can find out.
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
    ? new Replayed(stored.record)
    : standardProblems['idempotency-key-reused']();
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('not an error', { cause: error });
}
