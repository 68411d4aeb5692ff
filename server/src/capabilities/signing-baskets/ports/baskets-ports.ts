import type { ScaPorts } from '#capabilities/sca/index.ts';
import type { TppNotificationsPorts } from '#capabilities/tpp-notifications/index.ts';
import type { TppQuotasPorts } from '#capabilities/tpp-quotas/index.ts';
import type { MemberSubjects } from '../steps/describe-members.ts';

/** What a bank has chosen, from its XS2A profile. */
export interface BasketsChoices {
  readonly areSupported: boolean;
  readonly entriesMax: number;
  /** Life of a basket without its first signature. */
  readonly unconfirmedLifeMs: number;
}

/** Dependencies of this capability's operations beyond their context: those of approvals, and these. */
export interface BasketsPorts extends ScaPorts, TppNotificationsPorts, TppQuotasPorts {
  /** Payments and consents as if they were in no basket. */
  readonly basketMembers: MemberSubjects;
  readonly basketsChoices: { of(bankId: string): BasketsChoices };
}
