import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { AttemptState } from '../domain/attempt-state.ts';
import type { ChallengeMode } from '../domain/literals.ts';
import type { OneTimeFacts } from '../domain/otp.ts';
import { isOpenForCode, reserveForCode } from './attempt-sql.ts';
import { attemptStateIn, type MaybeAttemptRow } from './attempts.store.ts';
import { rawQuery, tables } from './tables.ts';

/** A new challenge, or a dummy. */
export interface NewChallenge {
  readonly bankId: string;
  readonly challengeId: string;
  readonly clientId: string;
  readonly userId: string | undefined;
  readonly subject: string;
  readonly mode: ChallengeMode;
  readonly signatureDataHash: Buffer | undefined;
  readonly challengeCode: string;
  readonly isDummy: boolean;
  readonly attemptsMax: number;
  readonly openMax: number;
  readonly expiresAt: Temporal.Instant;
  readonly now: Temporal.Instant;
}

const insert = statement<NewChallenge>('write')((row) =>
  tables.insertInto('ocra_challenge').values({
    bank_id: row.bankId,
    challenge_id: row.challengeId,
    client_id: row.clientId,
    user_id: row.userId,
    subject: row.subject,
    mode: row.mode,
    signature_data_hash: row.signatureDataHash,
    challenge_code: row.challengeCode,
    is_dummy: row.isDummy,
    attempts: 0,
    attempts_max: row.attemptsMax,
    expires_at: row.expiresAt,
    superseded_at: null,
    voided_at: null,
    verified_at: null,
    proof_until: null,
    consumed_at: null,
    consumed_by: null,
    row_version: 1n,
    created_at: row.now,
    modified_at: row.now,
  }),
);

/** Supersedes challenges over the same data, and the oldest ones above the maximum. */
const supersede = statement<NewChallenge>('write')(
  ({ bankId, mode, now, openMax, signatureDataHash, subject }) =>
    rawQuery(sql`
    update "authorization".ocra_challenge c set superseded_at = ${now}, row_version = row_version + 1, modified_at = ${now}
      from (select challenge_id, mode = ${mode} and signature_data_hash is not distinct from ${signatureDataHash}::bytea as is_same,
                   row_number() over (
                     order by mode = ${mode} and signature_data_hash is not distinct from ${signatureDataHash}::bytea,
                       position desc) as place
              from "authorization".ocra_challenge
             where bank_id = ${bankId} and subject = ${subject} and verified_at is null and superseded_at is null
               and voided_at is null and expires_at > ${now} and attempts < attempts_max) as open
     where c.bank_id = ${bankId} and c.challenge_id = open.challenge_id and (open.is_same or open.place >= ${openMax})`),
);

/** Inserts a challenge and ends those that it supersedes. The caller has locked the attempt counter. */
export function insertChallenge(work: Writer, challenge: NewChallenge): void {
  work.write(supersede(challenge));
  work.write(insert(challenge));
}

const lockRows = statement<{ readonly bankId: string; readonly subject: string }>('lock')(
  ({ bankId, subject }) =>
    rawQuery(sql`
    select from "authorization".ocra_challenge
     where bank_id = ${bankId} and subject = ${subject} and verified_at is null and superseded_at is null
       and voided_at is null
     order by challenge_id for update`),
);

/** Locks the challenges that may be superseded. */
export async function lockOpenChallenges(
  work: Writer,
  key: { readonly bankId: string; readonly subject: string },
): Promise<void> {
  await work.lockAll(lockRows(key));
}

/** Identifies the challenge of a response. */
export interface ChallengeKey {
  readonly bankId: string;
  readonly challengeId: string;
  readonly clientId: string;
  readonly now: Temporal.Instant;
}

interface ReservedRow extends MaybeAttemptRow {
  readonly subject: string;
  readonly user_id: string | null;
  readonly challenge_code: string;
  readonly is_dummy: boolean;
  readonly attempts: number;
  readonly attempts_max: number;
}

/** A reserved attempt; it counts whatever the outcome. */
export interface ReservedResponse {
  readonly subject: string;
  readonly userId: string | undefined;
  readonly challengeCode: string;
  readonly isDummy: boolean;
  readonly attemptsLeft: number;
  /** Absent during a lockout: then nothing may be compared. */
  readonly attemptState: AttemptState | undefined;
}

