import { isUuid } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { type Ending, isNewerThan, newestEndings, type RestoreStep } from '#platform/work/ending-ledger.ts';
import { nextStatus } from '../domain/consent.ts';
import { endingEvent, fundsEndings } from '../domain/endings.ts';
import { applyEvent, auditChange } from '../steps/apply-event.ts';
import { type ConsentHead, lockConsentHead } from '../store/consents.store.ts';
import { listHeads } from '../store/ending-consents.store.ts';

/** Consents per query. */
const consentsMax = 1_000;

/**
 * Compares the consents of a restored database with the ledger: one that was withdrawn or deleted after the
 * backup ends again. A customer who has given it again since gives it once more: a doubt answers no question. ADR 0107
 */
export async function replayFundsConsentEndings(
  ctx: Context,
  endings: readonly Ending[],
): Promise<readonly RestoreStep[]> {
  const { bankId, db } = ctx;
  const ended = newestEndings(endings, { bankId, events: fundsEndings }).filter(({ subject }) =>
    isUuid(subject),
  );
  const steps: RestoreStep[] = [];
  for (let from = 0; from < ended.length; from += consentsMax) {
    const some = new Map(ended.slice(from, from + consentsMax).map((ending) => [ending.subject, ending]));
    for (const head of await listHeads(db, { bankId, consentIds: [...some.keys()] }))
      steps.push(...stepsOf(ctx, head, some.get(head.consentId)));
  }
  return steps;
}

/** A row that was written after the end shows what came later. */
function stepsOf(ctx: Context, head: ConsentHead, ending: Ending | undefined): readonly RestoreStep[] {
  if (ending === undefined || !isNewerThan(ending, head.changedAt)) return [];
  const { consentId, status } = head;
  const { reason } = ending;
  if (nextStatus(status, endingEvent(reason)) === undefined) return [];
  return [
    {
      what: 'consents to the confirmation of funds ended again',
      subject: consentId,
      apply: () => end(ctx, consentId, reason),
    },
  ];
}

async function end(ctx: Context, consentId: string, reason: string | undefined): Promise<void> {
  const { bankId } = ctx;
  await runCommand(ctx, async (work) => {
    const head = await lockConsentHead(work, { bankId, consentId });
    if (head === undefined) throw new Error(`consent ${consentId} is gone`);
    const after = applyEvent(ctx, work, { head, event: endingEvent(reason) });
    auditChange(work, head, after ?? head);
  });
}
