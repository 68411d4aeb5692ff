import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { SubjectRef } from '../domain/subject.ts';
import { problems } from '../problems.ts';
import { type SavedAuthorisation, type StoredAuthorisation, toRow, toStored } from './authorisation-rows.ts';
import type { ScaVault } from './sca-vault.ts';
import type { AuthorisationTable } from './tables.generated.ts';
import { rawQuery, tables } from './tables.ts';

export type { StoredAuthorisation } from './authorisation-rows.ts';

interface AuthorisationKey {
  readonly bankId: string;
  readonly authorisationId: string;
}

const find = statement<AuthorisationKey>()(({ authorisationId, bankId }) =>
  tables
    .selectFrom('authorisation')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('authorisation_id', '=', authorisationId),
);

export async function findAuthorisation(
  db: Reader,
  vault: ScaVault,
  key: AuthorisationKey,
): Promise<StoredAuthorisation | undefined> {
  const row = await db.first(find(key));
  return row && toStored(row, vault);
}

const byHandle = statement<{ readonly bankId: string; readonly handleHash: Buffer }>()(
  ({ bankId, handleHash }) =>
    tables
      .selectFrom('authorisation')
      .selectAll()
      .where('bank_id', '=', bankId)
      .where('handle_hash', '=', handleHash),
);

export async function findByHandle(
  db: Reader,
  vault: ScaVault,
  key: { readonly bankId: string; readonly handleHash: Buffer },
): Promise<StoredAuthorisation | undefined> {
  const row = await db.first(byHandle(key));
  return row && toStored(row, vault);
}

const lock = statement<AuthorisationKey>('lock')(({ authorisationId, bankId }) =>
  tables
    .selectFrom('authorisation')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('authorisation_id', '=', authorisationId)
    .forUpdate(),
);

/** Locks an authorisation: the first lock of every change. */
export async function lockAuthorisation(
  work: Writer,
  vault: ScaVault,
  key: AuthorisationKey,
): Promise<StoredAuthorisation | undefined> {
  const row = await work.lock(lock(key));
  return row && toStored(row, vault);
}

const ofSubject = statement<{ readonly bankId: string; readonly kind: string; readonly id: string }>()(
  ({ bankId, id, kind }) =>
    rawQuery(sql<{ authorisation_id: string }>`
      select authorisation_id from sca.authorisation
       where bank_id = ${bankId} and subject_kind = ${kind} and subject_id = ${id}
       order by created_at, authorisation_id limit 1000`),
);

/** Lists the authorisations of a subject, the oldest first. */
export async function listAuthorisationIds(
  db: Reader,
  { bankId, subject }: { readonly bankId: string; readonly subject: SubjectRef },
): Promise<readonly string[]> {
  const rows = await db.rows(ofSubject({ bankId, kind: subject.kind, id: subject.id }));
  return rows.map((row) => row.authorisation_id);
}

const signersOf = statement<{ readonly bankId: string; readonly kind: string; readonly id: string }>()(
  ({ bankId, id, kind }) =>
    rawQuery(sql<{ user_id: string }>`
      select user_id from sca.authorisation
       where bank_id = ${bankId} and subject_kind = ${kind} and subject_id = ${id}
         and status in ('finalised', 'exempted') and user_id is not null
       order by ended_at, authorisation_id limit 100`),
);

/** Lists the users who approved a subject, the first one first. */
export async function listSignerIds(
  db: Reader,
  { bankId, subject }: { readonly bankId: string; readonly subject: SubjectRef },
): Promise<readonly string[]> {
  const rows = await db.rows(signersOf({ bankId, kind: subject.kind, id: subject.id }));
  return rows.map((row) => row.user_id);
}

/** Not a plain comparison: while statistics know no open row, the planner would read the index of all open ones. */
const countOpen = statement<{
  readonly bankId: string;
  readonly kind: string;
  readonly id: string;
  readonly now: Temporal.Instant;
}>()(({ bankId, id, kind, now }) =>
  rawQuery(sql<{ open: number }>`
      select count(*)::int as open from sca.authorisation
       where bank_id = ${bankId} and subject_kind = ${kind} and subject_id = ${id}
         and coalesce(ends_at > ${now}, false)`),
);

/** Counts the open authorisations of a subject. */
export async function countOpenAuthorisations(
  db: Reader,
  {
    bankId,
    now,
    subject,
  }: { readonly bankId: string; readonly subject: SubjectRef; readonly now: Temporal.Instant },
): Promise<number> {
  return (await db.first(countOpen({ bankId, kind: subject.kind, id: subject.id, now })))?.open ?? 0;
}

