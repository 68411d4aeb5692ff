import type { PublishedProfile } from '../operations/publish-xs2a-profile.ts';
import type { Bank } from '../store/bank-directory.read.ts';

/** What a bank tells third parties about itself. */
export interface BankProfile {
  readonly bank: Bank;
  readonly profile: PublishedProfile;
}

/** The profiles that this process has published, by bank id. */
export interface PublishedProfiles {
  of(bankId: string): BankProfile | undefined;
}
