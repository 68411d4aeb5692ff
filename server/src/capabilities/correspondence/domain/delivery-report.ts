import type { Temporal } from 'temporal-polyfill';
import { type Communication, isServiceMessage } from './communication.ts';
import type { DeliveryStatus } from './literals.ts';
import {
  deliveryBackoffMinutes,
  deliveryLeaseSeconds,
  deliveryRetriesMax,
  deliveryRetriesOfCodes,
} from './policy.ts';

/** What whoever delivers says about a communication. */
export interface DeliveryReport {
  readonly status: 'sending' | 'sent' | 'delivered' | 'failed';
  readonly reporter: string;
  /** For codes and words of protocols; never an address. */
  readonly reason: string | undefined;
  readonly isHard: boolean;
  /** When it happened, where that is known. */
  readonly occurredAt: Temporal.Instant | undefined;
  /** How the far side calls it. */
  readonly reference: string | undefined;
}

/** The part of a communication that a report changes. */
export type StatusChange = Pick<Communication, 'status' | 'dueAt' | 'sentAt' | 'retryCount' | 'lease'> & {
  readonly reason: string | undefined;
  readonly reference: string | undefined;
};

export type Move =
  /** Nothing new: a repeated or older report, or one about what is over. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'already-taken' }
  /** Planned for later; nobody may take it yet. */
  | { readonly kind: 'not-due' }
  | {
      readonly kind: 'moved';
      readonly after: StatusChange;
      /** A service message that failed goes on by the next medium. */
      readonly goesOn: boolean;
    };

const open: ReadonlySet<DeliveryStatus> = new Set<DeliveryStatus>(['queued', 'sending']);

/** Applies a report. Status moves only forward, except that a failed attempt waits for the next one. */
export function applyReport(
  communication: Communication,
  report: DeliveryReport,
  now: Temporal.Instant,
): Move {
  switch (report.status) {
    case 'sending':
      return take(communication, report, now);
    case 'sent':
      return open.has(communication.status) && communication.digestKey === undefined
        ? handedOver(communication, report, now)
        : { kind: 'ignored' };
    case 'delivered':
      return (open.has(communication.status) && communication.digestKey === undefined) ||
        communication.status === 'sent'
        ? handedOver(communication, report, now)
        : { kind: 'ignored' };
    case 'failed':
      return fail(communication, report, now);
  }
}

/** How many attempts may follow the first. */
export function retriesMaxOf({ messageKind }: Pick<Communication, 'messageKind'>): number {
  return messageKind === 'one-time-password' ? deliveryRetriesOfCodes : deliveryRetriesMax;
}

/** How long to wait after so many failed attempts. */
export function backoffAfter(failures: number): { readonly minutes: number } {
  const longest = deliveryBackoffMinutes.at(-1) ?? 0;
  return { minutes: deliveryBackoffMinutes[failures - 1] ?? longest };
}

function take(communication: Communication, report: DeliveryReport, now: Temporal.Instant): Move {
  const { lease, status } = communication;
  if (!open.has(status)) return { kind: 'ignored' };
  // What nobody wants any more is not taken, nor what will be told together with others.
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

function handedOver(communication: Communication, report: DeliveryReport, now: Temporal.Instant): Move {
  return moved(communication, {
    status: report.status === 'delivered' ? 'delivered' : 'sent',
    lease: undefined,
    sentAt: communication.sentAt ?? momentOf(communication, report, now),
    ...(report.reference === undefined ? {} : { reference: report.reference }),
  });
}

/** When a gateway says it happened, where that can be: not before the message was there, and not in the future. */
function momentOf(
  { createdAt }: Communication,
  { occurredAt }: DeliveryReport,
  now: Temporal.Instant,
): Temporal.Instant {
  const isPossible =
    occurredAt !== undefined && !isBefore(occurredAt, createdAt) && !isBefore(now, occurredAt);
  return isPossible ? occurredAt : now;
}

function fail(communication: Communication, report: DeliveryReport, now: Temporal.Instant): Move {
  if (!isAboutNow(communication, report)) return { kind: 'ignored' };
  const { retryCount } = communication;
  const reason = report.reason === undefined ? {} : { reason: report.reason };
  if (report.isHard || retryCount >= retriesMaxOf(communication)) {
    return {
      ...moved(communication, { status: 'failed', lease: undefined, ...reason }),
      goesOn: isServiceMessage(communication.messageKind),
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

/** Whether a failure is one of the attempt that is known here, and not of one before it. */
function isAboutNow({ lease, modifiedAt, sentAt, status }: Communication, report: DeliveryReport): boolean {
  const { occurredAt, reporter } = report;
  // Whoever does not hold what is being sent speaks of an earlier attempt.
  if (status === 'sending') return lease?.owner === reporter && isSince(occurredAt, modifiedAt);
  return status === 'sent' && isSince(occurredAt, sentAt ?? modifiedAt);
}

function isSince(occurredAt: Temporal.Instant | undefined, begunAt: Temporal.Instant): boolean {
  return occurredAt === undefined || !isBefore(occurredAt, begunAt);
}

function moved(
  communication: Communication,
  change: Partial<StatusChange>,
): Move & { readonly kind: 'moved' } {
  const { dueAt, lease, retryCount, sentAt, status } = communication;
  const before = { status, dueAt, sentAt, retryCount, lease, reason: undefined, reference: undefined };
  return { kind: 'moved', after: { ...before, ...change }, goesOn: false };
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return one.epochNanoseconds < other.epochNanoseconds;
}
