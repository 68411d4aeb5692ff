import type { Context } from '#platform/work/context.ts';
import { keptDays } from '../domain/policy.ts';
import type { ConsentsPorts } from '../ports/consents-ports.ts';
import { type ConsentViewer, type CustomerConsent, toCustomerConsent } from '../steps/customer-consents.ts';
import { listEndedConsents, listLiveConsents } from '../store/customer-consents.store.ts';

export interface ListCustomerConsents {
  readonly viewer: ConsentViewer;
  /** Those that let a third party read, or those of the last two years that have ended. */
  readonly which: 'live' | 'ended';
  /** From 1 on. */
  readonly page: number;
}

export interface CustomerConsentPage {
  readonly consents: readonly CustomerConsent[];
  readonly hasMore: boolean;
}

const pageSize = 25;

/** Lists who reads accounts of a customer, or who did. SPEC xs2a-2026 4 */
export async function listCustomerConsents(
  ctx: Context & ConsentsPorts,
  { page, viewer, which }: ListCustomerConsents,
): Promise<CustomerConsentPage> {
  const { bankId, clock, consentsVault: vault, db } = ctx;
  const now = clock.now();
  const criteria = {
    bankId,
    userId: viewer.userId,
    customerNumber: viewer.customerNumber ?? null,
    now,
    listMax: pageSize + 1,
    skipped: (page - 1) * pageSize,
  };
  const { consents: found, unreadable } =
    which === 'live'
      ? await listLiveConsents(db, vault, criteria)
      : await listEndedConsents(db, vault, { ...criteria, since: now.subtract({ hours: keptDays * 24 }) });
  for (const aggregateId of unreadable)
    ctx.log.error({ bankId, aggregateKind: 'consent', aggregateId }, 'consent cannot be decrypted');
  return {
    consents: found.slice(0, pageSize).map((consent) => toCustomerConsent(ctx, consent, viewer)),
    hasMore: found.length + unreadable.length > pageSize,
  };
}
