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

/** Whether an answer is current at this time. */
export function isCurrent(
  { nextUpdate, thisUpdate }: Pick<StatusAnswer, 'nextUpdate' | 'thisUpdate'>,
  now: Temporal.Instant,
): boolean {
  const until = nextUpdate ?? thisUpdate.add({ hours: withoutNextUpdateHours });
  const skewMs = clockSkewSeconds * 1_000;
  return (
    thisUpdate.epochMilliseconds - skewMs <= now.epochMilliseconds &&
    now.epochMilliseconds <= until.epochMilliseconds + skewMs
  );
}
