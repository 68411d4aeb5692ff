import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countryOf,
  dayAt,
  entryWith,
  now,
  pointWith,
  postalWith,
  preferenceWith,
  ruleContextWith,
  today,
} from '../testing/fact-samples.suite.ts';
import type { ContactPointChange, NewContactPoint } from './changes.ts';
import {
  addContactPoint,
  addressKey,
  type ContactPointResult,
  changeContactPoint,
  isCurrent,
  sortedForReading,
} from './contact-points.ts';
import type { ContactAddress, ContactPoint } from './facts.ts';
import { type ContactMethod, contactMethods, contactUsages } from './literals.ts';
import { contactPointsMax } from './policy.ts';

const free = { ...ruleContextWith(), hasOpenProduct: false };

function doneBy(contacted: ContactPointResult): readonly ContactPoint[] {
  assert(contacted.kind === 'done', contacted.kind);
  return contacted.points;
}

function changedBy(
  points: readonly ContactPoint[],
  id: string,
  change: ContactPointChange,
): ContactPointResult {
  const current = points.find((point) => point.id === id);
  assert(current !== undefined);
  return changeContactPoint(points, current, { change, context: free });
}

/** Returns an address of the method; the same number is the same address, in one of two spellings. */
function addressOf(method: ContactMethod, number: number, spelling: 'plain' | 'loud'): ContactAddress {
  const spelt = (text: string): string => (spelling === 'plain' ? text : text.toUpperCase());
  switch (method) {
    case 'postal':
      return postalWith({ streetName: spelt(`street ${number}`) });
    case 'landline':
    case 'mobile':
    case 'fax':
      return { kind: 'phone', number: `+3161234567${number}` };
    case 'email':
      return { kind: 'email', value: spelt(`ana${number}@example.org`) };
    case 'web':
      return { kind: 'web', value: `https://example.org/${number}` };
    case 'social':
      return { kind: 'social', provider: spelt('mastodon'), value: spelt(`@ana${number}`) };
  }
}

interface Step {
  readonly kind: 'add' | 'change' | 'verify';
  readonly requested: NewContactPoint;
  readonly target: number;
}

const anyStep: fc.Arbitrary<Step> = fc
  .record({
    kind: fc.constantFrom('add' as const, 'add' as const, 'change' as const, 'verify' as const),
    method: fc.constantFrom(...contactMethods.slice(0, 5)),
    usage: fc.option(fc.constantFrom(...contactUsages), { nil: undefined }),
    number: fc.nat(4),
    spelling: fc.constantFrom('plain' as const, 'loud' as const),
    target: fc.nat(30),
  })
  .map(({ kind, method, number, spelling, target, usage }) => ({
    kind,
    target,
    requested: {
      method,
      address: addressOf(method, number, spelling),
      ...(usage === undefined ? {} : { usage }),
    },
  }));

/** The new address of a point is always of its own method. */
function changeFor({ method }: ContactPoint, { requested }: Step): ContactPointChange {
  const { address, usage } = requested;
  return { ...(usage === undefined ? {} : { usage }), ...(requested.method === method ? { address } : {}) };
}

/** Returns the points after a step, and whether the step was accepted. */
function pointsAfter(
  points: readonly ContactPoint[],
  step: Step,
  context: typeof free,
): readonly ContactPoint[] {
  const current = points[step.target % Math.max(points.length, 1)];
  if (step.kind === 'add' || current === undefined) {
    const contacted = addContactPoint(points, step.requested, context);
    return contacted.kind === 'done' ? contacted.points : points;
  }
  if (step.kind === 'verify')
    return points.map((point) => (point === current ? { ...point, isVerified: true } : point));
  const contacted = changeContactPoint(points, current, {
    change: changeFor(current, step),
    context,
  });
  return contacted.kind === 'done' ? contacted.points : points;
}

