import type { IdentityPorts } from '#capabilities/identity/index.ts';
import type { ClientVault } from '../store/client-vault.ts';
import type { ApprovalAnswers } from './approval-answers.ts';
import type { AttestationVerifier } from './attestation.ts';
import type { DeviceFacts } from './device-facts.ts';

/** Dependencies of this capability's operations beyond their context. */
export interface ClientPorts {
  readonly clientVault: ClientVault;
  /** Users and sessions; includes the dependencies of authorization, correspondence and party. */
  readonly identity: IdentityPorts;
  readonly approvalAnswers: ApprovalAnswers;
  /** Verifies the keys of devices. */
  readonly attestation: AttestationVerifier;
  readonly deviceFacts: DeviceFacts;
}
