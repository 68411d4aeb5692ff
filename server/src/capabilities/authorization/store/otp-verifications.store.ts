import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { AttemptState } from '../domain/attempt-state.ts';
import type { OtpChannel, SensitiveAction } from '../domain/literals.ts';
import type { OneTimeFacts } from '../domain/otp.ts';
import { isOpenForCode, reserveForCode } from './attempt-sql.ts';
import { attemptStateIn, type MaybeAttemptRow } from './attempts.store.ts';
import type { OtpVerificationTable } from './tables.generated.ts';
import { rawQuery, tables } from './tables.ts';

/** A new code that will be dispatched, or a dummy. */
export interface NewVerification {
  readonly bankId: string;
  readonly verificationId: string;
  readonly clientId: string;
  readonly userId: string | undefined;
  readonly subject: string;
  readonly channel: OtpChannel;
  readonly action: SensitiveAction | 'other';
  readonly recipientIndex: Buffer;
  readonly codeHash: Buffer;
  readonly digits: number;
  readonly sealedText: Buffer;
  readonly isDummy: boolean;
  readonly attemptsMax: number;
  /** Destination that a text message is counted under. */
  readonly destination: { readonly prefix: string; readonly country: string } | undefined;
  readonly expiresAt: Temporal.Instant;
  readonly now: Temporal.Instant;
}

interface NewRow extends Omit<NewVerification, 'destination'> {
  readonly prefix: string | undefined;
  readonly country: string | undefined;
}

const insert = statement<NewRow>('write')((row) =>
  tables.insertInto('otp_verification').values({
    bank_id: row.bankId,
    verification_id: row.verificationId,
    client_id: row.clientId,
    user_id: row.userId,
    subject: row.subject,
    channel: row.channel,
    action: row.action,
    recipient_index: row.recipientIndex,
    code_hash: row.codeHash,
    digits: row.digits,
    sealed_text: row.sealedText,
    is_dummy: row.isDummy,
    attempts: 0,
    attempts_max: row.attemptsMax,
    prefix: row.prefix,
    country: row.country,
    dispatch_at: row.now,
    communication_id: null,
    expires_at: row.expiresAt,
    superseded_at: null,
    verified_at: null,
    proof_until: null,
    consumed_at: null,
    consumed_by: null,
    row_version: 1n,
    created_at: row.now,
    modified_at: row.now,
  }),
);

const supersede = statement<{
  readonly bankId: string;
  readonly subject: string;
  readonly action: string;
  readonly channel: string;
  readonly now: Temporal.Instant;
}>('write')(({ action, bankId, channel, now, subject }) =>
  rawQuery(sql`
    update "authorization".otp_verification set superseded_at = ${now}, row_version = row_version + 1, modified_at = ${now}
     where bank_id = ${bankId} and subject = ${subject} and action = ${action}
       and (action <> 'contact-change' or channel = ${channel})
       and verified_at is null and superseded_at is null`),
);

const voidOpen = statement<{
  readonly bankId: string;
  readonly userIds: readonly string[];
  readonly now: Temporal.Instant;
}>('write')(({ bankId, now, userIds }) =>
  rawQuery(sql`
    update "authorization".otp_verification
       set superseded_at = ${now}, dispatch_at = null, row_version = row_version + 1, modified_at = ${now}
     where bank_id = ${bankId} and subject = any(${userIds}::text[])
       and verified_at is null and superseded_at is null`),
);

const voidProofs = statement<{
  readonly bankId: string;
  readonly userIds: readonly string[];
  readonly now: Temporal.Instant;
}>('write')(({ bankId, now, userIds }) =>
  rawQuery(sql`
    update "authorization".otp_verification
       set proof_until = ${now}, row_version = row_version + 1, modified_at = ${now}
     where bank_id = ${bankId} and subject = any(${userIds}::text[])
       and verified_at is not null and consumed_at is null and proof_until > ${now}`),
);

/** Voids the codes of users that are not used yet; those that are not dispatched are not sent any more. */
export function voidVerifications(
  work: Writer,
  scope: {
    readonly bankId: string;
    readonly userIds: readonly string[];
    readonly now: Temporal.Instant;
  },
): void {
  work.write(voidOpen(scope));
  work.write(voidProofs(scope));
}

const lockRows = statement<{ readonly bankId: string; readonly subject: string; readonly action: string }>(
  'lock',
)(({ action, bankId, subject }) =>
  rawQuery(sql`
    select from "authorization".otp_verification
     where bank_id = ${bankId} and subject = ${subject} and action = ${action}
       and verified_at is null and superseded_at is null
     order by verification_id for update`),
);

/** Locks the verifications that will be superseded. */
export async function lockOpenVerifications(
  work: Writer,
  key: { readonly bankId: string; readonly subject: string; readonly action: string },
): Promise<void> {
  await work.lockAll(lockRows(key));
}

/**
 * Inserts a verification and supersedes an older one of the same user and action. A new number and a new address may be
 * verified in parallel.
 */
