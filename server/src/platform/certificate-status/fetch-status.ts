import { randomBytes } from 'node:crypto';
import type { StatusFailure } from '#platform/auth/certificate-statuses.ts';
import type { Egress } from '#platform/egress/egress.ts';
import { EgressRefused } from '#platform/egress/egress-refused.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { ocspRequest } from './ocsp-request.ts';
import { readOcspResponse } from './ocsp-response.ts';
import { readRevocationList } from './revocation-list.ts';
import { statusAddresses } from './status-addresses.ts';
import type { StatusAnswer, StatusSubject } from './status-answer.ts';

/** The egress purpose of requests to issuers. Plain http is usual there: responses and lists are signed. */
export const certificateStatusPurpose = 'certificate-status';

export interface StatusSources {
  readonly egress: Pick<Egress, 'send'>;
  readonly clock: Clock;
}

const nonceBytes = 16;
/** Shorter than the wait of a request, so that there is time for a second address. */
const ocspTimeoutMs = 1_200;

/** Asks the issuer about a certificate: its responders first, then its lists. Returns the first valid answer. */
export async function fetchStatus(
  subject: StatusSubject,
  sources: StatusSources,
): Promise<StatusAnswer | StatusFailure> {
  const { crl, ocsp } = statusAddresses(subject.certificate);
  const attempts = [
    ...ocsp.map((url) => () => askResponder(url, subject, sources)),
    ...crl.map((url) => () => askList(url, subject, sources)),
  ];
  let failure: StatusFailure = 'no-address';
  for (const attempt of attempts) {
    const outcome = await attempt();
    if (typeof outcome === 'object') return outcome;
    // A response that is not accepted says more than one that does not come.
    if (failure !== 'not-accepted') failure = outcome;
  }
  return failure;
}

async function askResponder(
  url: string,
  subject: StatusSubject,
  { clock, egress }: StatusSources,
): Promise<StatusAnswer | StatusFailure> {
  const nonce = randomBytes(nonceBytes);
  const body = await received(egress, {
    purpose: certificateStatusPurpose,
    method: 'POST',
    url,
    headers: { 'content-type': 'application/ocsp-request', accept: 'application/ocsp-response' },
    body: ocspRequest(subject, nonce),
    timeoutMs: ocspTimeoutMs,
  });
  if (body === undefined) return 'unreachable';
  return readOcspResponse(body, { subject, nonce, now: clock.now() }) ?? 'not-accepted';
}

async function askList(
  url: string,
  subject: StatusSubject,
  { clock, egress }: StatusSources,
): Promise<StatusAnswer | StatusFailure> {
  const body = await received(egress, { purpose: certificateStatusPurpose, method: 'GET', url });
  if (body === undefined) return 'unreachable';
  return readRevocationList(body, { subject, now: clock.now() }) ?? 'not-accepted';
}

async function received(
  egress: StatusSources['egress'],
  request: Parameters<Egress['send']>[0],
): Promise<Buffer | undefined> {
  try {
    const { body, status } = await egress.send(request);
    return status === 200 ? body : undefined;
  } catch (error) {
    // An address that may not or cannot be reached: the next one is tried.
    if (error instanceof EgressRefused) return undefined;
    throw error;
  }
}
