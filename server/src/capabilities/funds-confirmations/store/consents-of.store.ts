import { sql } from 'kysely';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { type ConsentHead, toHead } from './consent-rows.ts';
import { headColumns } from './consents.store.ts';
import { rawQuery, tables } from './tables.ts';

interface OwnerCriteria {
  readonly bankId: string;
  readonly owner: string;
}

const lockRowsOfOwner = statement<OwnerCriteria>('lock')(({ bankId, owner }) =>
  tables
    .selectFrom('consent')
    .select(headColumns)
    .where('bank_id', '=', bankId)
    .where('owner', '=', owner)
    .where('ended_at', 'is', null)
    .orderBy('consent_id')
    .forUpdate(),
);

/** Locks the consents to accounts of a customer that have not ended. */
export async function lockConsentsOfOwner(
  work: Writer,
  criteria: OwnerCriteria,
): Promise<readonly ConsentHead[]> {
  return (await work.lockAll(lockRowsOfOwner(criteria))).map(toHead);
}

interface UserCriteria {
  readonly bankId: string;
  readonly userId: string;
}

const lockRowsOfUser = statement<UserCriteria>('lock')(({ bankId, userId }) =>
  tables
    .selectFrom('consent')
    .select(headColumns)
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .orderBy('consent_id')
    .forUpdate(),
);

/** Locks the consents that a user gave and that have not ended. */
export async function lockConsentsOfUser(
  work: Writer,
  criteria: UserCriteria,
): Promise<readonly ConsentHead[]> {
  return (await work.lockAll(lockRowsOfUser(criteria))).map(toHead);
}

const removeOfOwner = statement<OwnerCriteria>('write')(({ bankId, owner }) =>
  rawQuery(sql<{ consent_id: string }>`
    with gone as (
      delete from funds_confirmations.consent where bank_id = ${bankId} and consent_id = any (array(
        select consent_id from funds_confirmations.consent where bank_id = ${bankId} and owner = ${owner}
        union all
        select funds_confirmations.unsigned_of_holder(${owner})))
      returning consent_id, organisation_id, account_id),
    days as (
      delete from funds_confirmations.asked_day where bank_id = ${bankId}
        and consent_id = any (array(select consent_id from gone))),
    questions as (
      delete from funds_confirmations.asked_account where bank_id = ${bankId}
        and (organisation_id, account_id) in (select organisation_id, account_id from gone))
    select consent_id from gone`),
);

/**
 * Deletes the consents to accounts of a customer, unsigned ones to joint accounts included, with the questions under
 * them; returns their ids.
 */
export async function deleteConsentsOfOwner(
  work: Writer,
  criteria: OwnerCriteria,
): Promise<readonly string[]> {
  return (await work.executeAll(removeOfOwner(criteria))).map((row) => row.consent_id);
}

type MergeCriteria = OwnerCriteria & { readonly survivor: string };

const renameEnded = statement<MergeCriteria>('write')(({ bankId, owner, survivor }) =>
  rawQuery(sql<never>`
    update funds_confirmations.consent set owner = ${survivor}
     where bank_id = ${bankId} and owner = ${owner} and ended_at is not null`),
);

const renameProxy = statement<MergeCriteria>('write')(({ bankId, owner, survivor }) =>
  rawQuery(sql<never>`
    update funds_confirmations.consent set proxy = nullif(${survivor}, owner)
     where bank_id = ${bankId} and proxy = ${owner}`),
);

/** Gives ended consents of a merged customer to the surviving one, and renames it where it is a proxy. */
export function renameCustomer(work: Writer, criteria: MergeCriteria): void {
  work.write(renameEnded(criteria));
  work.write(renameProxy(criteria));
}
