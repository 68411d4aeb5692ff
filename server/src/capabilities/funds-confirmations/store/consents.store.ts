import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { isFinal } from '../domain/consent.ts';
import { type ConsentHead, type ConsentRow, type StoredConsent, toHead, toStored } from './consent-rows.ts';
import type { FundsVault } from './funds-vault.ts';
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
  'origin',
  'status',
  'owner',
  'holders',
  'user_id',
  'proxy',
  'account_id',
  'expires_at',
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

/** Finds a consent without decrypting its terms. */
export async function findConsentHead(db: Reader, key: ConsentKey): Promise<ConsentHead | undefined> {
  const row = await db.first(findHeadRow(key));
  return row && toHead(row);
}

const findRow = statement<ConsentKey>()(({ bankId, consentId }) =>
  tables
    .selectFrom('consent')
    .select([...headColumns, 'sealed_terms'])
    .where('bank_id', '=', bankId)
    .where('consent_id', '=', consentId),
);

export async function findConsent(
  db: Reader,
  vault: FundsVault,
  key: ConsentKey,
): Promise<StoredConsent | undefined> {
  const row = await db.first(findRow(key));
  return row && toStored(row, vault);
}

const lockRow = statement<ConsentKey>('lock')(({ bankId, consentId }) =>
  tables
    .selectFrom('consent')
    .select([...headColumns, 'sealed_terms'])
    .where('bank_id', '=', bankId)
    .where('consent_id', '=', consentId)
    .forUpdate(),
);

export async function lockConsent(
  work: Writer,
  vault: FundsVault,
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

/** Locks a consent without decrypting its terms. */
export async function lockConsentHead(work: Writer, key: ConsentKey): Promise<ConsentHead | undefined> {
  const row = await work.lock(lockHeadRow(key));
  return row && toHead(row);
}

interface AgreementCriteria {
  readonly bankId: string;
  readonly organisationId: string;
  readonly accountId: string;
  readonly origin: string;
  readonly listMax: number;
}

const agreementRows = statement<AgreementCriteria>()(
  ({ accountId, bankId, listMax, organisationId, origin }) =>
    tables
      .selectFrom('consent')
      .select([...headColumns, 'sealed_terms'])
      .where('bank_id', '=', bankId)
      .where('organisation_id', '=', organisationId)
      .where('account_id', '=', accountId)
      .where('origin', '=', origin)
      .where('status', '=', sql<string>`'valid'`)
      .orderBy('created_at', 'desc')
      .orderBy('consent_id')
      .limit(listMax),
);

/** Lists the valid consents of a third party about an account, the newest first. */
export async function listAgreements(
  db: Reader,
  vault: FundsVault,
  criteria: AgreementCriteria,
): Promise<readonly StoredConsent[]> {
  return (await db.rows(agreementRows(criteria))).map((row) => toStored(row, vault));
}

const insert = statement<ConsentRow>('write')((row) =>
  tables.insertInto('consent').values({
    bank_id: row.bank_id,
    consent_id: row.consent_id,
    organisation_id: row.organisation_id,
    third_party_name: row.third_party_name,
    origin: row.origin,
    status: row.status,
    owner: row.owner,
    holders: row.holders,
    user_id: row.user_id,
    proxy: row.proxy,
    account_id: row.account_id,
    sealed_terms: row.sealed_terms,
    expires_at: row.expires_at,
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

export function insertConsent(work: Writer, vault: FundsVault, bankId: string, consent: StoredConsent): void {
  const { consentId, terms } = consent;
  work.write(
    insert({
      bank_id: bankId,
      consent_id: consentId,
      organisation_id: consent.organisationId,
      third_party_name: consent.thirdPartyName,
      origin: consent.origin,
      status: consent.status,
      owner: consent.owner ?? null,
      holders: [...consent.holders],
      user_id: null,
      proxy: null,
      account_id: consent.accountId,
      sealed_terms: vault.sealTerms(bankId, consentId, terms),
      expires_at: consent.expiresAt,
      approved_at: consent.approvedAt ?? null,
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
  | 'expires_at'
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
      expires_at: row.expires_at,
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
      expires_at: head.expiresAt,
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