/** Counts what is null: with three conditions, the planner may read the index of all open challenges. */
const reserve = statement<ChallengeKey>('write')(({ bankId, challengeId, clientId, now }) =>
  rawQuery(sql<ReservedRow>`
    with code as (
      update "authorization".ocra_challenge v
         set attempts = attempts + 1, row_version = row_version + 1, modified_at = ${now}
       where bank_id = ${bankId} and challenge_id = ${challengeId} and client_id = ${clientId}
         and ${isOpenForCode({ bankId, now })} and num_nonnulls(verified_at, superseded_at, voided_at) = 0
         and expires_at > ${now} and attempts < attempts_max
      returning subject, user_id, challenge_code, is_dummy, attempts, attempts_max),
    ${reserveForCode({ bankId, now })}`),
);

/** Reserves an attempt for a challenge and its user; undefined when there is no such open challenge. */
export async function reserveResponse(
  work: Writer,
  key: ChallengeKey,
): Promise<ReservedResponse | undefined> {
  const row = await work.execute(reserve(key));
  if (row === undefined) return undefined;
  return {
    subject: row.subject,
    userId: row.user_id ?? undefined,
    challengeCode: row.challenge_code,
    isDummy: row.is_dummy,
    attemptsLeft: row.attempts_max - row.attempts,
    attemptState: attemptStateIn(row),
  };
}

const verify = statement<ChallengeKey & { readonly proofUntil: Temporal.Instant }>('write')(
  ({ bankId, challengeId, now, proofUntil }) =>
    rawQuery(sql`
    update "authorization".ocra_challenge
       set verified_at = ${now}, proof_until = ${proofUntil}, row_version = row_version + 1, modified_at = ${now}
     where bank_id = ${bankId} and challenge_id = ${challengeId} and verified_at is null`),
);

/** Records that a challenge was answered; the reserved attempt has locked the row. */
export function markAnswered(
  work: Writer,
  answered: ChallengeKey & { readonly proofUntil: Temporal.Instant },
): void {
  work.write(verify(answered));
}

/** The same at once, for a command that consumes the challenge as well. */
export async function markAnsweredNow(
  work: Writer,
  answered: ChallengeKey & { readonly proofUntil: Temporal.Instant },
): Promise<void> {
  await work.execute(verify(answered));
}

/** A challenge as its client may see it. */
export interface KnownChallenge extends OneTimeFacts {
  readonly subject: string;
}

const find = statement<ChallengeKey>()(({ bankId, challengeId, clientId }) =>
  tables
    .selectFrom('ocra_challenge')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('challenge_id', '=', challengeId)
    .where('client_id', '=', clientId),
);

export async function findChallenge(db: Reader, key: ChallengeKey): Promise<KnownChallenge | undefined> {
  const row = await db.first(find(key));
  if (row === undefined) return undefined;
  return {
    subject: row.subject,
    attempts: row.attempts,
    attemptsMax: row.attempts_max,
    expiresAt: row.expires_at,
    supersededAt: row.superseded_at ?? undefined,
    voidedAt: row.voided_at ?? undefined,
    verifiedAt: row.verified_at ?? undefined,
    proofUntil: row.proof_until ?? undefined,
    consumedAt: row.consumed_at ?? undefined,
  };
}

const voidOpen = statement<{
  readonly bankId: string;
  readonly userId: string;
  readonly now: Temporal.Instant;
}>('write')(({ bankId, now, userId }) =>
  rawQuery(sql`
    update "authorization".ocra_challenge set voided_at = ${now}, row_version = row_version + 1, modified_at = ${now}
     where bank_id = ${bankId} and subject = ${userId} and verified_at is null and superseded_at is null
       and voided_at is null`),
);

/** Voids open challenges of an unpaired device or a suspended user. */
export function voidChallenges(
  work: Writer,
  scope: { readonly bankId: string; readonly userId: string; readonly now: Temporal.Instant },
): void {
  work.write(voidOpen(scope));
}
