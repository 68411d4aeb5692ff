import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { EarlierRequests } from '../domain/device-request.ts';
import { rawQuery } from './tables.ts';

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

interface EarlierCriteria {
  readonly bankId: string;
  readonly customer: string;
  readonly organisationId: string;
  /** The authorisation that asks; its own requests are not counted. */
  readonly except: string;
  readonly now: Temporal.Instant;
  /** A request that was sent before this time is over. */
  readonly openSince: Temporal.Instant;
  readonly countedSince: Temporal.Instant;
}

const earlier = statement<EarlierCriteria>()(
  ({ bankId, countedSince, customer, except, now, openSince, organisationId }) =>
    rawQuery(sql<{ is_one_open: boolean | null; of_third_party: number }>`
    select bool_or(device_request_id is not null and asked_at > ${openSince} and ends_at > ${now}) as is_one_open,
           count(*) filter (where organisation_id = ${organisationId})::int as of_third_party
      from sca.authorisation
     where bank_id = ${bankId} and asked_customer = ${customer} and asked_at > ${countedSince}
       and authorisation_id <> ${except}`),
);

/** Reads how often the devices of a customer were asked by other authorisations. */
export async function findEarlierRequests(db: Reader, criteria: EarlierCriteria): Promise<EarlierRequests> {
  const row = await db.first(earlier(criteria));
  return { isOneOpen: row?.is_one_open ?? false, ofThirdParty: row?.of_third_party ?? 0 };
}
