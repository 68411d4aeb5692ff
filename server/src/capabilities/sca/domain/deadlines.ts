import { Temporal } from 'temporal-polyfill';
import type { Authorisation } from './authorisation.ts';
import { confirmationCodeMinutes, deviceWaitMinutes, pageIdleMinutes, pageTotalMinutes } from './policy.ts';
import { isFinal, type ScaStatus } from './status.ts';

/** Times that end an authorisation by themselves. */
export interface Deadlines {
  /** End of the authorisation, and of the link to the page. */
  readonly expiresAt: Temporal.Instant;
  readonly linkExpiresAt: Temporal.Instant | undefined;
  /** First arrival on the page. */
  readonly arrivedAt: Temporal.Instant | undefined;
  /** Last form of the customer, or extension of the time. */
  readonly activeAt: Temporal.Instant | undefined;
  /** When the device was asked. */
  readonly askedAt: Temporal.Instant | undefined;
}

type Timed = Pick<Authorisation, 'approach' | 'status'> & Deadlines;

/** Returns when an authorisation ends if nothing more happens; undefined for one that has ended. */
export function endOf(authorisation: Timed): Temporal.Instant | undefined {
  if (isFinal(authorisation.status)) return undefined;
  const { expiresAt } = authorisation;
  const earlier = [expiresAt, ...ofPage(authorisation), ...ofDevice(authorisation)];
  return earlier.reduce((least, one) => (Temporal.Instant.compare(one, least) < 0 ? one : least));
}

function ofPage(authorisation: Timed): readonly Temporal.Instant[] {
  const { activeAt, approach, arrivedAt, linkExpiresAt, status } = authorisation;
  if (approach !== 'REDIRECT') return [];
  // After the approval the third party confirms; the customer has left the page.
  if (status === 'unconfirmed')
    return activeAt === undefined ? [] : [activeAt.add({ minutes: confirmationCodeMinutes })];
  if (arrivedAt === undefined) return linkExpiresAt === undefined ? [] : [linkExpiresAt];
  return [
    arrivedAt.add({ minutes: pageTotalMinutes }),
    (activeAt ?? arrivedAt).add({ minutes: pageIdleMinutes }),
  ];
}

/** On the page the request to the device ends alone: the customer can choose another method. */
function ofDevice(authorisation: Timed): readonly Temporal.Instant[] {
  const end = deviceRequestEnd(authorisation);
  return authorisation.approach !== 'DECOUPLED' || end === undefined ? [] : [end];
}

/** Returns when the request to a device ends; undefined if no device was asked. */
export function deviceRequestEnd({
  askedAt,
  expiresAt,
}: Pick<Deadlines, 'askedAt' | 'expiresAt'>): Temporal.Instant | undefined {
  const end = askedAt?.add({ minutes: deviceWaitMinutes });
  return end !== undefined && Temporal.Instant.compare(expiresAt, end) < 0 ? expiresAt : end;
}

/** Returns the status at a time: expiry is decided when it is read, and never depends on a job. */
export function statusAt(authorisation: Timed, now: Temporal.Instant): ScaStatus {
  const end = endOf(authorisation);
  return end !== undefined && Temporal.Instant.compare(end, now) <= 0 ? 'failed' : authorisation.status;
}
