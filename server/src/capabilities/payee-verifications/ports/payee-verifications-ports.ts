import type { CoreBanks } from '#capabilities/core-banking/index.ts';
import type { PartyPorts } from '#capabilities/party/index.ts';
import type { PayeeVault } from '../store/payee-vault.ts';
import type { PayeeBanks } from './payee-verifier.ts';

/** What a bank has chosen, from its XS2A profile. */
export interface PayeeChoices {
  /** Lists up to this length are answered at once. */
  readonly bulkSyncEntries: number;
  readonly bulkMaxEntries: number;
}

/** Dependencies of this capability's operations beyond their context. */
export interface PayeeVerificationsPorts {
  readonly payeeVault: PayeeVault;
  readonly cores: Pick<CoreBanks, 'find'>;
  /** Opens the names of holders. */
  readonly partyVault: PartyPorts['partyVault'];
  readonly payeeBanks: PayeeBanks;
  readonly payeeChoices: { of(bankId: string): PayeeChoices };
}
