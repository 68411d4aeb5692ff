import type { CorrespondencePorts } from '#capabilities/correspondence/index.ts';
import type { CommandGroups } from '#platform/work/command-groups.ts';
import type { ResourceKind } from '../domain/signing/rule.ts';
import type { AuthorizationVault } from '../store/authorization-vault.ts';
import type { SeedVault } from '../store/seed-vault.ts';
import type { Accounts } from './accounts.ts';
import type { AddedValues } from './added-values.ts';
import type { ApprovalMethods } from './approval-methods.ts';
import type { BankFacts } from './bank-facts.ts';
import type { DeviceKeys } from './device-keys.ts';
import type { DevicePairings } from './device-pairings.ts';
import type { PaymentFiles } from './payment-files.ts';
import type { Users } from './users.ts';

/** Dependencies of the operations of this capability, beyond their context. */
export interface AuthorizationPorts {
  readonly authorizationVault: AuthorizationVault;
  readonly seedVault: SeedVault;
  readonly authorizationFacts: BankFacts;
  /** Absent: every code is verified in its own transaction. */
  readonly commandGroups: CommandGroups | undefined;
  readonly users: Users;
  readonly accounts: Accounts;
  readonly deviceKeys: DeviceKeys;
  readonly devicePairings: DevicePairings;
  readonly paymentFiles: PaymentFiles;
  readonly addedValues: AddedValues;
  readonly approvalMethods: ApprovalMethods;
  /** Kinds whose collection the capability of the resource opens, with its true initiator, before anyone signs. */
  readonly openedFirst: ReadonlySet<ResourceKind>;
  /** Codes and notifications are messages; includes the dependencies of correspondence. */
  readonly correspondence: CorrespondencePorts;
}
