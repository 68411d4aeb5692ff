import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { proofLifetimeMinutes } from '../domain/policy.ts';
import { tables, written } from './tables.ts';

/** Whose proof is used up, and for what. */
export interface ProofUse {
  readonly bankId: string;
  readonly userId: string;
  readonly proofId: string;
  /** What it is used for; kept with it. */
  readonly usedFor: string;
  readonly now: Temporal.Instant;
}

const useOtp = statement<ProofUse>('write')(({ bankId, now, proofId, usedFor, userId }) =>
  written(sql<{ sealed_text: Buffer; digits: number }>`
    update "authorization".otp_verification
       set consumed_at = ${now}, consumed_by = ${usedFor}, row_version = row_version + 1, modified_at = ${now}
     where bank_id = ${bankId} and verification_id = ${proofId} and user_id = ${userId} and channel = 'sms'
       and verified_at is not null and proof_until > ${now} and consumed_at is null
    returning sealed_text, digits`),
);

/** A code that was used up, with what it was sent with. */
export interface ConsumedOtp {
  readonly sealedText: Buffer;
  readonly digits: number;
}

/** Uses up a code that was sent by SMS; nothing when it is no proof of this user any more, or never was. */
export async function consumeOtp(work: Writer, use: ProofUse): Promise<ConsumedOtp | undefined> {
  const row = await work.execute(useOtp(use));
  return row && { sealedText: row.sealed_text, digits: row.digits };
}

const useOcra = statement<ProofUse>('write')(({ bankId, now, proofId, usedFor, userId }) =>
  written(sql<{ mode: string; signature_digest: Buffer | null }>`
    update "authorization".ocra_challenge
       set consumed_at = ${now}, consumed_by = ${usedFor}, row_version = row_version + 1, modified_at = ${now}
     where bank_id = ${bankId} and challenge_id = ${proofId} and user_id = ${userId}
       and verified_at is not null and proof_until > ${now} and consumed_at is null
    returning mode, signature_digest`),
);

/** A challenge that was used up, with the digest of what it was made of. */
export interface ConsumedChallenge {
  readonly signatureDigest: Buffer | undefined;
}

/** Uses up an answered challenge, and tells what it was made of. */
export async function consumeOcra(work: Writer, use: ProofUse): Promise<ConsumedChallenge | undefined> {
  const row = await work.execute(useOcra(use));
  return row && { signatureDigest: row.signature_digest ?? undefined };
}

const useOath = statement<Omit<ProofUse, 'proofId' | 'usedFor'> & { readonly clientId: string }>('write')(
  ({ bankId, clientId, now, userId }) =>
    written(sql<{ token_id: string }>`
    update "authorization".oath_token t set proof_consumed_at = ${now}, row_version = row_version + 1
     where t.bank_id = ${bankId} and t.proof_consumed_at is null and t.token_id = (
       select token_id from "authorization".oath_token
        where bank_id = ${bankId} and user_id = ${userId} and status = 'active' and proof_consumed_at is null
          and last_success_client = ${clientId}
          and last_success_at > ${now}::timestamptz - interval ${sql.lit(`${proofLifetimeMinutes} minutes`)}
        order by last_success_at desc limit 1 for update)
    returning t.token_id`),
);

/** Uses up the newest success of a token of the user with this client. */
export async function consumeOath(
  work: Writer,
  use: Omit<ProofUse, 'proofId' | 'usedFor'> & { readonly clientId: string },
): Promise<string | undefined> {
  return (await work.execute(useOath(use)))?.token_id;
}

interface DeviceSignatureUse extends ProofUse {
  readonly signature: string;
}

const useDeviceSignature = statement<ProofUse & { readonly mark: Buffer }>('write')(
  ({ bankId, mark, now, usedFor }) =>
    tables
      .insertInto('used_device_signature')
      .values({ bank_id: bankId, mark, used_for: usedFor, created_at: now }),
);

/**
 * Uses up what a device has signed: the same words of the same device count once, for whatever they were brought. The
 * bytes of the signature itself are left out, because some kinds can be written in two ways.
 */
