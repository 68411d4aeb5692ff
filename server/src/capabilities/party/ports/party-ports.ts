import type { ConcurrencyLimit } from '#platform/work/concurrency-limit.ts';
import type { PartyVault } from '../store/party-vault.ts';
import type { BankFacts } from './bank-facts.ts';
import type { Cell } from './cell.ts';
import type { ContactProofs } from './contact-proofs.ts';
import type { ContactUse } from './contact-use.ts';
import type { CorrectionApprovals } from './correction-approvals.ts';
import type { Screening } from './screening.ts';

/** Ports that operations of this capability need beside the context. */
export interface PartyPorts {
  readonly partyVault: PartyVault;
  readonly bankFacts: BankFacts;
  readonly cell: Cell;
  readonly screening: Screening;
  readonly contactUse: ContactUse;
  /** Bounds searches, so that they cannot use all connections of the process. */
  readonly searchLimit: ConcurrencyLimit;
  readonly contactProofs: ContactProofs;
  readonly correctionApprovals: CorrectionApprovals;
}
