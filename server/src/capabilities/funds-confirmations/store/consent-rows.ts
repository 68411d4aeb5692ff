import type { Selectable } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import {
  type ConsentOrigin,
  type ConsentStatus,
  consentOrigins,
  consentStatuses,
} from '../domain/consent.ts';
import type { KeptTerms } from '../domain/terms.ts';
import type { FundsVault } from './funds-vault.ts';
import type { ConsentTable } from './tables.generated.ts';

export type ConsentRow = Selectable<ConsentTable>;

/** A consent without its terms: all that deciding about its state needs. */
export interface ConsentHead {
  readonly consentId: string;
  readonly organisationId: string;
  readonly thirdPartyName: string;
  readonly origin: ConsentOrigin;
  readonly status: ConsentStatus;
  readonly owner: string | undefined;
  /** Customers of whom each may approve alone. */
  readonly holders: readonly string[];
  /** The user who gave the first signature; undefined for an agreement at the bank. */
  readonly userId: string | undefined;
  /** Number of that user, where it signed by a mandate of the owner. */
  readonly proxy: string | undefined;
  /** Id of the core. */
  readonly accountId: string;
  readonly expiresAt: Temporal.Instant;
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

/** A consent with what may be asked about. */
export interface StoredConsent extends ConsentHead {
  readonly terms: KeptTerms;
  /** It ended unsigned, and what it asked for is deleted: the terms are empty. */
  readonly isContentDeleted?: true;
}

const noTerms: KeptTerms = { account: { iban: '' }, currency: '', isDefaultCurrency: true };

export function toHead(row: Omit<ConsentRow, 'sealed_terms'>): ConsentHead {
  return {
    consentId: row.consent_id,
    organisationId: row.organisation_id,
    thirdPartyName: row.third_party_name,
    origin: knownIn(consentOrigins, row.origin),
    status: knownIn(consentStatuses, row.status),
    owner: row.owner ?? undefined,
    holders: row.holders,
    userId: row.user_id ?? undefined,
    proxy: row.proxy ?? undefined,
    accountId: row.account_id,
    expiresAt: row.expires_at,
    approvedAt: row.approved_at ?? undefined,
    changedAt: row.changed_at,
    withdrawnBy: row.withdrawn_by ?? undefined,
    ...(row.has_notifications ? { hasNotifications: true } : {}),
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    rowVersion: row.row_version,
  };
}

export function toStored(row: ConsentRow, vault: FundsVault): StoredConsent {
  const { bank_id, consent_id, sealed_terms } = row;
  if (sealed_terms === null) return { ...toHead(row), terms: noTerms, isContentDeleted: true };
  return { ...toHead(row), terms: vault.openTerms(bank_id, consent_id, sealed_terms) };
}

function knownIn<Known extends string>(all: readonly Known[], text: string): Known {
  const found = all.find((one) => one === text);
  if (found === undefined) throw new Error(`consent row has the unknown word ${text}`);
  return found;
}
