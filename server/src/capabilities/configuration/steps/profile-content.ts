import { createHash } from 'node:crypto';
import { type OptionName, type Xs2aProfile, xs2aOptions } from '#platform/config/xs2a-profile/profile.ts';
import { baseLinksUrl } from '#platform/http/base-links-url.ts';

/** A topic on which this interface differs from the standard. */
export interface Deviation {
  readonly topic: string;
  readonly standard: string;
  readonly here: string;
  /** The day on which it began. */
  readonly since: string;
}

/** What third parties learn about the interface of a bank, without its version. */
export interface ProfileContent {
  readonly baseUrl: string;
  readonly options: Readonly<Record<string, Xs2aProfile[OptionName]>>;
  readonly limits: ProfileLimits;
  readonly deviations: readonly Deviation[];
}

export interface ProfileLimits {
  readonly readsPerMinute: number;
  readonly changesPerMinute: number;
  /** For how long a repeated request gets its first answer again. */
  readonly repeatedRequestHours: number;
}

const repeatedRequestHours = 24;

const deviations: readonly Deviation[] = [
  {
    topic: 'rate limit',
    standard: 'No code: 429 ACCESS_EXCEEDED says that the accesses of a consent are used up.',
    here: '429 SERVICE_BLOCKED with Retry-After; ACCESS_EXCEEDED keeps its meaning.',
    since: '2026-11-16',
  },
  {
    topic: 'repeated request',
    standard: 'A repeated POST with the same X-Request-ID may be answered like the first one.',
    here: 'It is answered like the first one, with idempotency-replayed: true; with another body it is refused.',
    since: '2026-11-16',
  },
  {
    topic: 'cancellation at once',
    standard: 'DELETE of a payment: 204 without a body.',
    here: '202 with transactionStatus CANC and without links to authorisations; cancelImmediateStatus chooses 204.',
    since: '2026-11-18',
  },
  {
    topic: 'update of an authorisation',
    standard: 'The response has scaStatus.',
    here: 'It has scaStatus, and scatransactionStatus with the same value.',
    since: '2026-11-18',
  },
  {
    topic: 'links of identification',
    standard: 'startAuthorisationWithPsuIdentification.',
    here: 'The link is there under that name, and under startAuthorisationWithPsuIdentfication.',
    since: '2026-11-18',
  },
  {
    topic: 'balances of cards',
    standard: 'nonInvoiced: booked, not yet on a bill.',
    here: 'nonBilled.',
    since: '2026-11-18',
  },
  {
    topic: 'consents',
    standard: 'PSU-IP-Address and combinedServiceIndicator are mandatory; recurringIndicator is a boolean.',
    here: 'Both are optional; recurringIndicator and frequencyPerDay are also accepted as text.',
    since: '2026-11-18',
  },
  {
    topic: 'certificates of two organisations',
    standard: 'Verifications of payees: CLIENT_INCONSISTENT.',
    here: 'CERTIFICATE_INVALID, as on every other path.',
    since: '2026-11-18',
  },
];

const published = Object.entries(xs2aOptions)
  .filter(([, { publication }]) => publication === 'published')
  .map(([name]) => name);

/** Whether third parties may read an option. */
export function isPublished(name: string): name is OptionName {
  return published.includes(name);
}

/** Derives what is published from the choices of a bank. */
export function profileContent(profile: Xs2aProfile, productUrl: string): ProfileContent {
  const { rates } = profile;
  return {
    baseUrl: baseLinksUrl(profile, productUrl),
    options: Object.fromEntries(Object.entries(profile).filter(([name]) => isPublished(name))),
    limits: {
      readsPerMinute: rates['tpp-read'],
      changesPerMinute: rates['tpp-change'],
      repeatedRequestHours,
    },
    deviations,
  };
}

/** The same content has the same digest. */
export function digestOf(content: ProfileContent): Buffer {
  return createHash('sha256').update(JSON.stringify(content)).digest();
}
