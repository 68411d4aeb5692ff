import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Money } from '#platform/kernel/money.ts';
import { contactMedia, frequencies } from './literals.ts';
import {
  groupIds,
  type NotificationGroup,
  notificationGroup,
  notificationGroups,
} from './notification-groups.ts';
import {
  changedPreference,
  describePreference,
  effectivePreference,
  isChange,
  type PreferenceRequest,
  passesThreshold,
  preferenceViews,
  type StoredPreference,
} from './preferences.ts';

const euros = (amount: bigint): Money => ({ minor: amount * 100n, currency: 'EUR' });
const lowBalance = notificationGroup('low-balance');
const incoming = notificationGroup('incoming-payment');
const security = notificationGroup('security');

function stored(fields: Partial<StoredPreference> = {}): StoredPreference {
  return {
    groupId: 'incoming-payment',
    accountId: undefined,
    threshold: undefined,
    frequency: undefined,
    mediaOn: ['email'],
    mediaOff: ['sms', 'push', 'mailbox', 'letter'],
    ...fields,
  };
}

function decided(
  group: NotificationGroup,
  request: Omit<PreferenceRequest, 'groupId'>,
  before: readonly StoredPreference[] = [],
) {
  return changedPreference(group, before, { groupId: group.groupId, ...request });
}

const accounts = fc.constantFrom(undefined, 'a-1', 'a-2');
const money = fc.record({ minor: fc.bigInt(0n, 10_000_000n), currency: fc.constantFrom('EUR', 'USD') });
const anyStored: fc.Arbitrary<StoredPreference> = fc
  .record({
    groupId: fc.constantFrom(...groupIds),
    accountId: accounts,
    threshold: fc.option(money, { nil: undefined }),
    frequency: fc.option(fc.constantFrom(...frequencies), { nil: undefined }),
    sides: fc.array(fc.constantFrom('on', 'off', 'unsaid'), {
      minLength: contactMedia.length,
      maxLength: contactMedia.length,
    }),
  })
  .map(({ sides, ...rest }) => ({
    ...rest,
    mediaOn: contactMedia.filter((_, index) => sides[index] === 'on'),
    mediaOff: contactMedia.filter((_, index) => sides[index] === 'off'),
  }));
const anyRequest = fc.record(
  {
    accountId: fc.constantFrom('a-1', 'a-2'),
    threshold: fc.option(money, { nil: null }),
    frequency: fc.option(fc.constantFrom(...frequencies), { nil: null }),
    turnedOn: fc.subarray(['email', 'sms'] as const),
    turnedOff: fc.subarray(['push', 'mailbox', 'letter'] as const),
  },
  { requiredKeys: [] },
);

describe('the effective preference', () => {
  test('is the default of the group without a stored preference', () => {
    expect(effectivePreference(lowBalance, [], undefined)).toEqual({
      mediaOn: ['email', 'push'],
      mediaOff: ['sms', 'mailbox', 'letter'],
      threshold: euros(100n),
      frequency: undefined,
      isMandatory: false,
    });
  });

  test('is that of the account before that of all accounts', () => {
    const all = stored({ threshold: euros(5n), frequency: 'P1D' });
    const one = stored({ accountId: 'a-1', mediaOn: ['sms'], mediaOff: ['email'], frequency: 'P7D' });
    const other = stored({ groupId: 'outgoing-payment', mediaOn: ['letter'], mediaOff: [] });
    expect(effectivePreference(incoming, [other, all, one], 'a-1')).toMatchObject({
      mediaOn: ['sms', 'push'],
      threshold: undefined,
      frequency: 'P7D',
    });
    for (const account of [undefined, 'a-2'])
      expect(effectivePreference(incoming, [other, one, all], account)).toMatchObject({
        mediaOn: ['email'],
        threshold: euros(5n),
        frequency: 'P1D',
      });
  });

  test('never turns off the mailbox of a mandatory group, and has no threshold or frequency there', () => {
    const mandatory = notificationGroups.filter(({ isMandatory }) => isMandatory);
    expect(mandatory).toEqual([security]);
    fc.assert(
      fc.property(fc.array(anyStored, { maxLength: 20 }), accounts, (all, account) => {
        const preference = effectivePreference(security, all, account);
        expect(preference.mediaOn).toContain('mailbox');
        expect(preference.mediaOff).not.toContain('mailbox');
        expect(preference).toMatchObject({ threshold: undefined, frequency: undefined, isMandatory: true });
      }),
    );
  });

  test('lists every medium exactly once, as on or off', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...notificationGroups),
        fc.array(anyStored, { maxLength: 20 }),
        accounts,
        (group, all, account) => {
          const { mediaOff, mediaOn } = effectivePreference(group, all, account);
          expect([...mediaOn, ...mediaOff].toSorted()).toEqual([...contactMedia].toSorted());
        },
      ),
    );
  });
});

describe('the threshold', () => {
  const withThreshold = effectivePreference(incoming, [stored({ threshold: euros(50n) })], undefined);
  test.each([
    [49n, false],
    [50n, true],
    [51n, true],
  ])('notifies of a payment of %d euros: %s', (amount, isNotified) => {
    expect(passesThreshold(incoming, withThreshold, euros(amount))).toBe(isNotified);
  });

  test.each([
    [49n, true],
    [50n, false],
    [-3n, true],
  ])('notifies of a balance of %d euros: %s', (amount, isNotified) => {
    const low = effectivePreference(
      lowBalance,
      [stored({ groupId: 'low-balance', threshold: euros(50n) })],
      undefined,
    );
    expect(passesThreshold(lowBalance, low, euros(amount))).toBe(isNotified);
  });

  test('does not suppress amounts that cannot be compared', () => {
    expect(passesThreshold(incoming, withThreshold, undefined)).toBe(true);
    expect(passesThreshold(incoming, withThreshold, { minor: 1n, currency: 'USD' })).toBe(true);
    expect(passesThreshold(incoming, effectivePreference(incoming, [stored()], undefined), euros(0n))).toBe(
      true,
    );
  });

  test('does not suppress mandatory notifications', () => {
    expect(passesThreshold(security, { ...withThreshold, isMandatory: true }, euros(0n))).toBe(true);
  });
});

