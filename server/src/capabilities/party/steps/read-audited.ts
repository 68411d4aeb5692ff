import type { Reader } from '#platform/db/reader.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';

/** How deep a reading goes. */
export type Depth = 'personal' | 'sensitive';

/** A reading, and whose data it shows. */
export interface Reading<Result> {
  readonly depth: Depth;
  readonly read: (db: Reader) => Promise<Result>;
  readonly partiesIn: (result: Result) => readonly string[];
}

/**
 * Reads, and writes down that it was read where the law wants to know: everything staff look at, and every look at
 * sensitive data, whoever looks.
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
