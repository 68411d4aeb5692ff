import type { PartyPorts } from '#capabilities/party/index.ts';
import type { ClassificationSchema } from '#platform/kernel/classification.ts';
import type { CorrespondenceVault } from '../store/correspondence-vault.ts';
import type { AccountHoldings } from './account-holdings.ts';
import type { BankFacts } from './bank-facts.ts';
import type { ContentStore } from './content-store.ts';
import type { DocumentRenderer } from './document-renderer.ts';
import type { Gateways } from './gateways.ts';
import type { Inspection } from './inspection.ts';
import type { PushAddresses } from './push-addresses.ts';

/** Dependencies of this capability's operations beyond their context. */
export interface CorrespondencePorts {
  readonly correspondenceVault: CorrespondenceVault;
  readonly correspondenceFacts: BankFacts;
  readonly documentRenderer: DocumentRenderer;
  readonly pushAddresses: PushAddresses;
  readonly accountHoldings: AccountHoldings;
  readonly gateways: Gateways;
  readonly inspection: Inspection;
  readonly contentStore: ContentStore;
  /** Classifications of interfaces that have none of their own; each capability states its own literals. */
  readonly foreignClassifications: readonly ClassificationSchema[];
  /** Recipients are parties, so this includes the ports of party. */
  readonly party: PartyPorts;
}
