import type { Temporal } from 'temporal-polyfill';
import { oldUsernameReservedYears } from './policy.ts';
import { closedNameReservation } from './user.ts';

/** Quota scope of username changes, which are counted for a year instead of days. */
export const usernameChanges = 'username-changes';

/** Returns until when a username that was changed stays reserved for its previous owner. */
export function reservedAfterChange(now: Temporal.Instant): Temporal.Instant {
  return later(now, { years: oldUsernameReservedYears });
}

/** Returns until when the username of a closed user stays reserved. */
export function reservedAfterClosing(now: Temporal.Instant): Temporal.Instant {
  return later(now, closedNameReservation);
}

/** Adds years in the ISO calendar; a duration in years needs one. */
function later(now: Temporal.Instant, time: { readonly years: number }): Temporal.Instant {
  return now.toZonedDateTimeISO('UTC').add(time).toInstant();
}
