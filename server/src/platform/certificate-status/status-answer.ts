import type { Temporal } from 'temporal-polyfill';

/** What an issuer says about one certificate, proven by its signature. */
export interface StatusAnswer {
  readonly status: 'good' | 'revoked';
  readonly source: 'ocsp' | 'crl';
  readonly thisUpdate: Temporal.Instant;
  readonly nextUpdate: Temporal.Instant | undefined;
  readonly revokedAt: Temporal.Instant | undefined;
}

/** The certificate that is asked about, and that of its issuer, in DER. */
export interface StatusSubject {
  readonly certificate: Buffer;
  readonly issuer: Buffer;
}

/** Clocks of issuers may differ from ours by this much. */
const clockSkewSeconds = 300;
/** An answer that names no next update is accepted for this long. */
const withoutNextUpdateHours = 24;
// GAP: how long an issuer may let an answer count is not limited. ADR-0068
/** As long as the rules for public certificates let one be valid. Over plain http an answer can be sent again until then. */
const ageMaxHours = 10 * 24;

/** Whether an answer is current at this time. */
export function isCurrent(
  { nextUpdate, thisUpdate }: Pick<StatusAnswer, 'nextUpdate' | 'thisUpdate'>,
  now: Temporal.Instant,
): boolean {
  const until = Math.min(
    (nextUpdate ?? thisUpdate.add({ hours: withoutNextUpdateHours })).epochMilliseconds,
    thisUpdate.add({ hours: ageMaxHours }).epochMilliseconds,
  );
  const skewMs = clockSkewSeconds * 1_000;
  return (
    thisUpdate.epochMilliseconds - skewMs <= now.epochMilliseconds && now.epochMilliseconds <= until + skewMs
  );
}
