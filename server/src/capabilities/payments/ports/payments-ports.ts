import type { ClientVault } from '#capabilities/client/index.ts';
import type { CoreBanks } from '#capabilities/core-banking/index.ts';
import type { PayeeVerificationsPorts } from '#capabilities/payee-verifications/index.ts';
import type { ScaPorts } from '#capabilities/sca/index.ts';
import type { TppNotificationsPorts } from '#capabilities/tpp-notifications/index.ts';
import type { TppQuotasPorts } from '#capabilities/tpp-quotas/index.ts';
import type { Documents } from '#platform/documents/documents.ts';
import type { CommandGroups } from '#platform/work/command-groups.ts';
import type { AddressChoices } from '../domain/check-address.ts';
import type { PaymentChoices as OrderChoices } from '../domain/check-payment.ts';
import type { PayeeCheckChoices } from '../domain/payee-check.ts';
import type { PaymentsVault } from '../store/payments-vault.ts';
import type { PayerAccounts } from './payer-accounts.ts';

/** What a bank has chosen, from its XS2A profile. */
export interface PaymentsChoices extends OrderChoices {
  readonly timeZone: string;
  /** Names of the products that it offers. */
  readonly products: readonly string[];
  /** The same for bulks. */
  readonly bulkProducts: readonly string[];
  /** The same for standing orders. */
  readonly standingProducts: readonly string[];
  readonly bulkEntriesMax: number;
  /** Life of a payment without approval that one customer signs. */
  readonly unconfirmedLifeMs: number;
  /** How many days ahead a payment may be dated; 0: as far as calendars go. */
  readonly validityDaysMax: number;
  readonly address: AddressChoices;
  /** First day on which pain.001.001.03 is refused. */
  readonly version03Until: string | undefined;
  readonly statusFormats: readonly string[];
  /** Whether payers approve cancellations of what they have signed. */
  readonly isCancellationApproved: boolean;
  /** Status of the response to a cancellation that is done at once. */
  readonly cancelledStatus: 202 | 204;
  readonly isCustomerMandated: boolean;
  readonly isCustomerIgnored: boolean;
  readonly payees: PayeeCheckChoices;
}

/**
 * Dependencies of this capability's operations beyond their context: those of approvals, which include identity's,
 * authorization's and correspondence's own, and these.
 */
export interface PaymentsPorts extends ScaPorts, TppNotificationsPorts, TppQuotasPorts {
  readonly paymentsVault: PaymentsVault;
  /** Restrictions of clients hold payments. */
  readonly clientVault: ClientVault;
  readonly payerAccounts: PayerAccounts;
  readonly cores: CoreBanks;
  /** Initiations that arrive together are saved together; without it, each by itself. */
  readonly commandGroups: CommandGroups | undefined;
  readonly documents: Documents;
  /** What verifying payees needs. */
  readonly payees: PayeeVerificationsPorts;
  readonly paymentsChoices: { of(bankId: string): PaymentsChoices };
}
