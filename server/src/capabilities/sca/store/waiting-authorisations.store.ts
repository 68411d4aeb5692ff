import { sql } from 'kysely';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { SubjectRef } from '../domain/subject.ts';
import { rawQuery } from './tables.ts';

interface WaitingCriteria {
  readonly bankId: string;
  readonly organisationId: string;
}

const waiting = statement<WaitingCriteria & { readonly kind: string; readonly id: string }>()(
  ({ bankId, id, kind, organisationId }) =>
    rawQuery(sql<{ authorisation_id: string }>`
    select authorisation_id from sca.authorisation
     where bank_id = ${bankId} and subject_kind = ${kind} and subject_id = ${id}
       and organisation_id = ${organisationId} and approach = 'REDIRECT'
       and status in ('received', 'psuIdentified')
     order by created_at desc, authorisation_id limit 1`),
);

/** Finds the newest authorisation of a subject whose page no browser has opened. */
export async function findWaitingId(
  db: Reader,
  { subject: { id, kind }, ...criteria }: WaitingCriteria & { readonly subject: SubjectRef },
): Promise<string | undefined> {
  return (await db.first(waiting({ ...criteria, kind, id })))?.authorisation_id;
}