describe('after any steps', () => {
  const anySteps = fc.array(anyStep, { maxLength: 60, size: 'max' });

  function following(check: (before: readonly ContactPoint[], after: readonly ContactPoint[]) => void): void {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const context = { ...ruleContextWith(), hasOpenProduct: false };
        let points: readonly ContactPoint[] = [];
        for (const step of steps) {
          const after = pointsAfter(points, step, context);
          check(points, after);
          points = after;
        }
      }),
      { numRuns: 200 },
    );
  }

  test('each method has at most one primary point', () => {
    following((_, after) => {
      const primary = after.filter(({ usage }) => usage === 'primary').map(({ method }) => method);
      expect(new Set(primary).size).toBe(primary.length);
    });
  });

  test('there are never too many, ids are unique and ascending', () => {
    let most = 0;
    following((_, after) => {
      const ids = after.map(({ id }) => id);
      most = Math.max(most, ids.length);
      expect(ids.length).toBeLessThanOrEqual(contactPointsMax);
      expect(ids).toEqual([...new Set(ids)].toSorted());
    });
    expect(most).toBe(contactPointsMax);
  });

  test('no point is lost, and none changes its id or method', () => {
    following((before, after) => {
      const methods = new Map(after.map(({ id, method }) => [id, method]));
      for (const { id, method } of before) expect(methods.get(id)).toBe(method);
    });
  });

  test('only a point whose address stayed the same is still verified', () => {
    following((before, after) => {
      const earlier = new Map(before.map((point) => [point.id, point]));
      const moved = after.filter(({ address, id }) => {
        const point = earlier.get(id);
        return point === undefined || addressKey(point.address) !== addressKey(address);
      });
      expect(moved.filter(({ isVerified }) => isVerified)).toEqual([]);
      const lost = after.filter(({ id, isVerified }) => earlier.get(id)?.isVerified === true && !isVerified);
      expect(lost.filter((point) => !moved.includes(point))).toEqual([]);
    });
  });
});

describe('a new contact point', () => {
  const mail = (value: string): NewContactPoint => ({ method: 'email', address: { kind: 'email', value } });

  test('is the primary one of its method, not verified, with only the members that were sent', () => {
    const contacted = addContactPoint([], mail('ana@example.org'), {
      ...ruleContextWith(),
      hasOpenProduct: false,
    });
    expect(contacted).toStrictEqual({
      kind: 'done',
      id: 'id-00001',
      points: [
        {
          id: 'id-00001',
          method: 'email',
          usage: 'primary',
          address: { kind: 'email', value: 'ana@example.org' },
          isVerified: false,
        },
      ],
    });
  });

  test.each([
    ['another of the method', [pointWith()], undefined, ['primary', 'other']],
    ['the first of its method', [pointWith({ method: 'mobile' })], undefined, ['primary', 'primary']],
    ['beside one that is not primary', [pointWith({ usage: 'work' })], undefined, ['work', 'primary']],
    ['a new primary one', [pointWith()], 'primary' as const, ['other', 'primary']],
    ['of another usage', [pointWith()], 'work' as const, ['primary', 'work']],
  ])('%s', (_what, points, usage, usages) => {
    const context = { ...free, nextId: () => 'point-2' };
    const requested = { ...mail('eva@example.org'), ...(usage === undefined ? {} : { usage }) };
    expect(doneBy(addContactPoint(points, requested, context)).map((point) => point.usage)).toEqual(usages);
  });

  test('with the same address for the same use is rejected, in any spelling', () => {
    const points = [pointWith({ usage: 'work' })];
    const again = { ...mail('ANA@Example.org'), usage: 'work' as const };
    const refusal = { kind: 'refused', refusal: 'contact-point-already-registered' };
    expect(addContactPoint(points, again, free)).toEqual(refusal);
    expect(addContactPoint(points, { ...again, usage: 'home' }, free).kind).toBe('done');
  });

  test('is rejected when there are twenty, but a repeated one is reported as existing', () => {
    const points = Array.from({ length: contactPointsMax }, (_, index) =>
      pointWith({
        id: `point-${index}`,
        usage: 'other',
        address: { kind: 'email', value: `a${index}@b.org` },
      }),
    );
    expect(contactPointsMax).toBe(20);
    expect(addContactPoint(points, mail('new@example.org'), free)).toEqual({
      kind: 'refused',
      refusal: 'contact-point-limit-reached',
    });
    expect(addContactPoint(points, { ...mail('a3@b.org'), usage: 'other' }, free)).toEqual({
      kind: 'refused',
      refusal: 'contact-point-already-registered',
    });
    expect(addContactPoint(points.slice(1), mail('new@example.org'), free).kind).toBe('done');
  });

  test('has its days and preferences, unless a preference is rejected', () => {
    const requested: NewContactPoint = {
      ...mail('eva@example.org'),
      usage: 'temporary',
      validFrom: today,
      validUntil: dayAt(9),
      preference: { optOuts: [{ purpose: 'payment-management' }] },
    };
    expect(doneBy(addContactPoint([], requested, free))).toMatchObject([
      {
        usage: 'temporary',
        validFrom: today,
        validUntil: dayAt(9),
        preference: {
          optIns: [],
          optOuts: [{ purpose: 'payment-management', since: now, channel: 'branch' }],
        },
      },
    ]);
    expect(addContactPoint([], requested, { ...free, hasOpenProduct: true })).toEqual({
      kind: 'refused',
      refusal: 'preference-not-changeable',
    });
  });
});

