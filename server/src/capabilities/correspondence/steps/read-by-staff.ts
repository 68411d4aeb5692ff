import type { Reader } from '#platform/db/reader.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';

/** Reads messages; where a member of staff looks at them, it is written down at what. */
export async function readByStaff<Result>(
  ctx: Context,
  read: (db: Reader) => Promise<Result>,
  idsIn: (result: Result) => readonly string[],
): Promise<Result> {
  if (ctx.caller.kind !== 'employee') return read(ctx.db);
  return runCommand(ctx, async (work) => {
    const result = await read(work);
    const ids = idsIn(result);
    const [only] = ids;
    work.audit({
      aggregateKind: ids.length === 1 ? 'communication' : 'communication-list',
      aggregateId: ids.length === 1 && only !== undefined ? only : ctx.origin.requestId,
      changes: [
        { field: 'read', after: ids.length },
        ...(ids.length === 1 ? [] : ids.map((id) => ({ field: 'communication-id', after: id }))),
      ],
    });
    return result;
  });
}
