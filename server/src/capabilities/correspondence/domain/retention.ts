import type { Temporal } from 'temporal-polyfill';
import type { Communication } from './communication.ts';
import { retentionCommunicationYears, retentionStatementYears } from './policy.ts';

/** When nobody may know any more what was said: codes with their validity, bank books later than the rest. */
export function forgottenAt({
  createdAt,
  expiresAt,
  messageKind,
}: Pick<Communication, 'createdAt' | 'expiresAt' | 'messageKind'>): Temporal.Instant {
  if (messageKind === 'one-time-password') return expiresAt;
  const isBook = messageKind === 'statement' || messageKind === 'notice';
  const years = isBook ? retentionStatementYears : retentionCommunicationYears;
  return createdAt.toZonedDateTimeISO('UTC').add({ years }).toInstant();
}
