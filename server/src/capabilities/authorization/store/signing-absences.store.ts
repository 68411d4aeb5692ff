import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { SigningAbsenceTable } from './tables.generated.ts';
import { rawQuery, tables } from './tables.ts';

/** An absence as it was entered, and when it was ended early. */
export interface RecordedAbsence {
  readonly absenceId: string;
  readonly owner: string;
  readonly userId: string;
  readonly delegateId: string | undefined;
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly endedAt: Temporal.Instant | undefined;
}

interface NewAbsence extends Omit<RecordedAbsence, 'endedAt'> {
  readonly bankId: string;
  readonly now: Temporal.Instant;
}

const insertRow = statement<NewAbsence>('write')((row) =>
  tables.insertInto('signing_absence').values({
    bank_id: row.bankId,
    absence_id: row.absenceId,
    owner: row.owner,
    user_id: row.userId,
    delegate_id: row.delegateId,
    absent_from: row.from,
    absent_until: row.until,
    created_at: row.now,
  }),
);

export function insertAbsence(work: Writer, absence: NewAbsence): void {
  work.write(insertRow(absence));
}

interface OwnedAbsence {
  readonly bankId: string;
  readonly owner: string;
  readonly absenceId: string;
}

const find = statement<OwnedAbsence>()(({ absenceId, bankId, owner }) =>
  rawQuery(sql<SigningAbsenceTable>`
    select * from "authorization".signing_absence
     where bank_id = ${bankId} and absence_id = ${absenceId} and owner = ${owner}`),
);

/** Finds an absence of an owner, whether it is over or not. */
export async function findAbsence(db: Reader, key: OwnedAbsence): Promise<RecordedAbsence | undefined> {
  const row = await db.first(find(key));
  return row && absenceOf(row);
}

const end = statement<OwnedAbsence & { readonly now: Temporal.Instant }>('write')(
  ({ absenceId, bankId, now, owner }) =>
    rawQuery(sql<{ absence_id: string }>`
    update "authorization".signing_absence set ended_at = ${now}
     where bank_id = ${bankId} and absence_id = ${absenceId} and owner = ${owner} and ended_at is null and absent_until > ${now}
    returning absence_id`),
);

/** Ends an absence now; false when it is over. */
export async function updateAbsenceEnd(
  work: Writer,
  key: OwnedAbsence & { readonly now: Temporal.Instant },
): Promise<boolean> {
  return (await work.execute(end(key))) !== undefined;
}

interface AbsenceScope {
  readonly bankId: string;
  readonly owner: string;
  /** Absences that were over before are left out. */
  readonly since: Temporal.Instant;
  readonly listMax: number;
}

const list = statement<AbsenceScope>()(({ bankId, listMax, owner, since }) =>
  rawQuery(sql<SigningAbsenceTable>`
    select * from "authorization".signing_absence
     where bank_id = ${bankId} and owner = ${owner} and absent_until > ${since}
       and (ended_at is null or ended_at > ${since})
     order by absent_until, absence_id limit ${listMax}`),
);

/** Lists absences of an owner that were not over at a time. */
export async function listRecordedAbsences(
  db: Reader,
  scope: AbsenceScope,
): Promise<readonly RecordedAbsence[]> {
  return (await db.rows(list(scope))).map(absenceOf);
}

function absenceOf(row: SigningAbsenceTable): RecordedAbsence {
  return {
    absenceId: row.absence_id,
    owner: row.owner,
    userId: row.user_id,
    delegateId: row.delegate_id ?? undefined,
    from: row.absent_from,
    until: row.absent_until,
    endedAt: row.ended_at ?? undefined,
  };
}
