import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { ClientPorts } from '../ports/client-ports.ts';
import { lockActionsOfKind } from '../store/pending-actions.store.ts';
import { findTerms } from '../store/terms.store.ts';
import { endAction, requestAction } from './actions.ts';
import type { ClientRows } from './load-client.ts';
import type { OwnClient } from './own-client.ts';

/**
 * Creates the action for a client who has not accepted the newest terms; an action for older terms ends. Returns the
 * version, or undefined if nothing was written.
 */
export async function requestTerms(
  ctx: Context & ClientPorts,
  { customer: { userId }, customerNumber }: OwnClient,
  { actions, user }: ClientRows,
): Promise<string | undefined> {
  const { bankId, db } = ctx;
  const terms = await findTerms(db, bankId);
  if (terms === undefined || user.termsVersion === terms.version) return undefined;
  const { dueDays, isMandatory, publishedAt, version } = terms;
  if (actions.some(({ kind, reference }) => kind === 'accept-terms' && reference === version))
    return undefined;
  return runCommand({ ...ctx, idempotency: undefined }, async (work) => {
    const open = await lockActionsOfKind(work, { bankId, customerNumber, kind: 'accept-terms' });
    for (const action of open)
      if (action.userId === userId && action.reference !== version)
        await endAction(ctx, work, { action, event: 'cancelled' });
    const isNew = await requestAction(ctx, work, {
      customerNumber,
      userId,
      kind: 'accept-terms',
      reference: version,
      isMandatory,
      dueAt: publishedAt.add({ hours: dueDays * 24 }),
    });
    work.audit({
      aggregateKind: 'client',
      aggregateId: customerNumber,
      changes: isNew ? [{ field: 'terms-version', after: version }] : [],
    });
    return isNew ? version : undefined;
  });
}
