import { Temporal } from 'temporal-polyfill';
import type { Authorisation } from './authorisation.ts';
import { type Deadlines, deviceRequestEnd } from './deadlines.ts';
import type { AuthorisationDetails, AwaitedProof } from './details.ts';
import { isFinal } from './status.ts';

export type DeviceProof = Extract<AwaitedProof, { readonly kind: 'device' }>;

type Asked = Pick<Authorisation, 'status'> &
  Pick<Deadlines, 'askedAt' | 'expiresAt'> & { readonly details: AuthorisationDetails };

/** Returns the request that waits for a device; undefined if there is none, or if its time is over. */
export function openDeviceRequest(authorisation: Asked, now: Temporal.Instant): DeviceProof | undefined {
  const { details, status } = authorisation;
  const end = deviceRequestEnd(authorisation);
  if (details.awaited?.kind !== 'device' || end === undefined || isFinal(status)) return undefined;
  return Temporal.Instant.compare(now, end) < 0 ? details.awaited : undefined;
}

/** Returns what is awaited of the customer; undefined if nothing is, or if the time of a request to a device is over. */
export function awaitedAt(authorisation: Asked, now: Temporal.Instant): AwaitedProof | undefined {
  const { awaited } = authorisation.details;
  return awaited?.kind === 'device' ? openDeviceRequest(authorisation, now) : awaited;
}
