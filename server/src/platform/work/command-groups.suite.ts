import { setImmediate } from 'node:timers/promises';
import Type from 'typebox';
import type { Database } from '#platform/db/database.ts';
import { plainStatement } from '#platform/db/statement.ts';
import { defineProblems, Problem } from '#platform/kernel/problem.ts';
import type { Lab } from '#platform/testing/lab.ts';
import { type Claim, runGrouped } from './command.ts';
import { type CommandGroups, createCommandGroups } from './command-groups.ts';
import type { Context } from './context.ts';
import { defineEvent } from './event.ts';
import { groupStatements } from './trail-statements.ts';
import type { Work } from './unit-of-work.ts';

/** The problems of the commands in these tests. */
export const problems = defineProblems('lab', {
  taken: { kind: 'conflict', message: 'Taken.' },
  moved: { kind: 'conflict', message: 'Moved meanwhile.' },
  'bad-code': { kind: 'refused', message: 'Wrong code.' },
  'no-such-account': { kind: 'not-found', message: 'No such account.' },
});

export const happened = defineEvent({
  name: 'lab-happened',
  version: 3,
  source: '/lab',
  aggregateKind: 'account',
  data: Type.Object({ text: Type.String() }),
  summary: 'Something happened.',
});

/** The transaction and the connection of a read. */
export const transactionId = plainStatement<{ id: bigint; pid: number }>(
  'select txid_current() as id, pg_backend_pid() as pid',
  'lock',
);

/** Counts while it locks, as an attempt at a code is counted. */
export const countAndLock = plainStatement<{ amount: bigint }>(
  'update lab.account set amount = amount + 1 where bank_id = $1 and id = $2 returning amount',
  'write',
);

/** Groups as the service has them by default. */
export function groupsOver(
  database: Database,
  limits: { readonly sizeMax?: number; readonly decideTimeoutMs?: number } = {},
): CommandGroups {
  return createCommandGroups({ database, ...groupStatements, ...limits });
}

export function audited(work: Work, id: string): void {
  work.audit({ aggregateKind: 'account', aggregateId: id, changes: [{ field: 'amount', after: 1 }] });
}

/** One command of a group: its key, and what it does. */
export interface Member<Result> {
  readonly key: string;
  readonly context?: Context;
  readonly decide: (work: Work, claim: Claim) => Promise<Result>;
}

/** Starts commands in one tick, so that they join one group. */
export function together<Result>(
  lab: Lab,
  groups: CommandGroups,
  members: readonly Member<Result>[],
): readonly Promise<Result>[] {
  return members.map(({ context = lab.context(), decide, key }) =>
    runGrouped(context, { groups, key }, decide),
  );
}

/** Returns the outcome of a command: the result, `problem <literal>`, `unknown`, or `error <message>`. */
export async function outcomeOf(running: Promise<unknown>): Promise<string> {
  try {
    return String(await running);
  } catch (error) {
    if (error instanceof Problem) {
      return JSON.stringify(error.more.details) === '{"outcome":"unknown"}'
        ? 'unknown'
        : `problem ${error.literal}`;
    }
    return `error ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Lets other work run for this many ticks of the event loop. */
export async function waitTicks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick += 1) await setImmediate();
}

/** Counts the rows each transaction left in a table, the most first. */
export async function rowsByTransaction(lab: Lab, table: string): Promise<readonly number[]> {
  const rows = await lab.database.query<{ count: string }>(
    `select count(*) from ${table} group by xmin order by 1 desc`,
  );
  return rows.map(({ count }) => Number(count));
}
