import { Temporal } from 'temporal-polyfill';
import { collectionValidityDays } from '../domain/policy.ts';
import type { DecidedSigning } from './decide-signing.ts';

/** Until when signatures are collected: as long as the rule says, and not beyond the day of execution in the bank's zone. */
export function collectionExpiry(
  { decision, executionDate }: Pick<DecidedSigning, 'decision' | 'executionDate'>,
  { now, timeZone }: { readonly now: Temporal.Instant; readonly timeZone: string },
): Temporal.Instant {
  const begin = now.toZonedDateTimeISO(timeZone);
  const validity = decision.rule.collectionValidity ?? { days: collectionValidityDays };
  const byRule = begin.add(validity).toInstant();
  if (executionDate === undefined) return byRule;
  const endOfDay = executionDate.add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
  return Temporal.Instant.compare(byRule, endOfDay) < 0 ? byRule : endOfDay;
}
