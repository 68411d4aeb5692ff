import type { EncryptionContext } from '#platform/crypto/envelope.ts';
import type { FraudCategory } from '../domain/restrictions/fraud-report.ts';
import type { RestrictionReason, RestrictionScope, SetterKind } from '../domain/restrictions/restriction.ts';
import type { ClientVault } from './client-vault.ts';

/** What is encrypted of a restriction. */
export interface RestrictionDetails {
  readonly scope: RestrictionScope;
  readonly reason: RestrictionReason;
  readonly note?: string;
  readonly setterKind: SetterKind;
  /** User, employee or application. */
  readonly setterId: string;
  /** The employees who lifted it, and why. */
  readonly liftedBy?: readonly string[];
  readonly liftReason?: string;
}

/** What is encrypted of a fraud report. */
export interface FraudReportDetails {
  readonly category: FraudCategory;
  readonly description?: string;
  readonly transactionReferences: readonly string[];
  /** ISO 8601 */
  readonly occurredAt?: string;
  readonly contactPhone?: string;
  readonly reporterKind: SetterKind;
  readonly reporterId: string;
  /** What the fraud desk decided, in order. */
  readonly decisions: readonly {
    readonly employeeId: string;
    readonly to: string;
    readonly reason: string;
    readonly at: string;
  }[];
}

export function restrictionEncryptionContext(bankId: string, rowId: string): EncryptionContext {
  return { bankId, table: 'restriction', column: 'sealed_details', rowId };
}

export function fraudReportEncryptionContext(bankId: string, rowId: string): EncryptionContext {
  return { bankId, table: 'fraud_report', column: 'sealed_details', rowId };
}

export function sealDetails(
  { vault }: ClientVault,
  context: EncryptionContext,
  details: RestrictionDetails | FraudReportDetails,
): Buffer {
  return vault.seal(context, Buffer.from(JSON.stringify(details)));
}

export function openRestriction(
  { vault }: ClientVault,
  context: EncryptionContext,
  sealed: Buffer,
): RestrictionDetails {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- sealed by this vault
  return JSON.parse(vault.unseal(context, sealed).toString()) as RestrictionDetails;
}

export function openFraudReport(
  { vault }: ClientVault,
  context: EncryptionContext,
  sealed: Buffer,
): FraudReportDetails {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- sealed by this vault
  return JSON.parse(vault.unseal(context, sealed).toString()) as FraudReportDetails;
}