describe('a change of a contact point', () => {
  const [first, second] = [
    pointWith({ id: 'a', validFrom: dayAt(-9), validUntil: dayAt(9) }),
    pointWith({ id: 'b', usage: 'work', address: { kind: 'email', value: 'eva@example.org' } }),
  ];
  const points = [first, second];

  test('leaves absent members and clears those that are null', () => {
    expect(doneBy(changedBy(points, 'a', {}))).toStrictEqual(points);
    const { validUntil: _, ...open } = first;
    expect(doneBy(changedBy(points, 'a', { validUntil: null, validFrom: today }))).toStrictEqual([
      { ...open, validFrom: today },
      second,
    ]);
  });

  test('to another address must be verified again, to another spelling not', () => {
    const moved = changedBy(points, 'a', { address: { kind: 'email', value: 'ana@example.com' } });
    const spelt = changedBy(points, 'a', { address: { kind: 'email', value: 'Ana@example.org' } });
    expect(doneBy(moved)[0]).toMatchObject({ isVerified: false, address: { value: 'ana@example.com' } });
    expect(doneBy(spelt)[0]).toMatchObject({ isVerified: true, address: { value: 'Ana@example.org' } });
  });

  test('that makes it primary makes the old primary one an ordinary one', () => {
    expect(doneBy(changedBy(points, 'b', { usage: 'primary' })).map(({ usage }) => usage)).toEqual([
      'other',
      'primary',
    ]);
    expect(doneBy(changedBy(points, 'a', { usage: 'primary' })).map(({ usage }) => usage)).toEqual([
      'primary',
      'work',
    ]);
  });

  test('to the address of another one is rejected', () => {
    const twin = changedBy(points, 'a', {
      usage: 'work',
      address: { kind: 'email', value: 'EVA@example.org' },
    });
    expect(twin).toEqual({ kind: 'refused', refusal: 'contact-point-already-registered' });
  });

  test('of preferences keeps earlier choices, and is rejected where it is not allowed', () => {
    const withPreference = [
      pointWith({ id: 'a', preference: preferenceWith({ optIns: [entryWith('survey')] }) }),
    ];
    const preference = { optIns: [{ purpose: 'survey' as const }] };
    expect(doneBy(changedBy(withPreference, 'a', { preference }))).toEqual(withPreference);
    const change = { preference: { optOuts: [{ purpose: 'service-provision' as const }] } };
    const bound = { ...free, hasOpenProduct: true };
    expect(changeContactPoint(points, first, { change, context: bound })).toEqual({
      kind: 'refused',
      refusal: 'preference-not-changeable',
    });
  });
});

