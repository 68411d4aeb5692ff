import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { ClientVault } from './client-vault.ts';
import { openOwnData, ownDataColumns, sealOwnData } from './own-data-vault.ts';
import { rawQuery, tables } from './tables.ts';

/** Settings of a user in the app. */
export interface ClientPreference {
  readonly displayName: string | undefined;
  readonly timeZone: string | undefined;
}

interface UserKey {
  readonly bankId: string;
  readonly userId: string;
}

const find = statement<UserKey>()(({ bankId, userId }) =>
  tables
    .selectFrom('client_preference')
    .select(['sealed_display_name', 'time_zone'])
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId),
);

export async function findPreference(
  db: Reader,
  vault: ClientVault,
  key: UserKey,
): Promise<ClientPreference> {
  const row = await db.first(find(key));
  const sealed = row?.sealed_display_name ?? undefined;
  const cell = { bankId: key.bankId, column: ownDataColumns.displayName, rowId: key.userId };
  const name = sealed && openOwnData(vault, cell, sealed);
  return {
    displayName: typeof name === 'string' ? name : undefined,
    timeZone: row?.time_zone ?? undefined,
  };
}

interface Row extends UserKey {
  readonly customerNumber: string;
  readonly sealedDisplayName: Buffer | null;
  readonly timeZone: string | null;
  readonly now: Temporal.Instant;
}

const upsert = statement<Row>('write')((row) =>
  rawQuery(sql`
    insert into client.client_preference as p (bank_id, user_id, customer_number, sealed_display_name, time_zone,
      row_version, created_at, modified_at)
    values (${row.bankId}, ${row.userId}, ${row.customerNumber}, ${row.sealedDisplayName}, ${row.timeZone}, 1, ${row.now},
      ${row.now})
    on conflict (bank_id, user_id) do update
      set customer_number = excluded.customer_number, sealed_display_name = excluded.sealed_display_name,
          time_zone = excluded.time_zone, row_version = p.row_version + 1, modified_at = excluded.modified_at`),
);

/** Saves the settings of a user. */
export function upsertPreference(
  work: Writer,
  vault: ClientVault,
  {
    preference,
    ...key
  }: UserKey & {
    readonly customerNumber: string;
    readonly now: Temporal.Instant;
    readonly preference: ClientPreference;
  },
): void {
  const { displayName, timeZone } = preference;
  const cell = { bankId: key.bankId, column: ownDataColumns.displayName, rowId: key.userId };
  const sealedDisplayName = displayName === undefined ? null : sealOwnData(vault, cell, displayName);
  work.write(upsert({ ...key, sealedDisplayName, timeZone: timeZone ?? null }));
}

/** What a user has said about a tutorial, and when. */
export interface StoredClaim {
  readonly tutorialId: string;
  readonly version: number;
  readonly isClaimed: boolean;
  readonly claimedAt: Temporal.Instant;
}

const claims = statement<UserKey>()(({ bankId, userId }) =>
  tables
    .selectFrom('tutorial_claim')
    .select(['tutorial_id', 'version', 'is_claimed', 'claimed_at'])
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId)
    .orderBy('tutorial_id'),
);

/** Lists the claims of a user; there are at most as many as tutorials. */
export async function listClaims(db: Reader, key: UserKey): Promise<readonly StoredClaim[]> {
  return (await db.rows(claims(key))).map((row) => ({
    tutorialId: row.tutorial_id,
    version: row.version,
    isClaimed: row.is_claimed,
    claimedAt: row.claimed_at,
  }));
}

interface ClaimRow extends UserKey {
  readonly customerNumber: string;
  readonly tutorialId: string;
  readonly version: number;
  readonly isClaimed: boolean;
  readonly now: Temporal.Instant;
}

const claim = statement<ClaimRow>('write')((row) =>
  rawQuery(sql`
    insert into client.tutorial_claim as c (bank_id, user_id, tutorial_id, customer_number, version, is_claimed,
      claimed_at, row_version, created_at, modified_at)
    values (${row.bankId}, ${row.userId}, ${row.tutorialId}, ${row.customerNumber}, ${row.version}, ${row.isClaimed},
      ${row.now}, 1, ${row.now}, ${row.now})
    on conflict (bank_id, user_id, tutorial_id) do update
      set customer_number = excluded.customer_number, version = excluded.version, is_claimed = excluded.is_claimed,
          claimed_at = excluded.claimed_at, row_version = c.row_version + 1, modified_at = excluded.modified_at`),
);

/** Saves a claim; the last one wins. */
export function upsertClaim(work: Writer, row: ClaimRow): void {
  work.write(claim(row));
}

const deletePreferences = statement<UserKey>('write')(({ bankId, userId }) =>
  tables.deleteFrom('client_preference').where('bank_id', '=', bankId).where('user_id', '=', userId),
);
const deleteClaims = statement<UserKey>('write')(({ bankId, userId }) =>
  tables.deleteFrom('tutorial_claim').where('bank_id', '=', bankId).where('user_id', '=', userId),
);

/** Deletes the settings of a closed user. */
export function deleteSettingsOfUser(work: Writer, key: UserKey): void {
  work.write(deletePreferences(key));
  work.write(deleteClaims(key));
}

interface OfCustomer {
  readonly bankId: string;
  readonly customerNumber: string;
}

const deletePreferencesOf = statement<OfCustomer>('write')(({ bankId, customerNumber }) =>
  tables
    .deleteFrom('client_preference')
    .where('bank_id', '=', bankId)
    .where('customer_number', '=', customerNumber),
);
const deleteClaimsOf = statement<OfCustomer>('write')(({ bankId, customerNumber }) =>
  tables
    .deleteFrom('tutorial_claim')
    .where('bank_id', '=', bankId)
    .where('customer_number', '=', customerNumber),
);

/** Deletes the settings of all users of a customer. */
export function deleteSettingsOf(work: Writer, key: OfCustomer): void {
  work.write(deletePreferencesOf(key));
  work.write(deleteClaimsOf(key));
}

interface Renamed extends OfCustomer {
  readonly survivor: string;
}

const renamePreferences = statement<Renamed>('write')(({ bankId, customerNumber, survivor }) =>
  tables
    .updateTable('client_preference')
    .set({ customer_number: survivor })
    .where('bank_id', '=', bankId)
    .where('customer_number', '=', customerNumber),
);
const renameClaims = statement<Renamed>('write')(({ bankId, customerNumber, survivor }) =>
  tables
    .updateTable('tutorial_claim')
    .set({ customer_number: survivor })
    .where('bank_id', '=', bankId)
    .where('customer_number', '=', customerNumber),
);

/** Moves the settings of a merged customer. */
export function renameSettings(work: Writer, renamed: Renamed): void {
  work.write(renamePreferences(renamed));
  work.write(renameClaims(renamed));
}
