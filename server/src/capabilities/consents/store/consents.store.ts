import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { isFinal } from '../domain/consent.ts';
import { type ConsentHead, type ConsentRow, type StoredConsent, toHead, toStored } from './consent-rows.ts';
import type { ConsentsVault } from './consents-vault.ts';
import type { ConsentTable } from './tables.generated.ts';
import { tables } from './tables.ts';

export type { ConsentHead, StoredConsent } from './consent-rows.ts';

export interface ConsentKey {
  readonly bankId: string;
  readonly consentId: string;
}

export const headColumns = [
  'bank_id',
  'consent_id',
  'organisation_id',
  'third_party_name',
  'status',
  'owner',
  'holders',
  'user_id',
  'proxy',
  'leaves_accounts_open',
  'is_recurring',
  'valid_until',
  'frequency_per_day',
  'is_combined',
  'is_sole',
  'expires_at',
  'ends_at',
  'approved_at',
  'changed_at',
  'ended_at',
  'withdrawn_by',
  'has_notifications',
  'row_version',
  'created_at',
  'modified_at',
] as const;

const findHeadRow = statement<ConsentKey>()(({ bankId, consentId }) =>
  tables
    .selectFrom('consent')
    .select(headColumns)
    .where('bank_id', '=', bankId)
    .where('consent_id', '=', consentId),
);

/** Finds a consent without decrypting its access. */
export async function findConsentHead(db: Reader, key: ConsentKey): Promise<ConsentHead | undefined> {
  const row = await db.first(findHeadRow(key));
  return row && toHead(row);
}

const findRow = statement<ConsentKey>()(({ bankId, consentId }) =>
  tables
    .selectFrom('consent')
    .select([...headColumns, 'sealed_access'])
    .where('bank_id', '=', bankId)
    .where('consent_id', '=', consentId),
);

export async function findConsent(
  db: Reader,
  vault: ConsentsVault,
  key: ConsentKey,
): Promise<StoredConsent | undefined> {
  const row = await db.first(findRow(key));
  return row && toStored(row, vault);
}

const lockRow = statement<ConsentKey>('lock')(({ bankId, consentId }) =>
  tables
    .selectFrom('consent')
    .select([...headColumns, 'sealed_access'])
    .where('bank_id', '=', bankId)
    .where('consent_id', '=', consentId)
    .forUpdate(),
);

export async function lockConsent(
  work: Writer,
  vault: ConsentsVault,
  key: ConsentKey,
): Promise<StoredConsent | undefined> {
  const row = await work.lock(lockRow(key));
  return row && toStored(row, vault);
}

const lockHeadRow = statement<ConsentKey>('lock')(({ bankId, consentId }) =>
  tables
    .selectFrom('consent')
    .select(headColumns)
    .where('bank_id', '=', bankId)
    .where('consent_id', '=', consentId)
    .forUpdate(),
);

/** Locks a consent without decrypting its access. */
export async function lockConsentHead(work: Writer, key: ConsentKey): Promise<ConsentHead | undefined> {
  const row = await work.lock(lockHeadRow(key));
  return row && toHead(row);
}

/** The consents of one customer for one third party. */
interface FormerCriteria extends ConsentKey {
  readonly organisationId: string;
  readonly userId: string;
  readonly owner: string;
}

const lockFormerRows = statement<FormerCriteria>('lock')(
  ({ bankId, consentId, organisationId, owner, userId }) =>
    tables
      .selectFrom('consent')
      .select(headColumns)
      .where('bank_id', '=', bankId)
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', userId)
      .where('owner', '=', owner)
      .where('is_sole', '=', sql<boolean>`true`)
      .where('status', 'in', [sql<string>`'partiallyAuthorised'`, sql<string>`'valid'`])
      .where('consent_id', '<>', consentId)
      .orderBy('consent_id')
      .forUpdate(),
);

/** Locks the recurring consents that a new one replaces. */
export async function lockFormerConsents(
  work: Writer,
  criteria: FormerCriteria,
): Promise<readonly ConsentHead[]> {
  return (await work.lockAll(lockFormerRows(criteria))).map(toHead);
}

