import type { ScaPorts } from '#capabilities/sca/index.ts';
import type { TppNotificationsPorts } from '#capabilities/tpp-notifications/index.ts';
import type { TppQuotasPorts } from '#capabilities/tpp-quotas/index.ts';
import type { ConsentOrigin } from '../domain/consent.ts';
import type { AccountField } from '../domain/named-account.ts';
import type { FundsVault } from '../store/funds-vault.ts';
import type { FundsAccounts } from './funds-accounts.ts';

/** What a bank has chosen, from its XS2A profile. */
export interface FundsChoices {
  readonly timeZone: string;
  /** Who asks for the consents that count; undefined at a bank that confirms no funds. */
  readonly origin: ConsentOrigin | undefined;
  readonly accountFields: readonly AccountField[];
  /** Life of a consent without approval that one customer signs. */
  readonly unconfirmedLifeMs: number;
  /** For how long a customer can re-establish a withdrawn consent; 0 turns this off. */
  readonly reestablishHours: number;
  readonly isCustomerMandated: boolean;
  readonly isCustomerIgnored: boolean;
}

/** Dependencies of this capability's operations beyond their context: those of approvals, and these. */
export interface FundsPorts extends ScaPorts, TppNotificationsPorts, TppQuotasPorts {
  readonly fundsVault: FundsVault;
  readonly fundsAccounts: FundsAccounts;
  readonly fundsChoices: { of(bankId: string): FundsChoices };
}
