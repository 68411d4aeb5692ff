import type { ScaPorts } from '#capabilities/sca/index.ts';
import type { TppNotificationsPorts } from '#capabilities/tpp-notifications/index.ts';
import type { TppQuotasPorts } from '#capabilities/tpp-quotas/index.ts';
import type { AccessChoices } from '../domain/access.ts';
import type { ValidityChoices } from '../domain/validity.ts';
import type { AccessDays } from '../engine/access-days.ts';
import type { ConsentsVault } from '../store/consents-vault.ts';
import type { ConsentAccounts } from './consent-accounts.ts';

/** What a bank has chosen, from its XS2A profile. */
export interface ConsentsChoices extends AccessChoices, ValidityChoices {
  readonly timeZone: string;
  /** Life of a consent without approval that one customer signs. */
  readonly unconfirmedLifeMs: number;
  /** Whether third parties may read the names of owners. */
  readonly areOwnerNamesDisclosed: boolean;
  /** Whether recurring consents have a number of accesses without the customer at all. */
  readonly areAccessesCounted: boolean;
  /** Whether a third party may have several recurring consents of a customer. */
  readonly areSeveralAllowed: boolean;
  /** Whether a consent may be named when a payment is initiated. */
  readonly areSessionsSupported: boolean;
  /** For how long a customer can re-establish a withdrawn consent; 0 turns this off. */
  readonly reestablishHours: number;
  readonly isCustomerMandated: boolean;
  readonly isCustomerIgnored: boolean;
}

/** Dependencies of this capability's operations beyond their context: those of approvals, and these. */
export interface ConsentsPorts extends ScaPorts, TppNotificationsPorts, TppQuotasPorts {
  readonly consentsVault: ConsentsVault;
  readonly consentAccounts: ConsentAccounts;
  /** Collects on which days third parties read; `close` saves what is left. */
  readonly accessDays: Pick<AccessDays, 'add'> & { close(): Promise<void> };
  readonly consentsChoices: { of(bankId: string): ConsentsChoices };
}