describe('a preference change', () => {
  test('changes the given members and keeps the rest', () => {
    expect(decided(lowBalance, { turnedOn: ['sms'], turnedOff: ['push'] })).toEqual({
      groupId: 'low-balance',
      accountId: undefined,
      threshold: euros(100n),
      frequency: undefined,
      mediaOn: ['email', 'sms'],
      mediaOff: ['push', 'mailbox', 'letter'],
    });
    expect(decided(lowBalance, { threshold: euros(7n), frequency: 'P1M' })).toMatchObject({
      mediaOn: ['email', 'push'],
      threshold: euros(7n),
      frequency: 'P1M',
    });
  });

  test('clears by null', () => {
    const before = [stored({ threshold: euros(1n), frequency: 'P1D' })];
    expect(decided(incoming, { threshold: null }, before)).toMatchObject({
      threshold: undefined,
      frequency: 'P1D',
    });
    expect(decided(incoming, { frequency: null }, before)).toMatchObject({
      threshold: euros(1n),
      frequency: undefined,
    });
  });

  test('for one account starts from the effective preference of the account', () => {
    const before = [stored({ threshold: euros(1n) })];
    expect(decided(incoming, { accountId: 'a-1', turnedOn: ['push'] }, before)).toMatchObject({
      accountId: 'a-1',
      threshold: euros(1n),
      mediaOn: ['email', 'push'],
    });
  });

  test.each([
    ['turn the mailbox off', { turnedOff: ['mailbox'] }],
    ['turn everything off', { turnedOff: contactMedia }],
    ['weigh', { threshold: euros(1n) }],
    ['gather', { frequency: 'P1D' }],
  ] satisfies [string, Omit<PreferenceRequest, 'groupId'>][])(
    'cannot %s in a mandatory group',
    (_, request) => {
      expect(decided(security, request)).toBe('preference-not-changeable');
    },
  );

  test('chooses the media beside the mailbox in a mandatory group', () => {
    const request = {
      turnedOff: ['email', 'sms', 'push'],
      turnedOn: ['letter'],
      threshold: null,
      frequency: null,
    } as const;
    expect(decided(security, request)).toMatchObject({ mediaOn: ['mailbox', 'letter'] });
  });

  test('turns everything off if the group is optional', () => {
    expect(decided(incoming, { turnedOff: contactMedia })).toMatchObject({
      mediaOn: [],
      mediaOff: contactMedia,
    });
  });

  test('is satisfied once it is stored, and changes nothing when repeated', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...notificationGroups.filter(({ isMandatory }) => !isMandatory)),
        fc.array(anyStored, { maxLength: 10 }),
        anyRequest,
        (group, all, request) => {
          const once = decided(group, request, all);
          if (typeof once === 'string') throw new Error(once);
          const others = all.filter(
            (one) => one.groupId !== group.groupId || one.accountId !== request.accountId,
          );
          expect(decided(group, request, [...others, once])).toEqual(once);
          const holds = effectivePreference(group, [...others, once], request.accountId);
          expect(holds.mediaOn).toEqual(expect.arrayContaining([...(request.turnedOn ?? [])]));
          expect(holds.mediaOff).toEqual(expect.arrayContaining([...(request.turnedOff ?? [])]));
          expect(holds.threshold).toEqual(once.threshold);
        },
      ),
    );
  });

  test.each([
    [{}, false],
    [{ turnedOn: [], turnedOff: [] }, false],
    [{ threshold: null }, true],
    [{ frequency: null }, true],
    [{ turnedOff: ['sms'] }, true],
    [{ turnedOn: ['sms'] }, true],
  ] satisfies [Omit<PreferenceRequest, 'groupId'>, boolean][])(
    '%j requests a change: %s',
    (request, isSomething) => {
      expect(isChange({ groupId: 'security', ...request })).toBe(isSomething);
    },
  );
});

describe('shown preferences', () => {
  test('are one per group, and one per account in the order of accounts', () => {
    const all = [
      stored({ accountId: 'b' }),
      stored({ accountId: 'a', mediaOn: ['letter'], mediaOff: [] }),
      stored({ groupId: 'mailbox' }),
    ];
    const shown = preferenceViews([incoming, notificationGroup('mailbox')], all);
    expect(shown.map(({ accountId, groupId, isDefault }) => [groupId, accountId, isDefault])).toEqual([
      ['incoming-payment', undefined, true],
      ['incoming-payment', 'a', false],
      ['incoming-payment', 'b', false],
      ['mailbox', undefined, false],
    ]);
    expect(shown[1]?.mediaOn).toEqual(['push', 'letter']);
  });

  test('are formatted in one line for the audit trail', () => {
    expect(describePreference(stored({ threshold: euros(5n), frequency: 'P7D' }))).toBe('email 5.00 EUR P7D');
    expect(describePreference(stored({ mediaOn: [] }))).toBe('');
  });
});