describe('the period of a changed contact point', () => {
  const lasting = pointWith({ id: 'a', usage: 'home' });
  const address: ContactAddress = { kind: 'email', value: 'eva@example.org' };
  const passing = pointWith({ id: 'b', usage: 'temporary', address, validUntil: dayAt(9) });

  // The contract checks the body alone; only here it is combined with the recorded period.
  test.each<[string, string, ContactPointChange]>([
    ['made temporary without an end', 'a', { usage: 'temporary' }],
    ['temporary and cleared of its end', 'b', { validUntil: null }],
    ['started after the recorded end', 'b', { validFrom: dayAt(10) }],
  ])('is rejected when it is %s', (_what, id, change) => {
    expect(changedBy([lasting, passing], id, change).kind).not.toBe('done');
  });

  test.each<[string, string, ContactPointChange]>([
    ['made temporary with an end', 'a', { usage: 'temporary', validUntil: dayAt(9) }],
    ['made permanent and cleared of its end', 'b', { usage: 'home', validUntil: null }],
    ['started on its last day', 'b', { validFrom: dayAt(9) }],
  ])('is accepted when it is %s', (_what, id, change) => {
    expect(changedBy([lasting, passing], id, change).kind).toBe('done');
  });
});

test.each([
  [undefined, undefined, true],
  [0, 0, true],
  [1, undefined, false],
  [undefined, -1, false],
  [-1, 1, true],
])('a point from day %s to day %s is valid today: %s', (from, until, isHeld) => {
  const days = {
    ...(from === undefined ? {} : { validFrom: dayAt(from) }),
    ...(until === undefined ? {} : { validUntil: dayAt(until) }),
  };
  expect(isCurrent(pointWith(days), today)).toBe(isHeld);
});

test('points are sorted by primary first, then by usage, then by age', () => {
  const sorted = contactUsages.flatMap((usage) =>
    ['a', 'b'].map((id) => pointWith({ usage, id: usage + id })),
  );
  fc.assert(
    fc.property(fc.shuffledSubarray(sorted), (some) => {
      expect(sortedForReading(some)).toEqual(sorted.filter((point) => some.includes(point)));
    }),
  );
});

describe('an address', () => {
  const social = (provider: string, value: string): ContactAddress => ({ kind: 'social', provider, value });
  const phone = (number: string, extension?: string): ContactAddress => ({
    kind: 'phone',
    number,
    ...(extension === undefined ? {} : { extension }),
  });
  const labelled = (label: string): ContactAddress => ({
    kind: 'postal',
    label,
    townName: 'Amsterdam',
    country: countryOf('NL'),
  });

  test.each<[string, ContactAddress, ContactAddress]>([
    [
      'mail in capitals',
      { kind: 'email', value: 'Ana@Example.ORG' },
      { kind: 'email', value: 'ana@example.org' },
    ],
    ['account with a sign before it', social('X', '@Ana'), social('x', 'ana')],
    ['address with a label beside it', postalWith({ label: 'Somewhere' }), postalWith()],
    ['address with coordinates', postalWith({ coordinates: { lat: 52, long: 5 } }), postalWith()],
    ['street in capitals', postalWith({ streetName: 'DAMRAK' }), postalWith()],
    ['town in capitals', postalWith({ townName: 'AMSTERDAM' }), postalWith()],
    ['label in capitals', labelled('DAMRAK 1'), labelled('Damrak 1')],
  ])('%s is the same one', (_what, one, other) => {
    expect(addressKey(one)).toBe(addressKey(other));
  });

  test.each<[string, ContactAddress, ContactAddress]>([
    ['another building', postalWith({ buildingNumber: '2' }), postalWith()],
    ['the same street elsewhere', postalWith({ townName: 'Utrecht' }), postalWith()],
    ['another label', labelled('Damrak 2'), labelled('Damrak 1')],
    ['an extension', phone('+31201234567', '12'), phone('+31201234567')],
    ['another network', social('x', 'ana'), social('y', 'ana')],
    [
      'a web address equal to an e-mail address',
      { kind: 'web', value: 'a@b.org' },
      { kind: 'email', value: 'a@b.org' },
    ],
  ])('%s is another one', (_what, one, other) => {
    expect(addressKey(one)).not.toBe(addressKey(other));
  });
});
