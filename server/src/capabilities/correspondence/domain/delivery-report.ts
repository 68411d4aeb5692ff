import type { Temporal } from 'temporal-polyfill';
import { type Communication, isServiceMessage } from './communication.ts';
import type { DeliveryStatus } from './literals.ts';
import {
  deliveryBackoffMinutes,
  deliveryLeaseSeconds,
  deliveryRetriesMax,
  deliveryRetriesOfCodes,
} from './policy.ts';

/** A delivery report of a worker or gateway about a communication. */
export interface DeliveryReport {
  readonly status: 'sending' | 'sent' | 'delivered' | 'failed';
  readonly reporter: string;
  /** Protocol codes and texts; never an address. */
  readonly reason: string | undefined;
  readonly isHard: boolean;
  /** When it happened, if known. */
  readonly occurredAt: Temporal.Instant | undefined;
  /** The id that the remote server assigned to the message. */
  readonly reference: string | undefined;
}

/** The members of a communication that a report changes. */
export type StatusChange = Pick<Communication, 'status' | 'dueAt' | 'sentAt' | 'retryCount' | 'lease'> & {
  readonly reason: string | undefined;
  readonly reference: string | undefined;
};

export type ReportOutcome =
  /** No change: a repeated or older report, or one about a final state. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'already-taken' }
  /** Scheduled for later; it cannot be claimed yet. */
  | { readonly kind: 'not-due' }
  | {
      readonly kind: 'moved';
      readonly after: StatusChange;
      /** A failed service message is sent by the next medium. */
      readonly usesNextMedium: boolean;
    };

const open: ReadonlySet<DeliveryStatus> = new Set<DeliveryStatus>(['queued', 'sending']);

/** Applies a report. Status only advances, except that a failed attempt is queued for the next one. */
export function applyReport(
  communication: Communication,
  report: DeliveryReport,
  now: Temporal.Instant,
): ReportOutcome {
  switch (report.status) {
    case 'sending':
      return take(communication, report, now);
    case 'sent':
      return open.has(communication.status) && communication.digestKey === undefined
        ? toSent(communication, report, now)
        : { kind: 'ignored' };
    case 'delivered':
      return (open.has(communication.status) && communication.digestKey === undefined) ||
        communication.status === 'sent'
        ? toSent(communication, report, now)
        : { kind: 'ignored' };
    case 'failed':
      return fail(communication, report, now);
  }
}

/** Maximum number of attempts after the first. */
export function retriesMaxOf({ messageKind }: Pick<Communication, 'messageKind'>): number {
  return messageKind === 'one-time-password' ? deliveryRetriesOfCodes : deliveryRetriesMax;
}

/** Returns the backoff after this number of failed attempts. */
export function backoffAfter(failures: number): { readonly minutes: number } {
  const longest = deliveryBackoffMinutes.at(-1) ?? 0;
  return { minutes: deliveryBackoffMinutes[failures - 1] ?? longest };
}

function take(communication: Communication, report: DeliveryReport, now: Temporal.Instant): ReportOutcome {
  const { lease, status } = communication;
  if (!open.has(status)) return { kind: 'ignored' };
  // Expired messages and parts of a digest cannot be claimed.
  if (!isBefore(now, communication.expiresAt) || communication.digestKey !== undefined)
    return { kind: 'not-due' };
  if (lease !== undefined && isBefore(now, lease.until)) {
    return lease.owner === report.reporter ? { kind: 'ignored' } : { kind: 'already-taken' };
  }
  if (isBefore(now, communication.dueAt)) return { kind: 'not-due' };
  return moved(communication, {
    status: 'sending',
    lease: { owner: report.reporter, until: now.add({ seconds: deliveryLeaseSeconds }) },
  });
}

function toSent(communication: Communication, report: DeliveryReport, now: Temporal.Instant): ReportOutcome {
  return moved(communication, {
    status: report.status === 'delivered' ? 'delivered' : 'sent',
    lease: undefined,
    sentAt: communication.sentAt ?? momentOf(communication, report, now),
    ...(report.reference === undefined ? {} : { reference: report.reference }),
  });
}

/** Returns the reported time if it is plausible: not before the message existed, and not in the future. */
function momentOf(
  { createdAt }: Communication,
  { occurredAt }: DeliveryReport,
  now: Temporal.Instant,
): Temporal.Instant {
  const isPossible =
    occurredAt !== undefined && !isBefore(occurredAt, createdAt) && !isBefore(now, occurredAt);
  return isPossible ? occurredAt : now;
}

function fail(communication: Communication, report: DeliveryReport, now: Temporal.Instant): ReportOutcome {
  if (!isAboutNow(communication, report)) return { kind: 'ignored' };
  const { retryCount } = communication;
  const reason = report.reason === undefined ? {} : { reason: report.reason };
  if (report.isHard || retryCount >= retriesMaxOf(communication)) {
    return {
      ...moved(communication, { status: 'failed', lease: undefined, ...reason }),
      usesNextMedium: isServiceMessage(communication.messageKind),
    };
  }
  return moved(communication, {
    status: 'queued',
    lease: undefined,
    sentAt: undefined,
    retryCount: retryCount + 1,
    dueAt: now.add(backoffAfter(retryCount + 1)),
    ...reason,
  });
}

/** Returns whether a failure concerns the recorded attempt, and not an earlier one. */
function isAboutNow({ lease, modifiedAt, sentAt, status }: Communication, report: DeliveryReport): boolean {
  const { occurredAt, reporter } = report;
  // A reporter without the current lease refers to an earlier attempt.
  if (status === 'sending') return lease?.owner === reporter && isSince(occurredAt, modifiedAt);
  return status === 'sent' && isSince(occurredAt, sentAt ?? modifiedAt);
}

function isSince(occurredAt: Temporal.Instant | undefined, begunAt: Temporal.Instant): boolean {
  return occurredAt === undefined || !isBefore(occurredAt, begunAt);
}

function moved(
  communication: Communication,
  change: Partial<StatusChange>,
): ReportOutcome & { readonly kind: 'moved' } {
  const { dueAt, lease, retryCount, sentAt, status } = communication;
  const before = { status, dueAt, sentAt, retryCount, lease, reason: undefined, reference: undefined };
  return { kind: 'moved', after: { ...before, ...change }, usesNextMedium: false };
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return one.epochNanoseconds < other.epochNanoseconds;
}
