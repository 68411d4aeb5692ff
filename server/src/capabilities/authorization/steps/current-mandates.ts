import { Temporal } from 'temporal-polyfill';

/** Returns whether a mandate is valid now. */
export function isMandateCurrent(
  {
    validFrom,
    validUntil,
  }: { readonly validFrom: Temporal.Instant; readonly validUntil: Temporal.Instant | undefined },
  now: Temporal.Instant,
): boolean {
  return (
    Temporal.Instant.compare(validFrom, now) <= 0 &&
    (validUntil === undefined || Temporal.Instant.compare(now, validUntil) < 0)
  );
}