const insert = statement<ConsentRow>('write')((row) =>
  tables.insertInto('consent').values({
    bank_id: row.bank_id,
    consent_id: row.consent_id,
    organisation_id: row.organisation_id,
    third_party_name: row.third_party_name,
    status: row.status,
    owner: row.owner,
    holders: row.holders,
    user_id: row.user_id,
    proxy: row.proxy,
    leaves_accounts_open: row.leaves_accounts_open,
    sealed_access: row.sealed_access,
    is_recurring: row.is_recurring,
    valid_until: row.valid_until,
    frequency_per_day: row.frequency_per_day,
    is_combined: row.is_combined,
    is_sole: row.is_sole,
    expires_at: row.expires_at,
    ends_at: row.ends_at,
    approved_at: row.approved_at,
    changed_at: row.changed_at,
    ended_at: row.ended_at,
    withdrawn_by: row.withdrawn_by,
    has_notifications: row.has_notifications,
    row_version: row.row_version,
    created_at: row.created_at,
    modified_at: row.modified_at,
  }),
);

export function insertConsent(
  work: Writer,
  vault: ConsentsVault,
  bankId: string,
  consent: StoredConsent,
): void {
  const { access, consentId } = consent;
  work.write(
    insert({
      bank_id: bankId,
      consent_id: consentId,
      organisation_id: consent.organisationId,
      third_party_name: consent.thirdPartyName,
      status: consent.status,
      owner: consent.owner ?? null,
      holders: [...consent.holders],
      user_id: null,
      proxy: null,
      leaves_accounts_open: consent.leavesAccountsOpen,
      sealed_access: vault.sealAccess(bankId, consentId, access),
      is_recurring: consent.isRecurring,
      valid_until: consent.validUntil,
      frequency_per_day: consent.frequencyPerDay,
      is_combined: consent.isCombined,
      is_sole: consent.isSole,
      expires_at: consent.expiresAt,
      ends_at: null,
      approved_at: null,
      changed_at: consent.changedAt,
      ended_at: null,
      withdrawn_by: null,
      has_notifications: consent.hasNotifications ?? false,
      row_version: consent.rowVersion,
      created_at: consent.createdAt,
      modified_at: consent.modifiedAt,
    }),
  );
}

type StateRow = Pick<
  ConsentTable,
  | 'bank_id'
  | 'consent_id'
  | 'status'
  | 'owner'
  | 'user_id'
  | 'proxy'
  | 'leaves_accounts_open'
  | 'expires_at'
  | 'ends_at'
  | 'approved_at'
  | 'changed_at'
  | 'ended_at'
  | 'withdrawn_by'
  | 'row_version'
  | 'modified_at'
>;

const update = statement<StateRow>('write')((row) =>
  tables
    .updateTable('consent')
    .set({
      status: row.status,
      owner: row.owner,
      user_id: row.user_id,
      proxy: row.proxy,
      leaves_accounts_open: row.leaves_accounts_open,
      expires_at: row.expires_at,
      ends_at: row.ends_at,
      approved_at: row.approved_at,
      changed_at: row.changed_at,
      ended_at: row.ended_at,
      withdrawn_by: row.withdrawn_by,
      row_version: sql`row_version + 1`,
      modified_at: row.modified_at,
    })
    .where('bank_id', '=', row.bank_id)
    .where('consent_id', '=', row.consent_id)
    .where('row_version', '=', row.row_version),
);

/** Saves the state of a locked consent. */
export function updateConsent(
  work: Writer,
  bankId: string,
  { head, now }: { readonly head: ConsentHead; readonly now: Temporal.Instant },
): void {
  work.write(
    update({
      bank_id: bankId,
      consent_id: head.consentId,
      status: head.status,
      owner: head.owner ?? null,
      user_id: head.userId ?? null,
      proxy: head.proxy ?? null,
      leaves_accounts_open: head.leavesAccountsOpen,
      expires_at: head.expiresAt,
      ends_at: head.endsAt ?? null,
      approved_at: head.approvedAt ?? null,
      changed_at: head.changedAt,
      ended_at: isFinal(head.status) ? now : null,
      withdrawn_by: head.withdrawnBy ?? null,
      row_version: head.rowVersion,
      modified_at: now,
    }),
    { rows: { count: 1, otherwise: standardProblems.conflict } },
  );
}

const updateAccess = statement<ConsentKey & { readonly sealed: Buffer }>('write')(
  ({ bankId, consentId, sealed }) =>
    tables
      .updateTable('consent')
      .set({ sealed_access: sealed })
      .where('bank_id', '=', bankId)
      .where('consent_id', '=', consentId),
);

/** Replaces what a locked consent lets the third party read, after the customer has chosen accounts. */
export function replaceAccess(
  work: Writer,
  vault: ConsentsVault,
  bankId: string,
  { access, consentId }: StoredConsent,
): void {
  const sealed = vault.sealAccess(bankId, consentId, access);
  work.write(updateAccess({ bankId, consentId, sealed }), {
    rows: { count: 1, otherwise: standardProblems.conflict },
  });
}
