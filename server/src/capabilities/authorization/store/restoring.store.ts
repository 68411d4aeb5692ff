import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { rawQuery } from './tables.ts';

interface Scope {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly listMax: number;
}

const voidCodes = statement<Scope>('write')(({ bankId, listMax, now }) =>
  rawQuery(sql<{ done: number }>`
    update "authorization".otp_verification
       set superseded_at = coalesce(superseded_at, ${now}), dispatch_at = null,
           expires_at = least(expires_at, ${now}), proof_until = case when proof_until is not null then least(proof_until, ${now}) end
     where bank_id = ${bankId} and ctid = any(array(
       select ctid from "authorization".otp_verification
        where bank_id = ${bankId} and (expires_at > ${now} or proof_until > ${now}) limit ${listMax}))
    returning 1 as done`),
);

const voidChallenges = statement<Scope>('write')(({ bankId, listMax, now }) =>
  rawQuery(sql<{ done: number }>`
    update "authorization".ocra_challenge
       set voided_at = coalesce(voided_at, ${now}), expires_at = least(expires_at, ${now}),
           proof_until = case when proof_until is not null then least(proof_until, ${now}) end
     where bank_id = ${bankId} and ctid = any(array(
       select ctid from "authorization".ocra_challenge
        where bank_id = ${bankId} and (expires_at > ${now} or proof_until > ${now}) limit ${listMax}))
    returning 1 as done`),
);

interface TokenScope extends Scope {
  /** Tokens that were changed since then are done. */
  readonly startedAt: Temporal.Instant;
  readonly step: number;
}

/** Time tokens accept no step up to now; event tokens skip some codes. */
const advance = statement<TokenScope>('write')(({ bankId, listMax, now, startedAt, step }) =>
  rawQuery(sql<{ done: number }>`
    update "authorization".oath_token
       set counter = case kind
             when 'hotp' then coalesce(counter, 0) + ${step}
             when 'totp' then greatest(counter,
               floor(extract(epoch from ${now}::timestamptz) / greatest(step_seconds, 1))::bigint + drift)
             else counter end,
           resync_counter = null, resync_until = null, proof_consumed_at = ${now},
           row_version = row_version + 1, modified_at = ${now}
     where bank_id = ${bankId} and ctid = any(array(
       select ctid from "authorization".oath_token
        where bank_id = ${bankId} and status in ('active', 'awaiting-confirmation', 'blocked')
          and modified_at < ${startedAt} limit ${listMax}))
    returning 1 as done`),
);

export async function voidOpenCodes(work: Writer, scope: Scope): Promise<number> {
  return (await work.executeAll(voidCodes(scope))).length;
}

export async function voidOpenChallenges(work: Writer, scope: Scope): Promise<number> {
  return (await work.executeAll(voidChallenges(scope))).length;
}

export async function advanceTokens(work: Writer, scope: TokenScope): Promise<number> {
  return (await work.executeAll(advance(scope))).length;
}

interface Counters {
  readonly bankId: string;
  readonly tokenIds: readonly string[];
}

const findCounters = statement<Counters>()(({ bankId, tokenIds }) =>
  rawQuery(sql<{ token_id: string; counter: bigint | null }>`
    select token_id, counter from "authorization".oath_token
     where bank_id = ${bankId} and kind = 'hotp' and token_id = any(${tokenIds}::uuid[])`),
);

/** Lists the counters of event tokens. */
export async function listCounters(db: Reader, criteria: Counters): Promise<ReadonlyMap<string, number>> {
  const rows = await db.rows(findCounters(criteria));
  return new Map(rows.map(({ counter, token_id: tokenId }) => [tokenId, Number(counter ?? 0n)]));
}

const raise = statement<{
  readonly bankId: string;
  readonly tokenId: string;
  readonly counter: number;
}>('write')(({ bankId, counter, tokenId }) =>
  rawQuery(sql`
    update "authorization".oath_token set counter = greatest(counter, ${counter}::bigint)
     where bank_id = ${bankId} and token_id = ${tokenId}`),
);

/** Raises the counter of an event token, which never decreases. */
export function raiseCounter(
  work: Writer,
  raised: { readonly bankId: string; readonly tokenId: string; readonly counter: number },
): void {
  work.write(raise(raised));
}
