import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import type { Communication } from './communication.ts';
import {
  applyReport,
  backoffAfter,
  type DeliveryReport,
  type ReportOutcome,
  retriesMaxOf,
} from './delivery-report.ts';
import { type DeliveryStatus, deliveryStatuses, messageKinds } from './literals.ts';

const start = Temporal.Instant.from('2026-11-16T09:00:00Z');
const after = (seconds: number): Temporal.Instant => start.add({ seconds });
const lease = (owner: string, untilSeconds: number) => ({ owner, until: after(untilSeconds) });

/** A message due since `start`; while it is being sent, `gateway-1` holds the lease until 300 s after `start`. */
function communication(status: DeliveryStatus, fields: Partial<Communication> = {}): Communication {
  return {
    communicationId: 'c-1',
    messageId: 'c-1',
    contentId: 'd-1',
    senderId: 's-1',
    customerNumber: '1',
    medium: 'email',
    lane: 'normal',
    status,
    messageKind: 'notice',
    messageCategory: 'service',
    priority: 'normal',
    urgency: 'normal',
    sourceChannel: undefined,
    batchId: undefined,
    notificationGroup: undefined,
    accountId: undefined,
    furtherMedia: [],
    digestKey: undefined,
    releaseAt: start,
    dueAt: start,
    expiresAt: start.add({ hours: 24 }),
    createdAt: start,
    modifiedAt: start,
    sentAt: status === 'sent' ? start : undefined,
    retryCount: 0,
    lease: status === 'sending' ? lease('gateway-1', 300) : undefined,
    ...fields,
  };
}

function report(status: DeliveryReport['status'], fields: Partial<DeliveryReport> = {}): DeliveryReport {
  return {
    status,
    reporter: 'gateway-1',
    reason: undefined,
    isHard: false,
    occurredAt: undefined,
    reference: undefined,
    ...fields,
  };
}

const reports = ['sending', 'sent', 'delivered', 'failed'] as const;
const over = ['delivered', 'failed', 'expired', 'cancelled'] as const;
const outcome = (move: ReportOutcome): string => (move.kind === 'moved' ? move.after.status : move.kind);

describe('a report', () => {
  test.each<[DeliveryStatus, DeliveryReport['status'], string]>([
    ['queued', 'sending', 'sending'],
    ['queued', 'sent', 'sent'],
    ['queued', 'delivered', 'delivered'],
    ['queued', 'failed', 'ignored'],
    ['sending', 'sending', 'ignored'],
    ['sending', 'sent', 'sent'],
    ['sending', 'delivered', 'delivered'],
    ['sending', 'failed', 'queued'],
    ['sent', 'sending', 'ignored'],
    ['sent', 'sent', 'ignored'],
    ['sent', 'delivered', 'delivered'],
    ['sent', 'failed', 'queued'],
    ...over.flatMap((from) =>
      reports.map((emitted): [DeliveryStatus, DeliveryReport['status'], string] => [
        from,
        emitted,
        'ignored',
      ]),
    ),
  ])('changes %s after %s to %s', (from, emitted, expected) => {
    expect(outcome(applyReport(communication(from), report(emitted), after(10)))).toBe(expected);
  });

  test.each(['sending', 'sent'] as const)('of a hard failure ends a message that was %s', (from) => {
    const move = applyReport(
      communication(from),
      report('failed', { isHard: true, reason: '550' }),
      after(10),
    );
    expect(move).toMatchObject({
      kind: 'moved',
      after: { status: 'failed', retryCount: 0, lease: undefined, reason: '550' },
    });
  });

  test.each(['sending', 'sent'] as const)(
    'of a failure after the last retry ends a message that was %s',
    (from) => {
      expect(outcome(applyReport(communication(from, { retryCount: 4 }), report('failed'), after(10)))).toBe(
        'queued',
      );
      expect(outcome(applyReport(communication(from, { retryCount: 5 }), report('failed'), after(10)))).toBe(
        'failed',
      );
    },
  );

  test('of a failed code ends it at once', () => {
    const code = communication('sending', { messageKind: 'one-time-password' });
    expect(outcome(applyReport(code, report('failed'), after(10)))).toBe('failed');
  });

  test.each(messageKinds)('of the end of a %s sends a service message by the next medium', (messageKind) => {
    const failed = applyReport(
      communication('sent', { messageKind }),
      report('failed', { isHard: true }),
      after(10),
    );
    expect(failed).toMatchObject({
      usesNextMedium: messageKind !== 'offer' && messageKind !== 'announcement',
    });
  });

  test.each(['sending', 'sent', 'delivered', 'failed'] as const)(
    'of %s does not trigger the next medium while attempts remain',
    (emitted) => {
      const from = emitted === 'sending' ? 'queued' : 'sending';
      expect(applyReport(communication(from), report(emitted), after(10))).toMatchObject({
        usesNextMedium: false,
      });
    },
  );
});

