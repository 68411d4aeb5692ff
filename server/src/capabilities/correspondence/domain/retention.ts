import type { Temporal } from 'temporal-polyfill';
import type { Communication } from './communication.ts';
import { retentionCommunicationYears, retentionStatementYears } from './policy.ts';

/** Returns when the content must be purged: codes at their expiry, accounting records later than the rest. */
export function purgeTime({
  createdAt,
  expiresAt,
  messageKind,
}: Pick<Communication, 'createdAt' | 'expiresAt' | 'messageKind'>): Temporal.Instant {
  if (messageKind === 'one-time-password') return expiresAt;
  const isAccountingRecord = messageKind === 'statement' || messageKind === 'notice';
  const years = isAccountingRecord ? retentionStatementYears : retentionCommunicationYears;
  return createdAt.toZonedDateTimeISO('UTC').add({ years }).toInstant();
}
