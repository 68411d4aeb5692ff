import { isCovering, isMandateCurrent, withdrawSignatures } from '#capabilities/authorization/index.ts';
import { listPartyNumbers } from '#capabilities/party/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { codeContext } from '../../steps/code-context.ts';
import { listUserIdsOf } from '../../store/users.store.ts';

/**
 * Withdraws what users of a proxy signed for a principal and was not executed yet, as far as their mandate covers it no
 * more. Signatures are counted under the mandates of the moment anyway; this tells those who wait for them. The event may
 * arrive late, and it may announce an end in the future: what counts is the mandate now.
 */
export async function followMandate(
  ctx: Context & IdentityPorts,
  { aggregateId: principal, data }: DeliveredEvent,
): Promise<void> {
  const { bankId } = ctx;
  const proxy = data['reference'];
  if (typeof proxy !== 'string') return;
  await runCommand(ctx, async (work) => {
    let count = 0;
    for (const customerNumber of await listPartyNumbers(work, { bankId, customerNumber: proxy })) {
      // In a fixed order, so that two commands cannot deadlock.
      for (const userId of await listUserIdsOf(work, { bankId, customerNumber })) {
        const isKindMeant = await lostKinds(ctx, work, { principal, userId });
        count += await withdrawSignatures(codeContext(ctx), work, {
          userId,
          reason: 'mandate-revoked',
          owner: principal,
          isKindMeant,
        });
      }
    }
    work.audit({
      aggregateKind: 'party',
      aggregateId: principal,
      changes: [
        { field: 'mandate-proxy', after: proxy },
        { field: 'collections-with-withdrawn-signatures', after: count },
      ],
    });
  });
}

/** Returns the kinds of resources that a user may not sign for a principal. */
async function lostKinds(
  { authorization, bankId, clock }: Context & IdentityPorts,
  work: Work,
  { principal, userId }: { readonly principal: string; readonly userId: string },
): Promise<(resourceKind: string) => boolean> {
  const now = clock.now();
  const mandates = await authorization.users.mandatedFor(work, { bankId, customerNumber: principal });
  const current = mandates.filter(
    (mandate) => mandate.user.userId === userId && isMandateCurrent(mandate, now),
  );
  return (resourceKind) => !current.some((mandate) => isCovering(mandate, resourceKind));
}
