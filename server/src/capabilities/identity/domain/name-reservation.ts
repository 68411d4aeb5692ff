import type { Temporal } from 'temporal-polyfill';
import { oldUsernameReservedYears } from './policy.ts';
import { closedNameKept } from './user.ts';

/** Under this word changes of names are counted, for a year and not just for days. */
export const usernameChanges = 'username-changes';

/** Until when a name that was changed stays with whoever had it. */
export function keptAfterChange(now: Temporal.Instant): Temporal.Instant {
  return later(now, { years: oldUsernameReservedYears });
}

/** Until when nobody gets the name of somebody who has left. */
export function keptAfterClosing(now: Temporal.Instant): Temporal.Instant {
  return later(now, closedNameKept);
}

/** Years are a matter of calendars; names do not ask in which country. */
function later(now: Temporal.Instant, time: { readonly years: number }): Temporal.Instant {
  return now.toZonedDateTimeISO('UTC').add(time).toInstant();
}
