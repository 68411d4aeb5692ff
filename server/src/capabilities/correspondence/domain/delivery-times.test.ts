import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { digestTime, releaseTime, type ScheduledMessage, scheduleMessage } from './delivery-times.ts';
import { contactMedia, frequencies, messageKinds, priorities, urgencies } from './literals.ts';

const berlin = 'Europe/Berlin';
/** A time in the Berlin time zone. */
const at = (local: string): Temporal.Instant =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(berlin).toInstant();
const inBerlin = (instant: Temporal.Instant): string =>
  instant.toZonedDateTimeISO(berlin).toPlainDateTime().toString();

function message(fields: Partial<ScheduledMessage> = {}): ScheduledMessage {
  return {
    messageKind: 'notice',
    priority: 'normal',
    urgency: 'normal',
    medium: 'sms',
    notBefore: undefined,
    expires: undefined,
    frequency: undefined,
    ...fields,
  };
}

const released = (requested: string, fields: Partial<ScheduledMessage> = {}): string =>
  inBerlin(releaseTime(message(fields), at(requested), berlin));

describe('the night', () => {
  test.each([
    ['2026-11-16T21:59:00', '2026-11-16T21:59:00'],
    ['2026-11-16T21:59:59.999', '2026-11-16T21:59:59.999'],
    ['2026-11-16T22:00:00', '2026-11-17T07:00:00'],
    ['2026-11-16T23:59:59', '2026-11-17T07:00:00'],
    ['2026-11-17T00:00:00', '2026-11-17T07:00:00'],
    ['2026-11-17T06:59:59.999', '2026-11-17T07:00:00'],
    ['2026-11-17T07:00:00', '2026-11-17T07:00:00'],
    ['2026-11-17T12:34:56', '2026-11-17T12:34:56'],
    // Across the end of a month and of a year.
    ['2026-11-30T22:30:00', '2026-12-01T07:00:00'],
    ['2026-12-31T23:00:00', '2027-01-01T07:00:00'],
    // The nights of the two clock changes.
    ['2027-03-27T22:00:00', '2027-03-28T07:00:00'],
    ['2027-03-28T01:30:00', '2027-03-28T07:00:00'],
    ['2027-03-28T03:00:00', '2027-03-28T07:00:00'],
    ['2026-10-24T22:00:00', '2026-10-25T07:00:00'],
    ['2026-10-25T01:30:00', '2026-10-25T07:00:00'],
  ])('delays an sms of %s until %s', (requested, expected) => {
    expect(released(requested)).toBe(inBerlin(at(expected)));
    expect(released(requested, { medium: 'push' })).toBe(inBerlin(at(expected)));
  });

  test('lasts eight, nine or ten hours, depending on clock changes', () => {
    const length = (evening: string): number =>
      releaseTime(message(), at(evening), berlin).since(at(evening)).total('hours');
    expect(
      ['2027-03-27T22:00:00', '2026-11-16T22:00:00', '2026-10-24T22:00:00'].map((evening) => length(evening)),
    ).toEqual([8, 9, 10]);
  });

  test('includes both occurrences of 02:00 in October', () => {
    for (const hour of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'])
      expect(inBerlin(releaseTime(message(), Temporal.Instant.from(hour), berlin))).toBe(
        '2026-10-25T07:00:00',
      );
  });

  test('uses the time zone of the bank, not that of the server', () => {
    const moment = Temporal.Instant.from('2026-11-16T21:30:00Z');
    expect(releaseTime(message(), moment, 'UTC')).toEqual(moment);
    expect(releaseTime(message(), moment, berlin)).toEqual(at('2026-11-17T07:00'));
  });

  test.each(['email', 'mailbox', 'letter'] as const)('does not delay a message by %s', (medium) => {
    expect(released('2026-11-16T23:00:00', { medium })).toBe('2026-11-16T23:00:00');
  });

  test.each<[string, Partial<ScheduledMessage>]>([
    ['of high priority', { priority: 'high' }],
    ['that is urgent', { urgency: 'urgent' }],
    ['with a code', { messageKind: 'one-time-password' }],
    ['about security', { messageKind: 'security-notice' }],
  ])('does not delay a message %s', (_name, fields) => {
    expect(released('2026-11-16T23:00:00', fields)).toBe('2026-11-16T23:00:00');
  });

  test.each<Partial<ScheduledMessage>>([
    { priority: 'low' },
    { urgency: 'non-urgent' },
    { messageKind: 'alert' },
    { messageKind: 'offer' },
  ])('delays what is %j', (fields) => {
    expect(released('2026-11-16T23:00:00', fields)).toBe('2026-11-17T07:00:00');
  });
});

describe('gathered messages', () => {
  test.each<[ScheduledMessage['frequency'] & string, string, string]>([
    ['P1D', '2026-11-17T07:59:59', '2026-11-17T08:00:00'],
    ['P1D', '2026-11-17T00:00:00', '2026-11-17T08:00:00'],
    ['P1D', '2026-11-17T08:00:00', '2026-11-18T08:00:00'],
    ['P1D', '2026-11-17T23:00:00', '2026-11-18T08:00:00'],
    ['P1D', '2026-12-31T12:00:00', '2027-01-01T08:00:00'],
    ['P1D', '2027-03-27T12:00:00', '2027-03-28T08:00:00'],
    ['P1D', '2027-03-28T01:59:00', '2027-03-28T08:00:00'],
    ['P1D', '2026-10-24T12:00:00', '2026-10-25T08:00:00'],
    ['P7D', '2026-11-16T07:59:59', '2026-11-16T08:00:00'],
    ['P7D', '2026-11-16T08:00:00', '2026-11-23T08:00:00'],
    ['P7D', '2026-11-17T07:00:00', '2026-11-23T08:00:00'],
    ['P7D', '2026-11-22T07:00:00', '2026-11-23T08:00:00'],
    ['P7D', '2026-11-22T23:59:59', '2026-11-23T08:00:00'],
    ['P7D', '2026-10-24T12:00:00', '2026-10-26T08:00:00'],
    ['P7D', '2026-12-29T12:00:00', '2027-01-04T08:00:00'],
    ['P1M', '2026-12-01T07:59:59', '2026-12-01T08:00:00'],
    ['P1M', '2026-12-01T08:00:00', '2027-01-01T08:00:00'],
    ['P1M', '2026-12-31T07:00:00', '2027-01-01T08:00:00'],
    ['P1M', '2027-02-28T12:00:00', '2027-03-01T08:00:00'],
    ['P1M', '2028-02-28T12:00:00', '2028-03-01T08:00:00'],
    ['P1M', '2028-02-29T07:00:00', '2028-03-01T08:00:00'],
    ['P1M', '2027-01-31T12:00:00', '2027-02-01T08:00:00'],
    ['P1M', '2027-03-02T12:00:00', '2027-04-01T08:00:00'],
  ])('every %s after %s are sent at %s', (frequency, after, expected) => {
    expect(inBerlin(digestTime(frequency, at(after), berlin))).toBe(expected);
  });

  test('are sent at their next scheduled time', () => {
    const isTime = (frequency: (typeof frequencies)[number], there: Temporal.ZonedDateTime): boolean =>
      ({ P1D: true, P7D: there.dayOfWeek === 1, P1M: there.day === 1 })[frequency];
    fc.assert(
      fc.property(fc.constantFrom(...frequencies), anyMoment(), (frequency, after) => {
        const there = digestTime(frequency, after, berlin).toZonedDateTimeISO(berlin);
        expect(there.toPlainTime().toString()).toBe('08:00:00');
        expect(isTime(frequency, there)).toBe(true);
        expect(isAfter(there.toInstant(), after)).toBe(true);
        const mornings = Array.from({ length: 32 }, (_, days) => there.subtract({ days: days + 1 }));
        expect(
          mornings.filter((morning) => isTime(frequency, morning) && isAfter(morning.toInstant(), after)),
        ).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

const now = at('2026-11-16T12:00:00');
const planned = (fields: Partial<ScheduledMessage> = {}, moment = now) => {
  const plan = scheduleMessage(message(fields), moment, berlin);
  if (typeof plan === 'string') return plan;
  return [inBerlin(plan.releaseAt), inBerlin(plan.expiresAt), plan.waitsForDigest];
};

describe('the schedule of a message', () => {
  test('without requested times starts now and lasts seven days', () => {
    expect(planned()).toEqual(['2026-11-16T12:00:00', '2026-11-23T12:00:00', false]);
  });

  test('of a code starts now and lasts five minutes', () => {
    expect(planned({ messageKind: 'one-time-password' })).toEqual([
      '2026-11-16T12:00:00',
      '2026-11-16T12:05:00',
      false,
    ]);
  });

  test('starts at the requested time, but not in the past', () => {
    expect(planned({ notBefore: at('2026-11-18T10:00') })).toEqual([
      '2026-11-18T10:00:00',
      '2026-11-25T10:00:00',
      false,
    ]);
    expect(planned({ notBefore: at('2026-11-10T10:00') })).toEqual([
      '2026-11-16T12:00:00',
      '2026-11-23T12:00:00',
      false,
    ]);
  });

  test('starts at the end of the quiet hours and lasts seven days from then', () => {
    expect(planned({ notBefore: at('2026-11-16T23:00') })).toEqual([
      '2026-11-17T07:00:00',
      '2026-11-24T07:00:00',
      false,
    ]);
  });

  test('lasts seven times 24 hours, regardless of clock changes', () => {
    expect(planned({ notBefore: undefined }, at('2026-10-24T12:00:00'))).toEqual([
      '2026-10-24T12:00:00',
      '2026-10-31T11:00:00',
      false,
    ]);
  });

  test('waits for its digest', () => {
    expect(planned({ frequency: 'P7D' })).toEqual(['2026-11-23T08:00:00', '2026-11-30T08:00:00', true]);
    expect(planned({ frequency: 'P1D', notBefore: at('2026-11-18T10:00') })).toEqual([
      '2026-11-19T08:00:00',
      '2026-11-26T08:00:00',
      true,
    ]);
  });

  test('does not wait for a digest that comes after its expiry', () => {
    const expires = at('2026-11-17T08:00:00');
    expect(planned({ frequency: 'P1D', expires })).toEqual([
      '2026-11-16T12:00:00',
      '2026-11-17T08:00:00',
      false,
    ]);
    const later = at('2026-11-17T08:00:01');
    expect(planned({ frequency: 'P1D', expires: later })).toEqual([
      '2026-11-17T08:00:00',
      '2026-11-17T08:00:01',
      true,
    ]);
  });

  test('ignores the quiet hours only if the message would expire before morning', () => {
    const night = at('2026-11-16T23:00:00');
    const begins = (expires: string) => planned({ expires: at(expires) }, night).at(0);
    expect(begins('2026-11-17T07:00:00')).toBe('2026-11-16T23:00:00');
    expect(begins('2026-11-17T07:00:01')).toBe('2026-11-17T07:00:00');
  });

  test('that cannot wait for the digest still waits for the morning', () => {
    const night = at('2026-11-16T23:00:00');
    expect(planned({ frequency: 'P1D', expires: at('2026-11-17T07:30:00') }, night)).toEqual([
      '2026-11-17T07:00:00',
      '2026-11-17T07:30:00',
      false,
    ]);
  });

  test.each<[string, Partial<ScheduledMessage>, string]>([
    ['expires in the past', { expires: at('2026-11-16T11:59:59') }, 'expired'],
    ['expires now', { expires: now }, 'expired'],
    ['expires after 90 days', { expires: now.add({ hours: 90 * 24, seconds: 1 }) }, 'too-far'],
    ['begins after 90 days', { notBefore: now.add({ hours: 90 * 24 }) }, 'never'],
    [
      'expires when it begins',
      { notBefore: at('2026-11-18T10:00'), expires: at('2026-11-18T10:00') },
      'never',
    ],
    [
      'expires before it begins',
      { notBefore: at('2026-11-18T10:00'), expires: at('2026-11-17T10:00') },
      'never',
    ],
  ])('is rejected when it %s', (_name, fields, refusal) => {
    expect(planned(fields)).toBe(refusal);
  });

  test('that starts late still ends after 90 days', () => {
    expect(planned({ notBefore: now.add({ hours: 84 * 24 }) })).toEqual([
      '2027-02-08T12:00:00',
      '2027-02-14T12:00:00',
      false,
    ]);
  });

  test('may last up to 90 days', () => {
    expect(planned({ expires: now.add({ hours: 90 * 24 }) })).toEqual([
      '2026-11-16T12:00:00',
      '2027-02-14T12:00:00',
      false,
    ]);
  });
});

/** Times within two years, many of them near clock changes and the limits of the quiet hours. */
function anyMoment(): fc.Arbitrary<Temporal.Instant> {
  const edges = [
    '2027-03-28T01:00:00Z',
    '2026-10-25T01:00:00Z',
    '2026-11-30T21:00:00Z',
    '2027-02-28T06:00:00Z',
  ];
  return fc
    .record({ base: fc.constantFrom(...edges), minutes: fc.integer({ min: -2_880, max: 2_880 }) })
    .map(({ base, minutes }) => Temporal.Instant.from(base).add({ minutes }));
}

function isAfter(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) > 0;
}

describe('any plan', () => {
  const minutes = (max: number) => fc.option(fc.integer({ min: -60, max }), { nil: undefined });
  const anyMessage = fc.record({
    messageKind: fc.constantFrom(...messageKinds),
    priority: fc.constantFrom(...priorities),
    urgency: fc.constantFrom(...urgencies),
    medium: fc.constantFrom(...contactMedia),
    frequency: fc.option(fc.constantFrom(...frequencies), { nil: undefined }),
    notBefore: minutes(3_000),
    expires: minutes(6_000),
  });
  const schedule = fc.record({ moment: anyMoment(), requested: anyMessage }).map(({ requested, moment }) => ({
    moment,
    requested: {
      ...requested,
      notBefore: requested.notBefore === undefined ? undefined : moment.add({ minutes: requested.notBefore }),
      expires: requested.expires === undefined ? undefined : moment.add({ minutes: requested.expires }),
    },
  }));
  const runs = { numRuns: 500 };
  const plans = schedule.map(({ requested, moment }) => ({
    requested,
    moment,
    plan: scheduleMessage(requested, moment, berlin),
  }));

  test('starts neither in the past nor before the requested time, and ends after its start', () => {
    fc.assert(
      fc.property(plans, ({ requested, moment, plan }) => {
        fc.pre(typeof plan !== 'string');
        expect(isAfter(moment, plan.releaseAt)).toBe(false);
        expect(isAfter(requested.notBefore ?? moment, plan.releaseAt)).toBe(false);
        expect(isAfter(plan.expiresAt, plan.releaseAt)).toBe(true);
        expect(isAfter(plan.expiresAt, moment.add({ hours: 90 * 24 }))).toBe(false);
        expect(plan.expiresAt).toEqual(requested.expires ?? plan.expiresAt);
      }),
      runs,
    );
  });

  test('respects the quiet hours, unless the message is exempt or would expire before morning', () => {
    fc.assert(
      fc.property(plans, ({ requested, plan }) => {
        fc.pre(typeof plan !== 'string');
        const { hour } = plan.releaseAt.toZonedDateTimeISO(berlin);
        const isNight = hour >= 22 || hour < 7;
        const mayWake =
          !['sms', 'push'].includes(requested.medium) ||
          ['one-time-password', 'security-notice'].includes(requested.messageKind) ||
          requested.priority === 'high' ||
          requested.urgency === 'urgent';
        const morning = nextMorning(plan.releaseAt);
        expect(isNight && !mayWake && isAfter(plan.expiresAt, morning)).toBe(false);
      }),
      runs,
    );
  });

  test('waits for a digest only if the preference has a frequency', () => {
    fc.assert(
      fc.property(plans, ({ requested, plan }) => {
        fc.pre(typeof plan !== 'string');
        expect(plan.waitsForDigest && requested.frequency === undefined).toBe(false);
      }),
      runs,
    );
  });

  test('is never rejected for an expiry that was not requested', () => {
    fc.assert(
      fc.property(plans, ({ requested, plan }) => {
        expect(typeof plan === 'string' && requested.expires === undefined).toBe(false);
      }),
      runs,
    );
  });
});

/** The next 07:00 after a time. */
function nextMorning(moment: Temporal.Instant): Temporal.Instant {
  const there = moment.toZonedDateTimeISO(berlin);
  const today = there.withPlainTime('07:00');
  return (there.hour < 7 ? today : today.add({ days: 1 })).toInstant();
}
