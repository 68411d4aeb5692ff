import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { proofLifetimeMinutes } from '../domain/policy.ts';
import { rawQuery, tables } from './tables.ts';

/** Identifies a proof, and what it is consumed for. */
export interface ProofUse {
  readonly bankId: string;
  readonly userId: string;
  readonly proofId: string;
  /** What it is used for; stored with it. */
  readonly usedFor: string;
  readonly now: Temporal.Instant;
}

/** Identifies a code, and the actions that it may have been sent for. */
export interface OtpUse extends ProofUse {
  readonly actions: readonly string[];
}

const useOtp = statement<OtpUse>('write')(({ actions, bankId, now, proofId, usedFor, userId }) =>
  rawQuery(sql<{ sealed_text: Buffer; digits: number }>`
    update "authorization".otp_verification
       set consumed_at = ${now}, consumed_by = ${usedFor}, row_version = row_version + 1, modified_at = ${now}
     where bank_id = ${bankId} and verification_id = ${proofId} and user_id = ${userId} and channel = 'sms'
       and action = any(${actions}::text[]) and verified_at is not null and proof_until > ${now} and consumed_at is null
    returning sealed_text, digits`),
);

/** A consumed code, with the text that it was sent with. */
export interface ConsumedOtp {
  readonly sealedText: Buffer;
  readonly digits: number;
}

/** Consumes a code that was sent by SMS; undefined when it is no valid proof of this user for these actions. */
export async function consumeOtp(work: Writer, use: OtpUse): Promise<ConsumedOtp | undefined> {
  const row = await work.execute(useOtp(use));
  return row && { sealedText: row.sealed_text, digits: row.digits };
}

interface LatestOtpUse extends Omit<ProofUse, 'proofId'> {
  readonly action: string;
}

const useLatestOtp = statement<LatestOtpUse>('write')(({ action, bankId, now, usedFor, userId }) =>
  rawQuery(sql<{ verification_id: string }>`
    update "authorization".otp_verification v
       set consumed_at = ${now}, consumed_by = ${usedFor}, row_version = row_version + 1, modified_at = ${now}
     where v.bank_id = ${bankId} and v.verification_id = (
       select verification_id from "authorization".otp_verification
        where bank_id = ${bankId} and subject = ${userId} and action = ${action} and channel = 'sms'
          and user_id = ${userId} and verified_at is not null and consumed_at is null and proof_until > ${now}
        order by verified_at desc limit 1 for update)
    returning v.verification_id`),
);

/** Consumes the latest code that was sent by SMS for an action; returns whether there was one. */
export async function consumeLatestOtp(work: Writer, use: LatestOtpUse): Promise<boolean> {
  return (await work.execute(useLatestOtp(use))) !== undefined;
}

const useOcra = statement<ProofUse>('write')(({ bankId, now, proofId, usedFor, userId }) =>
  rawQuery(sql<{ mode: string; signature_data_hash: Buffer | null }>`
    update "authorization".ocra_challenge
       set consumed_at = ${now}, consumed_by = ${usedFor}, row_version = row_version + 1, modified_at = ${now}
     where bank_id = ${bankId} and challenge_id = ${proofId} and user_id = ${userId}
       and verified_at is not null and proof_until > ${now} and consumed_at is null
    returning mode, signature_data_hash`),
);

/** A consumed challenge, with the hash of its data. */
export interface ConsumedChallenge {
  readonly signatureDataHash: Buffer | undefined;
}

/** Consumes an answered challenge, and returns the hash of its data. */
export async function consumeOcra(work: Writer, use: ProofUse): Promise<ConsumedChallenge | undefined> {
  const row = await work.execute(useOcra(use));
  return row && { signatureDataHash: row.signature_data_hash ?? undefined };
}

const useOath = statement<Omit<ProofUse, 'proofId' | 'usedFor'> & { readonly clientId: string }>('write')(
  ({ bankId, clientId, now, userId }) =>
    rawQuery(sql<{ token_id: string }>`
    update "authorization".oath_token t set proof_consumed_at = ${now}, row_version = row_version + 1
     where t.bank_id = ${bankId} and t.proof_consumed_at is null and t.token_id = (
       select token_id from "authorization".oath_token
        where bank_id = ${bankId} and user_id = ${userId} and status = 'active' and proof_consumed_at is null
          and last_success_client = ${clientId}
          and last_success_at > ${now}::timestamptz - interval ${sql.lit(`${proofLifetimeMinutes} minutes`)}
        order by last_success_at desc limit 1 for update)
    returning t.token_id`),
);

/** Consumes the latest success of a token of the user with this client. */
export async function consumeOath(
  work: Writer,
  use: Omit<ProofUse, 'proofId' | 'usedFor'> & { readonly clientId: string },
): Promise<string | undefined> {
  return (await work.execute(useOath(use)))?.token_id;
}

interface DeviceSignatureUse extends ProofUse {
  readonly signature: string;
}

