import { Temporal } from 'temporal-polyfill';
import { earlierOf } from '#platform/kernel/instants.ts';

/** How long and how often a third party wants to read. */
export interface SentValidity {
  readonly isRecurring: boolean;
  readonly validUntil: Temporal.PlainDate;
  readonly frequencyPerDay: number;
}

/** What a bank allows. */
export interface ValidityChoices {
  /** From the day of the request on; 0 sets no limit. */
  readonly validityDaysMax: number;
  readonly frequencyMax: number;
}

/** The day after it has still four digits of a year. */
const lastDay = Temporal.PlainDate.from('9999-12-30');

/** Returns the validity that the bank grants: never more than was asked for. SPEC xs2a 6.6 */
export function grantedValidity(
  sent: SentValidity,
  today: Temporal.PlainDate,
  { frequencyMax, validityDaysMax }: ValidityChoices,
): SentValidity {
  const last = validityDaysMax === 0 ? lastDay : today.add({ days: validityDaysMax });
  const isTooLong = Temporal.PlainDate.compare(sent.validUntil, last) > 0;
  return {
    isRecurring: sent.isRecurring,
    validUntil: isTooLong ? last : sent.validUntil,
    frequencyPerDay: sent.isRecurring ? Math.min(sent.frequencyPerDay, frequencyMax) : 1,
  };
}

/** A consent for one access is used at once; what is not used in this time was forgotten. SPEC xs2a 6.2 */
// GAP: the standard gives 20 minutes as an example only. ADR-0080
const singleUseMinutes = 20;

/** Returns the end of the last day of a consent, which counts whole, where the bank is. */
export function lastDayEnd(
  { validUntil }: Pick<SentValidity, 'validUntil'>,
  timeZone: string,
): Temporal.Instant {
  return validUntil.add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
}

/** Returns from when on an approved consent is useless. */
export function endOf(
  consent: Pick<SentValidity, 'isRecurring' | 'validUntil'>,
  approvedAt: Temporal.Instant,
  timeZone: string,
): Temporal.Instant {
  const last = lastDayEnd(consent, timeZone);
  return consent.isRecurring ? last : earlierOf(approvedAt.add({ minutes: singleUseMinutes }), last);
}