/** Counts the null, for the same reason. */
const openOfUser = statement<{ readonly bankId: string; readonly userId: string }>()(({ bankId, userId }) =>
  rawQuery(sql<{ authorisation_id: string }>`
    select authorisation_id from sca.authorisation
     where bank_id = ${bankId} and user_id = ${userId} and num_nulls(ends_at) = 0
     order by authorisation_id limit 1000`),
);

/** Lists what a user has begun to approve, by id. */
export async function listOpenIdsOfUser(
  db: Reader,
  criteria: { readonly bankId: string; readonly userId: string },
): Promise<readonly string[]> {
  return (await db.rows(openOfUser(criteria))).map((row) => row.authorisation_id);
}

interface OverdueCriteria {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly listMax: number;
  readonly except: readonly string[];
}

const overdue = statement<OverdueCriteria>()(({ bankId, except, listMax, now }) =>
  rawQuery(sql<{ authorisation_id: string }>`
    select authorisation_id from sca.authorisation
     where bank_id = ${bankId} and ends_at <= ${now} and not authorisation_id = any(${except}::uuid[])
     order by ends_at limit ${listMax}`),
);

/** Lists authorisations whose time is over and that are still open. */
export async function listOverdueIds(db: Reader, criteria: OverdueCriteria): Promise<readonly string[]> {
  return (await db.rows(overdue(criteria))).map((row) => row.authorisation_id);
}

const insert = statement<AuthorisationTable>('write')((row) =>
  tables.insertInto('authorisation').values({
    bank_id: row.bank_id,
    authorisation_id: row.authorisation_id,
    subject_kind: row.subject_kind,
    subject_id: row.subject_id,
    organisation_id: row.organisation_id,
    approach: row.approach,
    status: row.status,
    failure: row.failure,
    exemption: row.exemption,
    user_id: row.user_id,
    asked_customer: row.asked_customer,
    device_request_id: row.device_request_id,
    wrong_passwords: row.wrong_passwords,
    wrong_codes: row.wrong_codes,
    sealed_details: row.sealed_details,
    handle_hash: row.handle_hash,
    confirmation_hash: row.confirmation_hash,
    expires_at: row.expires_at,
    link_expires_at: row.link_expires_at,
    arrived_at: row.arrived_at,
    active_at: row.active_at,
    asked_at: row.asked_at,
    ends_at: row.ends_at,
    ended_at: row.ended_at,
    row_version: row.row_version,
    created_at: row.created_at,
    modified_at: row.modified_at,
  }),
);

export function insertAuthorisation(work: Writer, vault: ScaVault, saved: SavedAuthorisation): void {
  work.write(insert(toRow(vault, saved)));
}

const update = statement<AuthorisationTable>('write')((row) =>
  tables
    .updateTable('authorisation')
    .set({
      approach: row.approach,
      status: row.status,
      failure: row.failure,
      exemption: row.exemption,
      user_id: row.user_id,
      asked_customer: row.asked_customer,
      device_request_id: row.device_request_id,
      wrong_passwords: row.wrong_passwords,
      wrong_codes: row.wrong_codes,
      sealed_details: row.sealed_details,
      handle_hash: row.handle_hash,
      confirmation_hash: row.confirmation_hash,
      link_expires_at: row.link_expires_at,
      arrived_at: row.arrived_at,
      active_at: row.active_at,
      asked_at: row.asked_at,
      ends_at: row.ends_at,
      ended_at: row.ended_at,
      row_version: sql`row_version + 1`,
      modified_at: row.modified_at,
    })
    .where('bank_id', '=', row.bank_id)
    .where('authorisation_id', '=', row.authorisation_id)
    .where('row_version', '=', row.row_version),
);

/** Saves a locked authorisation. */
export function updateAuthorisation(work: Writer, vault: ScaVault, saved: SavedAuthorisation): void {
  work.write(update(toRow(vault, saved)), {
    rows: { count: 1, otherwise: standardProblems.conflict },
    // Two authorisations of one customer for one subject, at the same moment: one of them counts.
    constraints: { authorisation_once: problems['already-approved'] },
  });
}

const removeEnded = statement<{
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly max: number;
}>('write')(({ bankId, before, max }) =>
  rawQuery(sql<{ authorisation_id: string }>`
      delete from sca.authorisation where bank_id = ${bankId} and authorisation_id in (
        select authorisation_id from sca.authorisation
         where bank_id = ${bankId} and ended_at < ${before} order by ended_at limit ${max} for update skip locked)
      returning authorisation_id`),
);

/** Deletes authorisations that ended before a time; returns how many. */
export async function deleteEndedAuthorisations(
  work: Writer,
  criteria: { readonly bankId: string; readonly before: Temporal.Instant; readonly max: number },
): Promise<number> {
  return (await work.executeAll(removeEnded(criteria))).length;
}
