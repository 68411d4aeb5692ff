import { Temporal } from 'temporal-polyfill';
import { listExpiringDocuments } from '#capabilities/party/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { documentNoticeDays } from '../../domain/policy.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { requestAction } from '../../steps/actions.ts';

type Ctx = Context & ClientPorts;

const listMax = 200;

/**
 * Asks customers whose identification document expires soon for a new one. Reads only parties that are due soon, page by
 * page. A document creates one action, however often the job runs.
 */
export async function requestDocumentRenewals(ctx: Ctx): Promise<number> {
  const { bankId, clock, identity } = ctx;
  const { timeZone } = identity.identityFacts.of(bankId);
  const until = clock.today(timeZone).add({ days: documentNoticeDays }).toString();
  const parties = { ...ctx, ...identity.authorization.correspondence.party };
  let count = 0;
  let page = await listExpiringDocuments(parties, { until, listMax });
  for (;;) {
    for (const { customerNumber, documentId, expiryDate } of page.documents) {
      const isNew = await renew(ctx, { customerNumber, documentId, dueAt: endOf(expiryDate, timeZone) });
      count += isNew ? 1 : 0;
    }
    if (page.next === undefined) return count;
    page = await listExpiringDocuments(parties, { until, listMax, after: page.next });
  }
}

/** A document is valid on its last day. */
function endOf(day: string, timeZone: string): Temporal.Instant {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
}

async function renew(
  ctx: Ctx,
  renewed: { readonly customerNumber: string; readonly documentId: string; readonly dueAt: Temporal.Instant },
): Promise<boolean> {
  const { customerNumber, documentId, dueAt } = renewed;
  return runCommand(ctx, async (work) => {
    const isNew = await requestAction(ctx, work, {
      customerNumber,
      kind: 'renew-id-document',
      reference: documentId,
      isMandatory: true,
      dueAt,
    });
    work.audit({
      aggregateKind: 'client',
      aggregateId: customerNumber,
      changes: isNew ? [{ field: 'action-renew-id-document', after: 'requested' }] : [],
    });
    return isNew;
  });
}