export function insertVerification(work: Writer, verification: NewVerification): void {
  work.write(supersede(verification));
  const { destination, ...row } = verification;
  work.write(insert({ ...row, prefix: destination?.prefix, country: destination?.country }));
}

/** Identifies the verification of a presented code, with the number of its digits. */
export interface Attempt {
  readonly bankId: string;
  readonly verificationId: string;
  readonly clientId: string;
  readonly channel: OtpChannel;
  readonly digits: number;
  readonly now: Temporal.Instant;
}

interface ReservedRow extends MaybeAttemptRow {
  readonly subject: string;
  readonly user_id: string | null;
  readonly action: string;
  readonly code_hash: Buffer;
  readonly is_dummy: boolean;
  readonly attempts: number;
  readonly attempts_max: number;
  readonly prefix: string | null;
  readonly country: string | null;
  readonly recipient_index: Buffer;
  readonly created_at: Temporal.Instant;
}

/** A reserved attempt; it counts whatever the outcome. */
export interface ReservedAttempt {
  readonly subject: string;
  readonly userId: string | undefined;
  readonly action: string;
  readonly codeHash: Buffer;
  readonly isDummy: boolean;
  readonly attemptsLeft: number;
  readonly destination: { readonly prefix: string; readonly country: string } | undefined;
  /** Keyed hash of the number or address. */
  readonly recipientIndex: Buffer;
  readonly sentAt: Temporal.Instant;
  /** Absent during a lockout: then nothing may be compared. */
  readonly attemptState: AttemptState | undefined;
}

const reserve = statement<Attempt>('write')(({ bankId, channel, clientId, digits, now, verificationId }) =>
  rawQuery(sql<ReservedRow>`
    with code as (
      update "authorization".otp_verification v
         set attempts = attempts + 1, row_version = row_version + 1, modified_at = ${now}
       where bank_id = ${bankId} and verification_id = ${verificationId} and client_id = ${clientId}
         and ${isOpenForCode({ bankId, now })} and channel = ${channel} and digits = ${digits} and verified_at is null and superseded_at is null
         and expires_at > ${now} and attempts < attempts_max
      returning subject, user_id, action, code_hash, is_dummy, attempts, attempts_max, prefix, country, recipient_index,
        created_at),
    ${reserveForCode({ bankId, now })}`),
);

/** Reserves an attempt for a code and its user in one statement; undefined when there is no such open code. */
export async function reserveOtpAttempt(
  work: Writer,
  attempt: Attempt,
): Promise<ReservedAttempt | undefined> {
  const row = await work.execute(reserve(attempt));
  if (row === undefined) return undefined;
  return {
    subject: row.subject,
    userId: row.user_id ?? undefined,
    action: row.action,
    codeHash: row.code_hash,
    isDummy: row.is_dummy,
    attemptsLeft: row.attempts_max - row.attempts,
    destination:
      row.prefix === null || row.country === null ? undefined : { prefix: row.prefix, country: row.country },
    recipientIndex: row.recipient_index,
    sentAt: row.created_at,
    attemptState: attemptStateIn(row),
  };
}

interface Verified {
  readonly bankId: string;
  readonly verificationId: string;
  readonly now: Temporal.Instant;
  readonly proofUntil: Temporal.Instant;
}

const verify = statement<Verified>('write')(({ bankId, now, proofUntil, verificationId }) =>
  rawQuery(sql`
    update "authorization".otp_verification
       set verified_at = ${now}, proof_until = ${proofUntil}, row_version = row_version + 1, modified_at = ${now}
     where bank_id = ${bankId} and verification_id = ${verificationId} and verified_at is null`),
);

/** Records that a code was verified; the reserved attempt has locked the row. */
export function markVerified(work: Writer, verified: Verified): void {
  work.write(verify(verified));
}

/** The same at once, for a command that consumes the code as well. */
export async function markVerifiedNow(work: Writer, verified: Verified): Promise<void> {
  await work.execute(verify(verified));
}

/** A verification as its client may see it. */
export interface KnownVerification extends OneTimeFacts {
  readonly digits: number;
  readonly subject: string;
}

const find = statement<Attempt>()(({ bankId, channel, clientId, verificationId }) =>
  tables
    .selectFrom('otp_verification')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('verification_id', '=', verificationId)
    .where('client_id', '=', clientId)
    .where('channel', '=', channel),
);

export async function findVerification(db: Reader, attempt: Attempt): Promise<KnownVerification | undefined> {
  const row = await db.first(find(attempt));
  return row && { ...factsOf(row), digits: row.digits, subject: row.subject };
}

function factsOf(row: OtpVerificationTable): OneTimeFacts {
  return {
    attempts: row.attempts,
    attemptsMax: row.attempts_max,
    expiresAt: row.expires_at,
    supersededAt: row.superseded_at ?? undefined,
    verifiedAt: row.verified_at ?? undefined,
    proofUntil: row.proof_until ?? undefined,
    consumedAt: row.consumed_at ?? undefined,
  };
}
