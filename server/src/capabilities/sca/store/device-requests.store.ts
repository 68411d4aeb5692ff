import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { EarlierRequest } from '../domain/device-turn.ts';
import { rawQuery, tables } from './tables.ts';

interface RequestKey {
  readonly bankId: string;
  readonly requestId: string;
}

const ofRequest = statement<RequestKey>()(({ bankId, requestId }) =>
  rawQuery(sql<{ authorisation_id: string }>`
    select authorisation_id from sca.authorisation
     where bank_id = ${bankId} and device_request_id = ${requestId}`),
);

/** Finds the authorisation whose request waits for a device. */
export async function findIdByDeviceRequest(db: Reader, key: RequestKey): Promise<string | undefined> {
  return (await db.first(ofRequest(key)))?.authorisation_id;
}

/** Those that ask one customer. */
interface CustomerCriteria {
  readonly bankId: string;
  /** User id, or a keyed hash of a name that no user has. */
  readonly customer: string;
  readonly since: Temporal.Instant;
}

/** More than the limits let one customer get within the time that counts. */
const earlierMax = 500;

const earlier = statement<CustomerCriteria>()(({ bankId, customer, since }) =>
  rawQuery(sql<{
    request_id: string;
    asker: string;
    asked_at: Temporal.Instant;
    ends_at: Temporal.Instant;
    answer: string | null;
  }>`
    select request_id, asker, asked_at, ends_at, answer from sca.device_request
     where bank_id = ${bankId} and customer = ${customer} and asked_at > ${since}
     order by asked_at desc limit ${earlierMax}`),
);

/** Lists the requests to the devices of a customer, the newest first. */
export async function listEarlierRequests(
  db: Reader,
  criteria: CustomerCriteria,
): Promise<readonly EarlierRequest[]> {
  const rows = await db.rows(earlier(criteria));
  return rows.map((row) => ({
    requestId: row.request_id,
    asker: row.asker,
    askedAt: row.asked_at,
    endsAt: row.ends_at,
    answer: row.answer === 'approved' || row.answer === 'declined' ? row.answer : undefined,
  }));
}

/** A request that is sent to the devices of a customer. */
export interface NewDeviceRequest extends RequestKey {
  readonly customer: string;
  readonly asker: string;
  /** The name that customers see. */
  readonly askerName: string;
  readonly askedAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
}

const insert = statement<NewDeviceRequest>('write')((row) =>
  tables.insertInto('device_request').values({
    bank_id: row.bankId,
    request_id: row.requestId,
    customer: row.customer,
    asker: row.asker,
    asker_name: row.askerName,
    asked_at: row.askedAt,
    ends_at: row.endsAt,
    answer: null,
  }),
);

export function insertDeviceRequest(work: Writer, row: NewDeviceRequest): void {
  work.write(insert(row));
}

/** What a request came to; without an answer it was replaced, withdrawn, or its time is over. */
interface RequestEnd extends RequestKey {
  readonly answer: EarlierRequest['answer'];
  readonly now: Temporal.Instant;
}

const end = statement<RequestEnd>('write')(({ answer, bankId, now, requestId }) =>
  rawQuery(sql`
    update sca.device_request set ends_at = least(ends_at, ${now}), answer = ${answer ?? null}
     where bank_id = ${bankId} and request_id = ${requestId} and answer is null`),
);

/** Ends a request, once it is answered or nothing waits for an answer any more. */
export function updateRequestEnd(work: Writer, ended: RequestEnd): void {
  work.write(end(ended));
}

const one = statement<RequestKey>()(({ bankId, requestId }) =>
  rawQuery(sql<{ asker: string; asker_name: string }>`
    select asker, asker_name from sca.device_request
     where bank_id = ${bankId} and request_id = ${requestId}`),
);

/** One that asks customers on their devices. */
export interface Asker {
  readonly asker: string;
  readonly name: string;
}

/** Finds who sent a request. */
export async function findAskerOf(db: Reader, key: RequestKey): Promise<Asker | undefined> {
  const row = await db.first(one(key));
  return row && { asker: row.asker, name: row.asker_name };
}

const askersMax = 100;

const askers = statement<CustomerCriteria & { readonly except: string }>()(
  ({ bankId, customer, except, since }) =>
    rawQuery(sql<{ asker: string; asker_name: string; asked_at: Temporal.Instant }>`
      select asker, asker_name, asked_at from (
        select distinct on (asker) asker, asker_name, asked_at from sca.device_request
         where bank_id = ${bankId} and customer = ${customer} and asked_at > ${since} and asker <> ${except}
         order by asker, asked_at desc) as newest
       order by asked_at desc, asker limit ${askersMax}`),
);

/** Lists who asked a customer, with the last time, the newest first. */
export async function listAskers(
  db: Reader,
  criteria: CustomerCriteria & { readonly except: string },
): Promise<readonly (Asker & { readonly askedAt: Temporal.Instant })[]> {
  const rows = await db.rows(askers(criteria));
  return rows.map((row) => ({ asker: row.asker, name: row.asker_name, askedAt: row.asked_at }));
}

const removeOf = statement<{ readonly bankId: string; readonly customer: string }>('write')(
  ({ bankId, customer }) =>
    tables.deleteFrom('device_request').where('bank_id', '=', bankId).where('customer', '=', customer),
);

export function deleteRequestsOf(
  work: Writer,
  key: { readonly bankId: string; readonly customer: string },
): void {
  work.write(removeOf(key));
}

const removeOld = statement<{
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly max: number;
}>('write')(({ bankId, before, max }) =>
  rawQuery(sql<{ request_id: string }>`
    delete from sca.device_request where bank_id = ${bankId} and request_id in (
      select request_id from sca.device_request
       where bank_id = ${bankId} and asked_at < ${before} order by asked_at limit ${max} for update skip locked)
    returning request_id`),
);

/** Deletes requests that were sent before a time; returns how many. */
export async function deleteOldRequests(
  work: Writer,
  criteria: { readonly bankId: string; readonly before: Temporal.Instant; readonly max: number },
): Promise<number> {
  return (await work.executeAll(removeOld(criteria))).length;
}
