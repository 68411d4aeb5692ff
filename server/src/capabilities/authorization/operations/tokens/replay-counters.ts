import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { type Ending, newestEndings, type RestoreStep } from '#platform/work/ending-ledger.ts';
import { authorizationEndings } from '../../domain/endings.ts';
import { listCounters, raiseCounter } from '../../store/restoring.store.ts';

/** Compares the counters of event tokens with the ledger: a code that was used after the backup stays used. */
export async function replayCounters(
  ctx: Context,
  endings: readonly Ending[],
): Promise<readonly RestoreStep[]> {
  const { bankId, db } = ctx;
  const used = newestEndings(endings, { bankId, events: authorizationEndings });
  const stored = await listCounters(db, { bankId, tokenIds: used.map(({ subject }) => subject) });
  return used.flatMap(({ reason, subject: tokenId }) => {
    const [before, counter] = [stored.get(tokenId), Number(reason)];
    if (before === undefined || !Number.isSafeInteger(counter) || counter <= before) return [];
    const apply = (): Promise<void> => raise(ctx, { tokenId, counter });
    return [{ what: 'counters of tokens raised', subject: tokenId, apply }];
  });
}

async function raise(
  ctx: Context,
  { counter, tokenId }: { readonly tokenId: string; readonly counter: number },
): Promise<void> {
  await runCommand(ctx, async (work) => {
    raiseCounter(work, { bankId: ctx.bankId, tokenId, counter });
    work.audit({
      aggregateKind: 'oath-token',
      aggregateId: tokenId,
      changes: [{ field: 'counter', after: counter }],
    });
  });
}
