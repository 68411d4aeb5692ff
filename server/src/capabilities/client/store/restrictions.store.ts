import { type Selectable, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import {
  type RestrictionKind,
  type RestrictionState,
  restrictionKinds,
  restrictionStates,
  type Setter,
  setters,
} from '../domain/restrictions/restriction.ts';
import type { ClientVault } from './client-vault.ts';
import {
  openRestriction,
  type RestrictionDetails,
  restrictionEncryptionContext,
  sealDetails,
} from './restrictions-vault.ts';
import type { RestrictionTable } from './tables.generated.ts';
import { rawQuery, tables } from './tables.ts';

/** A restriction without what is encrypted of it: all that most decisions need. */
export interface RestrictionHead {
  readonly restrictionId: string;
  readonly clientNumber: string;
  readonly kind: RestrictionKind;
  readonly isScoped: boolean;
  readonly setBy: Setter;
  readonly state: RestrictionState;
  readonly setAt: Temporal.Instant;
  /** Absent: until it is lifted. */
  readonly expiresAt: Temporal.Instant | undefined;
  readonly endedAt: Temporal.Instant | undefined;
  readonly liftProposedBy: string | undefined;
  readonly liftProposedAt: Temporal.Instant | undefined;
  readonly rowVersion: bigint;
}

export interface Restriction extends RestrictionHead {
  readonly details: RestrictionDetails;
}

type Row = Selectable<RestrictionTable>;

function toHead(row: Row): RestrictionHead {
  return {
    restrictionId: row.restriction_id,
    clientNumber: row.client_number,
    kind: oneOf(restrictionKinds, row.kind),
    isScoped: row.is_scoped,
    setBy: oneOf(setters, row.set_by),
    state: oneOf(restrictionStates, row.state),
    setAt: row.set_at,
    expiresAt: row.expires_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
    liftProposedBy: row.lift_proposed_by ?? undefined,
    liftProposedAt: row.lift_proposed_at ?? undefined,
    rowVersion: row.row_version,
  };
}

function toRestriction(vault: ClientVault, row: Row): Restriction {
  const context = restrictionEncryptionContext(row.bank_id, row.restriction_id);
  return { ...toHead(row), details: openRestriction(vault, context, row.sealed_details) };
}

function oneOf<const Value extends string>(values: readonly Value[], text: string): Value {
  const found = values.find((value) => value === text);
  if (found === undefined) throw new Error(`row has the unknown value ${text}`);
  return found;
}

interface ClientsNow {
  readonly bankId: string;
  readonly clientNumbers: readonly string[];
  readonly now: Temporal.Instant;
}

const active = statement<ClientsNow>()(({ bankId, clientNumbers, now }) =>
  rawQuery(sql<RestrictionTable>`
    select * from client.restriction
     where bank_id = ${bankId} and client_number = any(${clientNumbers}::text[]) and state = 'active'
       and (expires_at is null or expires_at > ${now})
     order by set_at, restriction_id`),
);

/** Lists what is in force for clients, without opening it: expired restrictions are left out, recorded or not. */
export async function listActiveHeads(db: Reader, criteria: ClientsNow): Promise<readonly RestrictionHead[]> {
  return (await db.rows(active(criteria))).map(toHead);
}

/** The same, opened. */
export async function listActive(
  db: Reader,
  vault: ClientVault,
  criteria: ClientsNow,
): Promise<readonly Restriction[]> {
  return (await db.rows(active(criteria))).map((row) => toRestriction(vault, row));
}

interface ClientPage {
  readonly bankId: string;
  readonly clientNumbers: readonly string[];
  readonly listMax: number;
}

const ofClient = statement<ClientPage>()(({ bankId, clientNumbers, listMax }) =>
  rawQuery(sql<RestrictionTable>`
    select * from client.restriction
     where bank_id = ${bankId} and client_number = any(${clientNumbers}::text[])
     order by set_at desc, restriction_id limit ${listMax}`),
);

/** Lists the restrictions of a client, ended ones included, the newest first. */
export async function listRestrictionsOf(
  db: Reader,
  vault: ClientVault,
  criteria: ClientPage,
): Promise<readonly Restriction[]> {
  return (await db.rows(ofClient(criteria))).map((row) => toRestriction(vault, row));
}

interface RestrictionKey {
  readonly bankId: string;
  readonly restrictionId: string;
}

const lockOne = statement<RestrictionKey>('lock')(({ bankId, restrictionId }) =>
  tables
    .selectFrom('restriction')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('restriction_id', '=', restrictionId)
    .forUpdate(),
);

export async function lockRestriction(
  work: Writer,
  vault: ClientVault,
  key: RestrictionKey,
): Promise<Restriction | undefined> {
  const row = await work.lock(lockOne(key));
  return row && toRestriction(vault, row);
}

const clientOf = statement<RestrictionKey>()(({ bankId, restrictionId }) =>
  tables
    .selectFrom('restriction')
    .select('client_number')
    .where('bank_id', '=', bankId)
    .where('restriction_id', '=', restrictionId),
);

/** Finds whose restriction it is. */
export async function findClientOf(db: Reader, key: RestrictionKey): Promise<string | undefined> {
  return (await db.first(clientOf(key)))?.client_number;
}

const findMany = statement<{ readonly bankId: string; readonly ids: readonly string[] }>()(
  ({ bankId, ids }) =>
    rawQuery(sql<{ restriction_id: string }>`
      select restriction_id from client.restriction
       where bank_id = ${bankId} and restriction_id = any(${ids}::uuid[])`),
);

/** Returns those of the ids that exist. */
export async function findExistingIds(
  db: Reader,
  criteria: { readonly bankId: string; readonly ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  return new Set((await db.rows(findMany(criteria))).map((row) => row.restriction_id));
}

const ofClientToLock = statement<{ readonly bankId: string; readonly clientNumber: string }>('lock')(
  ({ bankId, clientNumber }) =>
    rawQuery(sql<RestrictionTable>`
      select * from client.restriction
       where bank_id = ${bankId} and client_number = ${clientNumber} and state = 'active'
       order by restriction_id for update`),
);

/** Locks the restrictions of a client that no job has ended. */
export async function lockActiveOf(
  work: Writer,
  vault: ClientVault,
  key: { readonly bankId: string; readonly clientNumber: string },
): Promise<readonly Restriction[]> {
  return (await work.lockAll(ofClientToLock(key))).map((row) => toRestriction(vault, row));
}

const insert = statement<RestrictionTable>('write')((row) =>
  tables.insertInto('restriction').values({
    bank_id: row.bank_id,
    restriction_id: row.restriction_id,
    client_number: row.client_number,
    kind: row.kind,
    is_scoped: row.is_scoped,
    set_by: row.set_by,
    sealed_details: row.sealed_details,
    state: row.state,
    set_at: row.set_at,
    expires_at: row.expires_at,
    ended_at: row.ended_at,
    lift_proposed_by: row.lift_proposed_by,
    lift_proposed_at: row.lift_proposed_at,
    row_version: row.row_version,
    created_at: row.created_at,
    modified_at: row.modified_at,
  }),
);

/** Inserts an active restriction. */
export function insertRestriction(
  work: Writer,
  vault: ClientVault,
  { bankId, now, restriction }: Saved,
): void {
  const { details, restrictionId } = restriction;
  work.write(
    insert({
      bank_id: bankId,
      restriction_id: restrictionId,
      client_number: restriction.clientNumber,
      kind: restriction.kind,
      is_scoped: restriction.isScoped,
      set_by: restriction.setBy,
      sealed_details: sealDetails(vault, restrictionEncryptionContext(bankId, restrictionId), details),
      state: restriction.state,
      set_at: restriction.setAt,
      expires_at: restriction.expiresAt ?? null,
      ended_at: null,
      lift_proposed_by: null,
      lift_proposed_at: null,
      row_version: 1n,
      created_at: now,
      modified_at: now,
    }),
    { constraints: { restriction_once: standardProblems.conflict } },
  );
}

export interface Saved {
  readonly bankId: string;
  readonly restriction: Restriction;
  readonly now: Temporal.Instant;
}

type ChangeRow = Pick<
  RestrictionTable,
  | 'bank_id'
  | 'restriction_id'
  | 'client_number'
  | 'sealed_details'
  | 'state'
  | 'expires_at'
  | 'ended_at'
  | 'lift_proposed_by'
  | 'lift_proposed_at'
  | 'row_version'
  | 'modified_at'
>;

const update = statement<ChangeRow>('write')((row) =>
  tables
    .updateTable('restriction')
    .set({
      client_number: row.client_number,
      sealed_details: row.sealed_details,
      state: row.state,
      expires_at: row.expires_at,
      ended_at: row.ended_at,
      lift_proposed_by: row.lift_proposed_by,
      lift_proposed_at: row.lift_proposed_at,
      row_version: sql`row_version + 1`,
      modified_at: row.modified_at,
    })
    .where('bank_id', '=', row.bank_id)
    .where('restriction_id', '=', row.restriction_id)
    .where('row_version', '=', row.row_version),
);

/** Saves a restriction that is locked, or whose client is. */
export function updateRestriction(
  work: Writer,
  vault: ClientVault,
  { bankId, now, restriction }: Saved,
): void {
  const { details, restrictionId } = restriction;
  work.write(
    update({
      bank_id: bankId,
      restriction_id: restrictionId,
      client_number: restriction.clientNumber,
      sealed_details: sealDetails(vault, restrictionEncryptionContext(bankId, restrictionId), details),
      state: restriction.state,
      expires_at: restriction.expiresAt ?? null,
      ended_at: restriction.endedAt ?? null,
      lift_proposed_by: restriction.liftProposedBy ?? null,
      lift_proposed_at: restriction.liftProposedAt ?? null,
      row_version: restriction.rowVersion,
      modified_at: now,
    }),
    { rows: { count: 1, otherwise: standardProblems.conflict } },
  );
}