export function consumeDeviceSignature(work: Writer, { signature, ...use }: DeviceSignatureUse): void {
  const words = signature.split('.').slice(0, -1).join('.') || signature;
  const mark = createHash('sha256')
    .update(JSON.stringify([use.userId, use.proofId, words]))
    .digest();
  work.write(useDeviceSignature({ ...use, mark }), {
    constraints: { used_device_signature_pkey: standardProblems['step-up-required'] },
  });
}

/** A proof that a code came back from a number or address. */
export interface ContactProofUse {
  readonly bankId: string;
  readonly verificationId: string;
  readonly clientId: string;
  readonly channel: string;
  readonly recipientIndexes: readonly Buffer[];
  readonly usedFor: string;
  readonly now: Temporal.Instant;
}

/** A proof as it lies in the table: the index says whose limits it took, the text to which address it went. */
export interface StoredContactProof {
  readonly verificationId: string;
  readonly sealedText: Buffer;
}

interface ContactProofRow {
  readonly verification_id: string;
  readonly sealed_text: Buffer;
}

const useContactProof = statement<ContactProofUse>('write')((use) =>
  written(sql<ContactProofRow>`
    update "authorization".otp_verification
       set consumed_at = ${use.now}, consumed_by = ${use.usedFor}, row_version = row_version + 1, modified_at = ${use.now}
     where bank_id = ${use.bankId} and verification_id = ${use.verificationId} and client_id = ${use.clientId}
       and channel = ${use.channel} and recipient_index = any(${use.recipientIndexes}::bytea[]) and user_id is null
       and verified_at is not null and proof_until > ${use.now} and consumed_at is null
    returning verification_id, sealed_text`),
);

const contactProofById = statement<Omit<ContactProofUse, 'usedFor'>>()((criteria) =>
  written(sql<ContactProofRow>`
    select verification_id, sealed_text from "authorization".otp_verification
     where bank_id = ${criteria.bankId} and verification_id = ${criteria.verificationId}
       and client_id = ${criteria.clientId} and channel = ${criteria.channel}
       and recipient_index = any(${criteria.recipientIndexes}::bytea[]) and user_id is null
       and verified_at is not null and proof_until > ${criteria.now} and consumed_at is null`),
);

/** Finds this verification if it is a proof that was not used up. */
export async function findContactProof(
  db: Reader,
  criteria: Omit<ContactProofUse, 'usedFor'>,
): Promise<StoredContactProof | undefined> {
  return storedProof(await db.first(contactProofById(criteria)));
}

/** A code is typed in within an hour, and a proof for a while after that: older rows are none any more. */
const proofAgeMax = sql.lit('2 hours');
/** One address cannot be sent more codes in that time. */
const proofsMax = sql.lit(20);

const contactProofs = statement<Omit<ContactProofUse, 'verificationId' | 'usedFor'>>()((criteria) =>
  written(sql<ContactProofRow>`
    select verification_id, sealed_text from "authorization".otp_verification
     where bank_id = ${criteria.bankId} and created_at > ${criteria.now}::timestamptz - ${proofAgeMax}::interval
       and client_id = ${criteria.clientId} and channel = ${criteria.channel}
       and recipient_index = any(${criteria.recipientIndexes}::bytea[]) and action = 'registration' and user_id is null
       and verified_at is not null and proof_until > ${criteria.now} and consumed_at is null
     limit ${proofsMax}`),
);

/** Lists the proofs of a contact that were not used up. */
export async function listContactProofs(
  db: Reader,
  criteria: Omit<ContactProofUse, 'verificationId' | 'usedFor'>,
): Promise<readonly StoredContactProof[]> {
  return (await db.rows(contactProofs(criteria))).flatMap((row) => storedProof(row) ?? []);
}

/** Uses it up; of many at once exactly one gets it. */
export async function consumeContactProof(
  work: Writer,
  use: ContactProofUse,
): Promise<StoredContactProof | undefined> {
  return storedProof(await work.execute(useContactProof(use)));
}

function storedProof(row: ContactProofRow | undefined): StoredContactProof | undefined {
  return row && { verificationId: row.verification_id, sealedText: row.sealed_text };
}
