import type { Context } from '#platform/work/context.ts';
import { keptDays } from '../domain/policy.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
import {
  type ConsentViewer,
  type CustomerFundsConsent,
  toCustomerConsent,
} from '../steps/customer-consents.ts';
import { listEndedConsents, listLiveConsents } from '../store/customer-consents.store.ts';

export interface ListCustomerFundsConsents {
  readonly viewer: ConsentViewer;
  /** Those that let a third party ask, or those of the last two years that have ended. */
  readonly which: 'live' | 'ended';
  /** From 1 on. */
  readonly page: number;
}

export interface CustomerFundsConsentPage {
  readonly consents: readonly CustomerFundsConsent[];
  readonly hasMore: boolean;
}

const pageSize = 25;

/** Lists who may ask about funds of a customer, or who might. SPEC xs2a-2026 4 */
export async function listCustomerFundsConsents(
  ctx: Context & FundsPorts,
  { page, viewer, which }: ListCustomerFundsConsents,
): Promise<CustomerFundsConsentPage> {
  const { bankId, clock, fundsVault: vault, db } = ctx;
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
    ctx.log.error(
      { bankId, aggregateKind: 'funds-consent', aggregateId },
      'funds consent cannot be decrypted',
    );
  return {
    consents: found.slice(0, pageSize).map((consent) => toCustomerConsent(ctx, consent, viewer)),
    hasMore: found.length + unreadable.length > pageSize,
  };
}