/**
 * The changes of a report, with times in seconds after the start, because partial comparison cannot compare instants.
 */
function changed(move: ReportOutcome) {
  if (move.kind !== 'moved') return move.kind;
  const { dueAt, lease: locked, sentAt, ...rest } = move.after;
  return {
    ...rest,
    due: secondsOf(dueAt),
    sent: sentAt && secondsOf(sentAt),
    lease: locked && [locked.owner, secondsOf(locked.until)],
  };
}

function secondsOf(instant: Temporal.Instant): number {
  return instant.since(start).total('seconds');
}

describe('the changes of a report', () => {
  test('claiming sets a lease of five minutes, and nothing else', () => {
    expect(changed(applyReport(communication('queued'), report('sending'), after(10)))).toEqual({
      status: 'sending',
      due: 0,
      sent: undefined,
      retryCount: 0,
      lease: ['gateway-1', 310],
      reason: undefined,
      reference: undefined,
    });
  });

  test('sending ends the lease and records the time, if known', () => {
    const claimed = communication('sending');
    expect(changed(applyReport(claimed, report('sent', { reference: 'r-1' }), after(10)))).toMatchObject({
      sent: 10,
      lease: undefined,
      reference: 'r-1',
    });
    expect(changed(applyReport(claimed, report('sent', { occurredAt: after(5) }), after(10)))).toMatchObject({
      sent: 5,
      reference: undefined,
    });
  });

  test('delivery keeps the recorded sending time', () => {
    const sent = communication('sent', { sentAt: after(3) });
    const move = applyReport(sent, report('delivered', { occurredAt: after(9) }), after(10));
    expect(changed(move)).toMatchObject({ status: 'delivered', sent: 3 });
  });

  test('failure counts the attempt, schedules the next one, ends the lease and records the reason', () => {
    const claimed = communication('sending', { retryCount: 1 });
    expect(changed(applyReport(claimed, report('failed', { reason: '421' }), after(10)))).toMatchObject({
      status: 'queued',
      retryCount: 2,
      due: 10 + 5 * 60,
      lease: undefined,
      reason: '421',
    });
  });

  test('backoff grows with the number of failures', () => {
    expect([1, 2, 3, 4, 5, 6].map((failures) => backoffAfter(failures).minutes)).toEqual([
      1, 5, 15, 60, 240, 240,
    ]);
  });

  test('only codes are not retried', () => {
    for (const messageKind of messageKinds)
      expect(retriesMaxOf({ messageKind })).toBe(messageKind === 'one-time-password' ? 0 : 5);
  });
});

describe('the lease', () => {
  const claimed = communication('sending');
  test.each<[string, number, string]>([
    ['gateway-1', 0, 'ignored'],
    ['gateway-1', 299, 'ignored'],
    ['gateway-1', 300, 'sending'],
    ['gateway-2', 0, 'already-taken'],
    ['gateway-2', 299, 'already-taken'],
    ['gateway-2', 300, 'sending'],
  ])('of gateway-1 changes for %s that claims %d s after the start: %s', (reporter, seconds, expected) => {
    expect(outcome(applyReport(claimed, report('sending', { reporter }), after(seconds)))).toBe(expected);
  });

  test('goes to the next claimant after its end', () => {
    const move = applyReport(claimed, report('sending', { reporter: 'gateway-2' }), after(400));
    expect(changed(move)).toMatchObject({ lease: ['gateway-2', 700], retryCount: 0 });
  });

  test('is not granted before the message is due', () => {
    const waiting = communication('queued', { dueAt: after(60) });
    expect(applyReport(waiting, report('sending'), after(59))).toEqual({ kind: 'not-due' });
    expect(outcome(applyReport(waiting, report('sending'), after(60)))).toBe('sending');
  });
});

describe('an older failure', () => {
  const older = report('failed', { occurredAt: after(10) });
  test('is ignored when the current attempt began after it', () => {
    const second = communication('sending', { modifiedAt: after(120), retryCount: 1 });
    expect(applyReport(second, older, after(130))).toEqual({ kind: 'ignored' });
    expect(applyReport(second, report('failed', { ...older, isHard: true }), after(130))).toEqual({
      kind: 'ignored',
    });
  });

  test('is ignored when a later attempt was sent after it', () => {
    const second = communication('sent', { modifiedAt: after(130), sentAt: after(125), retryCount: 1 });
    expect(applyReport(second, older, after(140))).toEqual({ kind: 'ignored' });
  });

  test('is applied when it concerns the current attempt, or has no time', () => {
    const claimed = communication('sending', { modifiedAt: after(10) });
    expect(outcome(applyReport(claimed, report('failed', { occurredAt: after(10) }), after(12)))).toBe(
      'queued',
    );
    expect(outcome(applyReport(claimed, report('failed'), after(12)))).toBe('queued');
  });

  test('is applied when it happened after the recorded sending time, even if that was reported later', () => {
    const sent = communication('sent', { modifiedAt: after(300), sentAt: after(100) });
    expect(outcome(applyReport(sent, report('failed', { occurredAt: after(200) }), after(310)))).toBe(
      'queued',
    );
  });
});

