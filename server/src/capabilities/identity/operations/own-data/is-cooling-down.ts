import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { coolingHours } from '../../domain/policy.ts';
import { hasFormerContactSince } from '../../store/former-contacts.store.ts';

/**
 * Returns whether a user replaced the e-mail address or the phone number within the cooling-off period. Whoever took over
 * an account changes these first, so payments are not exempted from a second factor meanwhile. SPEC 4.3
 */
export async function isCoolingDown(
  db: Reader,
  {
    bankId,
    now,
    userId,
  }: { readonly bankId: string; readonly userId: string; readonly now: Temporal.Instant },
): Promise<boolean> {
  return hasFormerContactSince(db, { bankId, userId, since: now.subtract({ hours: coolingHours }) });
}
