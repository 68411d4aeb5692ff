import type { QuotaHashes } from '../store/quota-hashes.ts';

/** What one third party may use, from the XS2A profile of the bank. */
export interface Quotas {
  /** Resources that no customer has approved yet. */
  readonly openResources: number;
  /** The same for one account. */
  readonly openPerAccount: number;
  /** Size of what is open, and of what ended unsigned until its content is deleted. */
  readonly bytes: number;
  /** Different account numbers per hour that the bank does not know. */
  readonly unknownAccountsPerHour: number;
}

/** Dependencies of this capability's operations beyond their context. */
export interface TppQuotasPorts {
  readonly quotaChoices: { of(bankId: string): Quotas };
  readonly quotaHashes: QuotaHashes;
}
