import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { cancellationBy, cancellationState, isLive, needsApproval } from './cancellation.ts';
import { paymentStatuses } from './payment.ts';

const now = Temporal.Instant.from('2026-11-18T08:00:00Z');
const day = Temporal.PlainDate.from('2026-12-01');
const later = now.add({ hours: 1 });
const service = 'payments';
const request = { cancellationId: 'c', until: later, approvedAt: undefined };

/** Who decides in each state: about a payment without a date, a dated one, and a dated one that was released. */
const expected = {
  RCVD: ['us', 'us', 'us'],
  RCVC: ['us', 'us', 'us'],
  RVNC: ['us', 'us', 'us'],
  RVCM: ['us', 'us', 'us'],
  PATC: ['us', 'us', 'us'],
  ACTC: ['too-late', 'us', 'core'],
  ACWC: ['too-late', 'us', 'core'],
  ACCP: ['too-late', 'core', 'core'],
  ACSP: ['too-late', 'too-late', 'too-late'],
  ACSC: ['too-late', 'too-late', 'too-late'],
  ACCC: ['too-late', 'too-late', 'too-late'],
  RJCT: ['too-late', 'too-late', 'too-late'],
  CANC: ['too-late', 'too-late', 'too-late'],
  PART: ['too-late', 'too-late', 'too-late'],
} as const;

const unsigned: readonly string[] = ['RCVD', 'RCVC', 'RVNC', 'RVCM'];

describe.each(paymentStatuses)('a payment in %s', (status) => {
  test('is cancelled by us, by the core or not any more', () => {
    expect([
      cancellationBy({ service, status, executionDate: undefined, releasedAt: undefined }),
      cancellationBy({ service, status, executionDate: day, releasedAt: undefined }),
      cancellationBy({ service, status, executionDate: day, releasedAt: now }),
    ]).toEqual(expected[status]);
  });

  test('is never with the core as a standing order: its executions are', () => {
    const [, beforeRelease] = expected[status];
    const standing = { service: 'periodic-payments', status, executionDate: undefined } as const;
    const byUs = beforeRelease === 'us' ? 'us' : 'too-late';
    expect(cancellationBy({ ...standing, releasedAt: undefined })).toBe(byUs);
    expect(cancellationBy({ ...standing, releasedAt: now })).toBe(byUs);
  });

  test('needs the approval of the payer where the bank wants it, but for what nobody has signed', () => {
    expect(needsApproval({ status }, { isMandated: true })).toBe(!unsigned.includes(status));
    expect(needsApproval({ status }, { isMandated: false })).toBe(false);
  });
});

test('a released bulk is not cancelled: the core may have some of its transfers', () => {
  const bulk = { service: 'bulk-payments', status: 'ACTC', executionDate: day } as const;
  expect(cancellationBy({ ...bulk, releasedAt: undefined })).toBe('us');
  expect(cancellationBy({ ...bulk, releasedAt: now })).toBe('too-late');
});

describe('the cancellation of a payment', () => {
  const dated = { service, status: 'ACTC', executionDate: day, releasedAt: undefined } as const;

  test('takes authorisations only while it is requested and the payment can be stopped', () => {
    expect([
      cancellationState(dated, now),
      cancellationState({ ...dated, cancellation: request }, now),
      cancellationState({ ...dated, cancellation: request, releasedAt: now }, now),
      cancellationState({ ...dated, cancellation: request }, later),
      cancellationState({ ...dated, cancellation: { ...request, approvedAt: now } }, now),
      cancellationState({ ...dated, cancellation: request, status: 'ACSP' }, now),
      cancellationState({ ...dated, cancellation: request, status: 'CANC' }, now),
      cancellationState({ ...dated, cancellation: request, status: 'RJCT' }, now),
    ]).toEqual(['unrequested', 'open', 'open', 'over', 'done', 'done', 'done', 'over']);
  });
});

test('a request waits for its approval until its end, and not after it was approved', () => {
  expect(isLive(undefined, now)).toBe(false);
  expect(isLive(request, now)).toBe(true);
  expect(isLive(request, later)).toBe(false);
  expect(isLive({ ...request, approvedAt: now }, now)).toBe(false);
});
