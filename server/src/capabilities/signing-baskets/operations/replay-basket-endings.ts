import { isUuid } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { type Ending, isNewerThan, newestEndings, type RestoreStep } from '#platform/work/ending-ledger.ts';
import { isOpen } from '../domain/basket.ts';
import { basketsEndings } from '../domain/endings.ts';
import { applyEvent, auditChange } from '../steps/apply-event.ts';
import { lockBasket } from '../store/baskets.store.ts';
import { listHeads } from '../store/ended-baskets.store.ts';

/** Baskets per query. */
const basketsMax = 1_000;

/**
 * Compares the baskets of a restored database with the ledger: one that was authorised or deleted after the backup ends
 * again, so it is not authorised twice and blocks nothing. Members that are not executed can be approved anew. ADR 0108
 */
export async function replayBasketEndings(
  ctx: Context,
  endings: readonly Ending[],
): Promise<readonly RestoreStep[]> {
  const { bankId, db } = ctx;
  const ended = newestEndings(endings, { bankId, events: basketsEndings }).filter(({ subject }) =>
    isUuid(subject),
  );
  const steps: RestoreStep[] = [];
  for (let from = 0; from < ended.length; from += basketsMax) {
    const some = new Map(ended.slice(from, from + basketsMax).map((ending) => [ending.subject, ending]));
    for (const { basketId, modifiedAt, status } of await listHeads(db, {
      bankId,
      basketIds: [...some.keys()],
    })) {
      const ending = some.get(basketId);
      if (ending === undefined || !isOpen(status) || !isNewerThan(ending, modifiedAt)) continue;
      steps.push({ what: 'signing baskets ended again', subject: basketId, apply: () => end(ctx, ending) });
    }
  }
  return steps;
}

async function end(ctx: Context, { reason, subject: basketId }: Ending): Promise<void> {
  const { bankId } = ctx;
  await runCommand(ctx, async (work) => {
    const basket = await lockBasket(work, { bankId, basketId });
    if (basket === undefined) throw new Error(`basket ${basketId} is gone`);
    const kind = reason === 'CANC' && basket.status === 'RCVD' ? 'deleted' : 'restored-ended';
    const after = applyEvent(ctx, work, { basket, event: { kind } });
    auditChange(work, basket, after ?? basket);
  });
}
