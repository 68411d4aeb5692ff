import type { Caller, Customer, Delegate } from '#platform/auth/caller.ts';
import type { Reader } from '#platform/db/reader.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';

/**
 * Returns whether the caller sees sensitive data: applications and staff with the permission, and customers their
 * own.
 */
export function depthFor(caller: Caller, partyNumber?: string): Depth {
  switch (caller.kind) {
    case 'application':
      return caller.scopes.has('party.sensitive') ? 'sensitive' : 'personal';
    case 'employee':
      return caller.roles.has('party.sensitive') ? 'sensitive' : 'personal';
    case 'customer':
    case 'delegate':
      return ownDepth(caller, partyNumber);
    case 'system':
      return 'sensitive';
    case 'tpp':
    case 'anonymous':
      return 'personal';
  }
}

function ownDepth(
  { actingFor, customerNumber }: Customer | Delegate,
  partyNumber: string | undefined,
): Depth {
  const isOwn = partyNumber !== undefined && [customerNumber, actingFor].includes(partyNumber);
  return isOwn ? 'sensitive' : 'personal';
}

/**
 * Raises forbidden for an application without the scope to read sensitive data, which it needs beside the scope to
 * write.
 */
export function requireSensitive(caller: Caller): void {
  if (caller.kind === 'application' && !caller.scopes.has('party.sensitive'))
    throw standardProblems.forbidden({ refusal: { cause: 'scope-missing', required: 'party.sensitive' } });
}

/** How much of a party a read returns. */
export type Depth = 'personal' | 'sensitive';

/** A read, and the parties whose data it returns. */
export interface Reading<Result> {
  readonly depth: Depth;
  readonly read: (db: Reader) => Promise<Result>;
  readonly partiesIn: (result: Result) => readonly string[];
}

/**
 * Reads, and records an audit entry where the law requires one: for every read by staff, and for every read of
 * sensitive data by any caller.
 */
export async function readAudited<Result>(ctx: Context, reading: Reading<Result>): Promise<Result> {
  const { depth, partiesIn, read } = reading;
  if (depth === 'personal' && ctx.caller.kind !== 'employee') return read(ctx.db);
  return runCommand(ctx, async (work) => {
    const result = await read(work);
    const numbers = partiesIn(result);
    const [only] = numbers;
    work.audit({
      aggregateKind: numbers.length === 1 ? 'party' : 'party-list',
      aggregateId: numbers.length === 1 && only !== undefined ? only : ctx.origin.requestId,
      changes: [
        { field: 'read', after: depth },
        ...(numbers.length === 1 ? [] : numbers.map((number) => ({ field: 'party-number', after: number }))),
      ],
    });
    return result;
  });
}
