import { Temporal } from 'temporal-polyfill';
import { collectionValidityDays } from '../domain/policy.ts';
import type { DecidedSigning } from './decide-signing.ts';

/** Until when signatures are collected: as long as the rule says, and not beyond the day of execution. */
export function collectionExpiry(
  { decision, executionDate }: Pick<DecidedSigning, 'decision' | 'executionDate'>,
  now: Temporal.Instant,
): Temporal.Instant {
  const begin = now.toZonedDateTimeISO('UTC');
  const validity = decision.rule.collectionValidity ?? { days: collectionValidityDays };
  const byRule = begin.add(validity).toInstant();
  if (executionDate === undefined) return byRule;
  const endOfDay = executionDate.add({ days: 1 }).toZonedDateTime('UTC').toInstant();
  return Temporal.Instant.compare(byRule, endOfDay) < 0 ? byRule : endOfDay;
}
