import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import type { UsableConsent } from '#capabilities/consents/index.ts';
import { entryStatuses } from '../domain/report.ts';

/** How long a report can be continued or downloaded. */
const lifeMinutes = 60;

const day = Type.String({ format: 'date' });
const { Optional } = Type;

const positionSchema = Type.Object({
  bookingStatus: Type.Enum([...entryStatuses]),
  /** Whether it reaches to the day on which it began, so that it has pending entries and says what is known. */
  isPresent: Type.Boolean(),
  /** The first day of which it may have entries; absent without a limit. */
  since: Optional(day),
  from: Optional(day),
  to: Optional(day),
  after: Optional(Type.String()),
  pageSize: Type.Integer(),
  /** Where the last page ended, as the core says it; absent in a download, which begins at the beginning. */
  cursor: Optional(Type.String()),
  /** The newest booked entry of the pages before. */
  newest: Optional(Type.String()),
  begunAt: Type.Integer(),
});

/** A position in a report that was counted: the next page or the download of the whole needs no count. */
export type ReportPosition = Static<typeof positionSchema>;

/** What a token is for; under anything else it means nothing. */
export interface TokenUse {
  readonly consent: Pick<UsableConsent, 'access' | 'consentId'>;
  readonly resourceId: string;
  readonly use: 'page' | 'download';
}

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Makes a token of a position. It is encrypted under the secret of the consent, so that third parties neither read nor
 * change it, and no table is needed.
 */
export function reportToken(position: ReportPosition, use: TokenUse): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(use), nonce).setAAD(contextOf(use));
  const text = Buffer.concat([cipher.update(JSON.stringify(position)), cipher.final()]);
  return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url');
}

/** Returns the position in a token; undefined if we did not make it for this use, or it is too old. */
export function positionIn(token: string, use: TokenUse, now: Temporal.Instant): ReportPosition | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Node ignores characters that are not base64.
  if (bytes.length <= nonceBytes + tagBytes || bytes.toString('base64url') !== token) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(use), bytes.subarray(0, nonceBytes));
  decipher.setAAD(contextOf(use)).setAuthTag(bytes.subarray(-tagBytes));
  let position: unknown;
  try {
    const text = [decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()];
    position = JSON.parse(Buffer.concat(text).toString());
  } catch {
    // It was not encrypted under this secret for this use.
    return undefined;
  }
  if (!Check(positionSchema, position)) return undefined;
  const end = Temporal.Instant.fromEpochMilliseconds(position.begunAt).add({ minutes: lifeMinutes });
  return Temporal.Instant.compare(now, end) < 0 ? position : undefined;
}

function keyOf({ consent: { access } }: TokenUse): Buffer {
  return createHmac('sha256', access.salt).update('positions in reports').digest();
}

function contextOf({ consent: { consentId }, resourceId, use }: TokenUse): Buffer {
  return Buffer.from(`${use} ${consentId} ${resourceId}`);
}
