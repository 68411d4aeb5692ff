import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import { applyEvent, auditChange } from '../steps/apply-event.ts';
import { dueEvent } from '../steps/load-consent.ts';
import { lockConsentHead } from '../store/consents.store.ts';
import { listOverdueIds } from '../store/ending-consents.store.ts';

const listMax = 200;

/** Records the end of consents that were not approved in time. No decision depends on it, because every reader checks the time as well. */
export async function expireConsents(ctx: Context): Promise<number> {
  const { bankId, clock, db } = ctx;
  const rows = await openRowWork(ctx, 'expire-consents');
  let [count, last] = [0, listMax];
  while (last >= listMax) {
    const ids = await listOverdueIds(db, { bankId, now: clock.now(), listMax, except: rows.waiting() });
    const done = await rows.forEach({ keys: ids, areAll: ids.length < listMax }, (consentId) =>
      expireConsent(ctx, consentId),
    );
    count += done;
    last = done === 0 ? 0 : ids.length;
  }
  return count;
}

async function expireConsent(ctx: Context, consentId: string): Promise<void> {
  const { bankId, clock } = ctx;
  await runCommand(ctx, async (work) => {
    const head = await lockConsentHead(work, { bankId, consentId });
    if (head === undefined) throw new Error(`consent ${consentId} is gone`);
    const event = dueEvent(head, clock.now());
    const after = event && applyEvent(ctx, work, { head, event: { kind: event }, at: head.expiresAt });
    auditChange(work, head, after ?? head);
  });
}