const useDeviceSignature = statement<ProofUse & { readonly signedTextHash: Buffer }>('write')(
  ({ bankId, now, signedTextHash, usedFor }) =>
    tables
      .insertInto('used_device_signature')
      .values({ bank_id: bankId, signed_text_hash: signedTextHash, used_for: usedFor, created_at: now }),
);

/**
 * Consumes the signature of a device: the same signed text of the same device counts once, for any purpose. The
 * signature bytes are excluded, because some algorithms allow two encodings.
 */
export function consumeDeviceSignature(work: Writer, { signature, ...use }: DeviceSignatureUse): void {
  const signedText = signature.split('.').slice(0, -1).join('.') || signature;
  insertUsedSignature(work, use, [use.userId, use.proofId, signedText]);
}

/** Consumes a proof that another capability has verified: it counts once here as well. */
export function consumeVerifiedProof(work: Writer, { by, ...use }: ProofUse & { readonly by: string }): void {
  insertUsedSignature(work, use, ['verified', by, use.userId, use.proofId]);
}

function insertUsedSignature(work: Writer, use: ProofUse, content: readonly string[]): void {
  const signedTextHash = createHash('sha256').update(JSON.stringify(content)).digest();
  work.write(useDeviceSignature({ ...use, signedTextHash }), {
    constraints: { used_device_signature_pkey: standardProblems['step-up-required'] },
  });
}

/** A proof that a registration code was received at a contact. */
export interface ContactProofUse {
  readonly bankId: string;
  readonly verificationId: string;
  readonly clientId: string;
  readonly channel: string;
  readonly recipientIndexes: readonly Buffer[];
  readonly usedFor: string;
  readonly now: Temporal.Instant;
}

/** A stored proof: the index identifies the recipient limits, the encrypted text the exact address. */
export interface StoredContactProof {
  readonly verificationId: string;
  readonly sealedText: Buffer;
}

interface ContactProofRow {
  readonly verification_id: string;
  readonly sealed_text: Buffer;
}

const useContactProof = statement<ContactProofUse>('write')((use) =>
  rawQuery(sql<ContactProofRow>`
    update "authorization".otp_verification
       set consumed_at = ${use.now}, consumed_by = ${use.usedFor}, row_version = row_version + 1, modified_at = ${use.now}
     where bank_id = ${use.bankId} and verification_id = ${use.verificationId} and client_id = ${use.clientId}
       and channel = ${use.channel} and recipient_index = any(${use.recipientIndexes}::bytea[])
       and action = 'registration' and user_id is null
       and verified_at is not null and proof_until > ${use.now} and consumed_at is null
    returning verification_id, sealed_text`),
);

const contactProofById = statement<Omit<ContactProofUse, 'usedFor'>>()((criteria) =>
  rawQuery(sql<ContactProofRow>`
    select verification_id, sealed_text from "authorization".otp_verification
     where bank_id = ${criteria.bankId} and verification_id = ${criteria.verificationId}
       and client_id = ${criteria.clientId} and channel = ${criteria.channel}
       and recipient_index = any(${criteria.recipientIndexes}::bytea[]) and action = 'registration' and user_id is null
       and verified_at is not null and proof_until > ${criteria.now} and consumed_at is null`),
);

/** Finds a verification if it is an unconsumed proof. */
export async function findContactProof(
  db: Reader,
  criteria: Omit<ContactProofUse, 'usedFor'>,
): Promise<StoredContactProof | undefined> {
  return storedProof(await db.first(contactProofById(criteria)));
}

/** Send limits allow no more codes to one contact while a proof is valid. */
const proofsMax = sql.lit(20);

interface ContactProofs extends Omit<ContactProofUse, 'verificationId' | 'usedFor' | 'recipientIndexes'> {
  /** Names of the contact, as those of its codes. */
  readonly subjects: readonly string[];
}

const contactProofs = statement<ContactProofs>()((criteria) =>
  rawQuery(sql<ContactProofRow>`
    select verification_id, sealed_text from "authorization".otp_verification
     where bank_id = ${criteria.bankId} and subject = any(${criteria.subjects}::text[]) and action = 'registration'
       and client_id = ${criteria.clientId} and channel = ${criteria.channel} and user_id is null
       and verified_at is not null and proof_until > ${criteria.now} and consumed_at is null
     limit ${proofsMax}`),
);

/** Lists the unconsumed proofs of a contact. */
export async function listContactProofs(
  db: Reader,
  criteria: ContactProofs,
): Promise<readonly StoredContactProof[]> {
  return (await db.rows(contactProofs(criteria))).flatMap((row) => storedProof(row) ?? []);
}

/** Consumes a proof; of concurrent commands exactly one succeeds. */
export async function consumeContactProof(
  work: Writer,
  use: ContactProofUse,
): Promise<StoredContactProof | undefined> {
  return storedProof(await work.execute(useContactProof(use)));
}

function storedProof(row: ContactProofRow | undefined): StoredContactProof | undefined {
  return row && { verificationId: row.verification_id, sealedText: row.sealed_text };
}