describe('a second attempt', () => {
  test('has its own sending time', () => {
    const bounced = applied(communication('sent', { sentAt: after(1) }), report('failed'), after(10));
    expect(bounced.status).toBe('queued');
    expect(bounced.sentAt).toBeUndefined();
    expect(applied(bounced, report('sent'), after(90)).sentAt).toEqual(after(90));
  });
});

/** Returns the row after a report. */
function applied(before: Communication, emitted: DeliveryReport, now: Temporal.Instant): Communication {
  const move = applyReport(before, emitted, now);
  if (move.kind !== 'moved') return before;
  const { reason: _reason, reference: _reference, ...change } = move.after;
  return { ...before, ...change, modifiedAt: now };
}

const edges: Readonly<Record<DeliveryStatus, readonly DeliveryStatus[]>> = {
  queued: ['sending', 'sent', 'delivered'],
  // Claimed again after the end of a lease.
  sending: ['sending', 'sent', 'delivered', 'queued', 'failed'],
  sent: ['delivered', 'queued', 'failed'],
  delivered: [],
  failed: [],
  expired: [],
  cancelled: [],
};

const anyReport = fc.record({
  status: fc.constantFrom(...reports),
  reporter: fc.constantFrom('gateway-1', 'gateway-2'),
  reason: fc.constantFrom(undefined, '421'),
  // Most failures are soft, so that sequences become long.
  isHard: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
  occurredAgo: fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: undefined }),
  reference: fc.constant(undefined),
  wait: fc.constantFrom(0, 1, 299, 300, 301, 3_600, 14_400),
});

type GeneratedReport = typeof anyReport extends fc.Arbitrary<infer Generated> ? Generated : never;

describe('any sequence of reports', () => {
  const run = { numRuns: 300 };
  const sequence = fc.array(anyReport, { minLength: 1, maxLength: 60 });
  const beginning = fc
    .record({ status: fc.constantFrom(...deliveryStatuses), messageKind: fc.constantFrom(...messageKinds) })
    .map(({ status, messageKind }) => communication(status, { messageKind }));

  /** Every step of a sequence: the state before, the report, and the state after. */
  function stepsOf(first: Communication, emitted: readonly GeneratedReport[]) {
    let now = start;
    let current = first;
    return emitted.map(({ occurredAgo, wait, ...rest }) => {
      now = now.add({ seconds: wait });
      const occurredAt = occurredAgo === undefined ? undefined : now.subtract({ seconds: occurredAgo });
      const before = current;
      const move = applyReport(before, { ...rest, occurredAt }, now);
      current = applied(before, { ...rest, occurredAt }, now);
      return { before, move, current, now, emitted: { ...rest, occurredAt } };
    });
  }

  test('changes state only along defined transitions', () => {
    fc.assert(
      fc.property(beginning, sequence, (first, emitted) => {
        for (const { before, current, move } of stepsOf(first, emitted))
          expect(move.kind === 'moved' ? edges[before.status] : [before.status]).toContain(current.status);
      }),
      run,
    );
  });

  test('never changes a final state', () => {
    fc.assert(
      fc.property(fc.constantFrom(...over), sequence, (status, emitted) => {
        const first = communication(status);
        expect(stepsOf(first, emitted).every(({ move }) => move.kind === 'ignored')).toBe(true);
      }),
      run,
    );
  });

  test('retries at most the permitted number of times, counts each attempt, and never retries early', () => {
    fc.assert(
      fc.property(beginning, sequence, (first, emitted) => {
        for (const { before, current, now } of stepsOf(first, emitted)) {
          const isRetry = current.status === 'queued' && before.status !== 'queued';
          expect(current.retryCount).toBe(before.retryCount + (isRetry ? 1 : 0));
          expect(current.retryCount).toBeLessThanOrEqual(retriesMaxOf(first));
          const soonest = isRetry ? now.add(backoffAfter(current.retryCount)) : before.dueAt;
          expect(current.dueAt).toEqual(soonest);
        }
      }),
      run,
    );
  });

  test('has a lease holder only while it is being sent, and then exactly one', () => {
    fc.assert(
      fc.property(beginning, sequence, (first, emitted) => {
        for (const { before, current, now, emitted: last } of stepsOf(first, emitted)) {
          expect(current.lease !== undefined).toBe(current.status === 'sending');
          const isHeld = before.lease !== undefined && Temporal.Instant.compare(now, before.lease.until) < 0;
          const isTaken = last.status === 'sending' && isHeld;
          expect(isTaken ? current.lease : undefined).toEqual(isTaken ? before.lease : undefined);
        }
      }),
      run,
    );
  });
});
