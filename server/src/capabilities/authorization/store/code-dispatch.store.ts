import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { type OtpChannel, otpChannels } from '../domain/literals.ts';
import { rawQuery, tables } from './tables.ts';

/** A code that a worker claimed for dispatch, and until when. */
export interface ClaimedCode {
  readonly verificationId: string;
  readonly userId: string | undefined;
  readonly subject: string;
  readonly channel: OtpChannel;
  readonly action: string;
  readonly sealedText: Buffer;
  /** There is nothing to dispatch: the user is unknown, or the code was superseded, verified or expired. */
  readonly isIdle: boolean;
  readonly expiresAt: Temporal.Instant;
  readonly claimedUntil: Temporal.Instant;
}

interface ClaimCriteria {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly listMax: number;
}

const claim = statement<ClaimCriteria>('write')(({ bankId, listMax, now, until }) =>
  rawQuery(sql<{
    verification_id: string;
    user_id: string | null;
    subject: string;
    channel: string;
    action: string;
    sealed_text: Buffer;
    is_idle: boolean;
    expires_at: Temporal.Instant;
    dispatch_at: Temporal.Instant;
  }>`
    with due as materialized (
      select verification_id from "authorization".otp_verification
       where bank_id = ${bankId} and dispatch_at <= ${now}
       order by dispatch_at limit ${listMax} for update skip locked)
    update "authorization".otp_verification v set dispatch_at = ${until}
      from due
     where v.bank_id = ${bankId} and v.verification_id = due.verification_id
    returning v.verification_id, v.user_id, v.subject, v.channel, v.action, v.sealed_text, v.expires_at, v.dispatch_at,
      v.is_dummy or v.superseded_at is not null or v.verified_at is not null or v.expires_at <= ${now} as is_idle`),
);

/** Claims due codes; other workers claim them again when a worker stops before it dispatched them. */
export async function claimDueCodes(
  db: Autocommit,
  claimCriteria: ClaimCriteria,
): Promise<readonly ClaimedCode[]> {
  const rows = await db.executeAll(claim(claimCriteria));
  return rows.map((row) => ({
    verificationId: row.verification_id,
    userId: row.user_id ?? undefined,
    subject: row.subject,
    channel: otpChannels.find((channel) => channel === row.channel) ?? 'sms',
    action: row.action,
    sealedText: row.sealed_text,
    isIdle: row.is_idle,
    expiresAt: row.expires_at,
    claimedUntil: row.dispatch_at,
  }));
}

interface DispatchedCode {
  readonly bankId: string;
  readonly verificationId: string;
  readonly claimedUntil: Temporal.Instant;
  /** The text without its code. */
  readonly sealedText: Buffer;
  readonly communicationId: string | undefined;
}

const dispatch = statement<DispatchedCode>('write')(
  ({ bankId, communicationId, claimedUntil: heldUntil, sealedText, verificationId }) =>
    rawQuery(sql`
    update "authorization".otp_verification
       set dispatch_at = null, sealed_text = ${sealedText}, communication_id = ${communicationId},
           row_version = row_version + 1
     where bank_id = ${bankId} and verification_id = ${verificationId} and dispatch_at = ${heldUntil}`),
);

/**
 * Records the dispatch of a code. Throws `conflict` when another worker claimed it meanwhile: a code is dispatched
 * once.
 */
export function markDispatched(work: Writer, dispatched: DispatchedCode): void {
  work.write(dispatch(dispatched), { rows: { count: 1, otherwise: standardProblems.conflict } });
}

const findOlder = statement<{ readonly bankId: string; readonly subject: string; readonly action: string }>()(
  ({ action, bankId, subject }) =>
    tables
      .selectFrom('otp_verification')
      .select('communication_id')
      .where('bank_id', '=', bankId)
      .where('subject', '=', subject)
      .where('action', '=', action)
      .where('superseded_at', 'is not', null)
      .where('communication_id', 'is not', null)
      .orderBy('created_at', 'desc')
      .limit(1),
);

/** Finds the messages of codes that the latest one superseded. */
export async function findSupersededMessages(
  db: Reader,
  key: { readonly bankId: string; readonly subject: string; readonly action: string },
): Promise<readonly string[]> {
  const rows = await db.rows(findOlder(key));
  return rows.flatMap(({ communication_id }) => (communication_id === null ? [] : [communication_id]));
}

const communications = statement<{ readonly bankId: string; readonly verificationIds: readonly string[] }>()(
  ({ bankId, verificationIds }) =>
    rawQuery(sql<{ communication_id: string }>`
      select communication_id from "authorization".otp_verification
       where bank_id = ${bankId} and verification_id = any(${verificationIds}::text[])
         and communication_id is not null`),
);

/** Lists the messages that contained these codes. */
export async function listCommunicationIds(
  db: Reader,
  criteria: { readonly bankId: string; readonly verificationIds: readonly string[] },
): Promise<readonly string[]> {
  return (await db.rows(communications(criteria))).map(({ communication_id: id }) => id);
}
