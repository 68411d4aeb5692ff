import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { type OtpChannel, otpChannels } from '../domain/literals.ts';
import { tables, written } from './tables.ts';

/** A code that somebody took to hand it over, and how long it is theirs. */
export interface TakenCode {
  readonly verificationId: string;
  readonly userId: string | undefined;
  readonly subject: string;
  readonly channel: OtpChannel;
  readonly action: string;
  readonly sealedText: Buffer;
  /** Nobody is there, or something newer took its place: there is nothing to hand over. */
  readonly isIdle: boolean;
  readonly expiresAt: Temporal.Instant;
  readonly heldUntil: Temporal.Instant;
}

interface Take {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly listMax: number;
}

const take = statement<Take>('write')(({ bankId, listMax, now, until }) =>
  written(sql<{
    verification_id: string;
    user_id: string | null;
    subject: string;
    channel: string;
    action: string;
    sealed_text: Buffer;
    is_idle: boolean;
    expires_at: Temporal.Instant;
    hand_over_at: Temporal.Instant;
  }>`
    with due as materialized (
      select verification_id from "authorization".otp_verification
       where bank_id = ${bankId} and hand_over_at <= ${now}
       order by hand_over_at limit ${listMax} for update skip locked)
    update "authorization".otp_verification v set hand_over_at = ${until}
      from due
     where v.bank_id = ${bankId} and v.verification_id = due.verification_id
    returning v.verification_id, v.user_id, v.subject, v.channel, v.action, v.sealed_text, v.expires_at, v.hand_over_at,
      v.is_decoy or v.superseded_at is not null or v.verified_at is not null or v.expires_at <= ${now} as is_idle`),
);

/** Takes codes that are due; whoever dies with them in hand leaves them to others after a while. */
export async function claimDueCodes(db: Autocommit, asked: Take): Promise<readonly TakenCode[]> {
  const rows = await db.executeAll(take(asked));
  return rows.map((row) => ({
    verificationId: row.verification_id,
    userId: row.user_id ?? undefined,
    subject: row.subject,
    channel: otpChannels.find((channel) => channel === row.channel) ?? 'sms',
    action: row.action,
    sealedText: row.sealed_text,
    isIdle: row.is_idle,
    expiresAt: row.expires_at,
    heldUntil: row.hand_over_at,
  }));
}

interface HandedOver {
  readonly bankId: string;
  readonly verificationId: string;
  readonly heldUntil: Temporal.Instant;
  /** The text without its code. */
  readonly sealedText: Buffer;
  readonly communicationId: string | undefined;
}

const handOver = statement<HandedOver>('write')(
  ({ bankId, communicationId, heldUntil, sealedText, verificationId }) =>
    written(sql`
    update "authorization".otp_verification
       set hand_over_at = null, sealed_text = ${sealedText}, communication_id = ${communicationId},
           row_version = row_version + 1
     where bank_id = ${bankId} and verification_id = ${verificationId} and hand_over_at = ${heldUntil}`),
);

/** Fails when somebody else took it meanwhile: a code is handed over once. */
export function markHandedOver(work: Writer, handed: HandedOver): void {
  work.write(handOver(handed), { rows: { count: 1, otherwise: standardProblems.conflict } });
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

/** The message with the code that the newest one took the place of. */
export async function findSupersededMessages(
  db: Reader,
  key: { readonly bankId: string; readonly subject: string; readonly action: string },
): Promise<readonly string[]> {
  const rows = await db.rows(findOlder(key));
  return rows.flatMap(({ communication_id }) => (communication_id === null ? [] : [communication_id]));
}

const communications = statement<{ readonly bankId: string; readonly verificationIds: readonly string[] }>()(
  ({ bankId, verificationIds }) =>
    written(sql<{ communication_id: string }>`
      select communication_id from "authorization".otp_verification
       where bank_id = ${bankId} and verification_id = any(${verificationIds}::text[])
         and communication_id is not null`),
);

/** Lists the messages that these codes were sent in. */
export async function listCommunicationIds(
  db: Reader,
  criteria: { readonly bankId: string; readonly verificationIds: readonly string[] },
): Promise<readonly string[]> {
  return (await db.rows(communications(criteria))).map(({ communication_id: id }) => id);
}
