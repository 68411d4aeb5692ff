import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { ConsentsPorts } from '../ports/consents-ports.ts';
import { problems } from '../problems.ts';
import { countUse } from '../store/access-uses.store.ts';
import type { UsableConsent } from './check-consent.ts';

/** An access that was made under a consent. */
export interface CountAccess {
  readonly consent: UsableConsent;
  /** What was read: the operation, and the account where there is one. */
  readonly target: string;
  /** Whether the customer asked for it, and so is there. */
  readonly isAttended: boolean;
}

/** What is left of the accesses of a day. */
export interface LeftAccesses {
  readonly left: number;
  /** Absent for a consent for one access, which is never renewed. */
  readonly resetsAt?: Temporal.Instant;
}

/**
 * Counts an access without the customer, as the last thing before it is answered: a request that fails uses nothing up.
 * Returns undefined where nothing is counted; throws `access-exceeded` if none is left. A consent for one access counts
 * every one. SPEC xs2a 6.6. The days that the customer sees are collected here as well.
 */
export async function countAccess(
  ctx: Context & ConsentsPorts,
  { consent, isAttended, target }: CountAccess,
): Promise<LeftAccesses | undefined> {
  const { consentId, frequencyPerDay, isRecurring } = consent;
  const { accessDays, bankId, clock, consentsChoices, db } = ctx;
  const { areAccessesCounted, timeZone } = consentsChoices.of(bankId);
  const now = clock.now();
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const read = { bankId, consentId, day: today, isAttended };
  if (isRecurring && (isAttended || !areAccessesCounted)) {
    accessDays.add(read);
    return undefined;
  }
  // A consent for one access may be used before and after midnight, but once.
  const day = isRecurring ? today : consent.approvedAt.toZonedDateTimeISO(timeZone).toPlainDate();
  const resetsAt = today.add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
  const uses = await countUse(db, { bankId, consentId, day, target, usesMax: frequencyPerDay });
  if (uses !== undefined) {
    accessDays.add(read);
    return { left: frequencyPerDay - uses, ...(isRecurring && { resetsAt }) };
  }
  if (!isRecurring) throw problems['access-exceeded']();
  const retryAfterSeconds = Math.ceil(resetsAt.since(now).total('seconds'));
  throw problems['access-exceeded']({ retryAfterSeconds });
}
