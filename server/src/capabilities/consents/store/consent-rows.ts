import type { Selectable } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { type ConsentStatus, consentStatuses } from '../domain/consent.ts';
import type { KeptAccess } from '../domain/kept-access.ts';
import type { ConsentsVault } from './consents-vault.ts';
import type { ConsentTable } from './tables.generated.ts';

export type ConsentRow = Selectable<ConsentTable>;

/** A consent without what may be read: all that deciding about its state needs. */
export interface ConsentHead {
  readonly consentId: string;
  readonly organisationId: string;
  readonly thirdPartyName: string;
  readonly status: ConsentStatus;
  readonly owner: string | undefined;
  /** Customers of whom each may approve alone; none: every customer, for the own accounts. */
  readonly holders: readonly string[];
  /** The user who gave the first signature. */
  readonly userId: string | undefined;
  /** Number of that user, where it signed by a mandate of the owner. */
  readonly proxy: string | undefined;
  readonly leavesAccountsOpen: boolean;
  readonly isRecurring: boolean;
  readonly validUntil: Temporal.PlainDate;
  readonly frequencyPerDay: number;
  readonly isCombined: boolean;
  /** Replaces the former one of the same third party and customer. */
  readonly isSole: boolean;
  readonly expiresAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant | undefined;
  readonly approvedAt: Temporal.Instant | undefined;
  readonly changedAt: Temporal.Instant;
  /** The user who withdrew it on the pages of the bank. */
  readonly withdrawnBy: string | undefined;
  /** The third party named an address for changes of its status. */
  readonly hasNotifications?: true;
  readonly createdAt: Temporal.Instant;
  readonly modifiedAt: Temporal.Instant;
  readonly rowVersion: bigint;
}

/** A consent with what may be read. */
export interface StoredConsent extends ConsentHead {
  readonly access: KeptAccess;
  /** It ended unsigned, and what it asked for is deleted: the access is empty. */
  readonly isContentDeleted?: true;
}

const noAccess: KeptAccess = { model: 'bank-offered', lists: {}, salt: '', withOwnerName: false };

export function toHead(row: Omit<ConsentRow, 'sealed_access'>): ConsentHead {
  return {
    consentId: row.consent_id,
    organisationId: row.organisation_id,
    thirdPartyName: row.third_party_name,
    status: statusIn(row.status),
    owner: row.owner ?? undefined,
    holders: row.holders,
    userId: row.user_id ?? undefined,
    proxy: row.proxy ?? undefined,
    leavesAccountsOpen: row.leaves_accounts_open,
    isRecurring: row.is_recurring,
    validUntil: row.valid_until,
    frequencyPerDay: row.frequency_per_day,
    isCombined: row.is_combined,
    isSole: row.is_sole,
    expiresAt: row.expires_at,
    endsAt: row.ends_at ?? undefined,
    approvedAt: row.approved_at ?? undefined,
    changedAt: row.changed_at,
    withdrawnBy: row.withdrawn_by ?? undefined,
    ...(row.has_notifications ? { hasNotifications: true } : {}),
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    rowVersion: row.row_version,
  };
}

export function toStored(row: ConsentRow, vault: ConsentsVault): StoredConsent {
  const { bank_id, consent_id, sealed_access } = row;
  if (sealed_access === null) return { ...toHead(row), access: noAccess, isContentDeleted: true };
  return { ...toHead(row), access: vault.openAccess(bank_id, consent_id, sealed_access) };
}

function statusIn(text: string): ConsentStatus {
  const found = consentStatuses.find((status) => status === text);
  if (found === undefined) throw new Error(`consent row has the unknown status ${text}`);
  return found;
}
