import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  channelFor,
  confirmValidity,
  expiredBefore,
  isOver,
  openContact,
  provenContact,
  waitForStart,
  withOpenContact,
  withoutOpenContact,
  withProvenContact,
} from './contacts.ts';
import { contactKinds, isContactExpired, type User, userStates } from './user.ts';

const now = Temporal.Instant.from('2026-11-15T12:00:00Z');
const plain: User = {
  userId: 'usr_1',
  username: 'anna.k',
  kind: 'customer',
  customerNumber: undefined,
  state: 'active',
  profile: {
    firstName: 'Anna',
    lastName: undefined,
    language: 'de',
    email: undefined,
    phone: undefined,
    openEmail: undefined,
    openPhone: undefined,
  },
  openEmailAt: undefined,
  openPhoneAt: undefined,
  phoneCoolingOffUntil: undefined,
  termsVersion: '1',
  lastLoginAt: undefined,
  lastAnswerValidatedAt: undefined,
  lastPasswordResetAt: undefined,
  hintPictureId: undefined,
  profilePictureId: undefined,
  rowVersion: 1n,
  createdAt: now,
};

const someText = fc.option(fc.string({ minLength: 1 }), { nil: undefined });
const someUser = fc
  .record({
    email: someText,
    phone: someText,
    state: fc.constantFrom(...userStates),
    termsVersion: someText,
  })
  .map(
    ({ email, phone, ...more }): User => ({ ...plain, ...more, profile: { ...plain.profile, email, phone } }),
  );
const given = fc.record({ kind: fc.constantFrom(...contactKinds), value: fc.string({ minLength: 1 }) });

describe('a contact that waits for verification', () => {
  test('leaves the verified contact and the state unchanged', () => {
    fc.assert(
      fc.property(someUser, given, (user, { kind, value }) => {
        const open = withOpenContact(user, { kind, value, now });
        expect(openContact(open, kind)).toBe(value);
        expect(provenContact(open, kind)).toBe(provenContact(user, kind));
        expect(open.state).toBe(user.state);
        expect(withoutOpenContact(open, kind)).toEqual(withoutOpenContact(user, kind));
      }),
    );
  });

  test('replaces the verified one once it is verified', () => {
    fc.assert(
      fc.property(someUser, given, (user, { kind, value }) => {
        const open = withOpenContact(user, { kind, value, now });
        const proven = withProvenContact(open, { kind, value, now });
        expect(provenContact(proven, kind)).toBe(value);
        expect(openContact(proven, kind)).toBeUndefined();
        const other = kind === 'email' ? 'phone' : 'email';
        expect(provenContact(proven, other)).toBe(provenContact(user, other));
        const becomesActive = user.state === 'pending' && user.termsVersion !== undefined;
        expect(proven.state).toBe(becomesActive ? 'active' : user.state);
      }),
    );
  });

  test('starts the cooling-off period of a number only when it replaces another one', () => {
    const first = withProvenContact(plain, { kind: 'phone', value: '+491715550001', now });
    expect(first.phoneCoolingOffUntil).toBeUndefined();
    const second = withProvenContact(first, { kind: 'phone', value: '+491715550002', now });
    expect(second.phoneCoolingOffUntil?.since(now).total('hours')).toBe(24);
    const mail = withProvenContact(second, { kind: 'email', value: 'a@b.example', now });
    expect(mail.phoneCoolingOffUntil).toEqual(second.phoneCoolingOffUntil);
  });
});

describe('times of contacts', () => {
  test('codes by e-mail last longer than those by SMS', () => {
    expect([confirmValidity('email'), confirmValidity('phone')]).toEqual([{ minutes: 60 }, { minutes: 10 }]);
    expect([channelFor('email'), channelFor('phone')]).toEqual(['email', 'sms']);
  });

  test('a contact is hidden and removed at the same time', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), (seconds) => {
        const submittedAt = expiredBefore(now).add({ seconds });
        // At this very moment it is hidden already and is removed by the next run.
        expect(isContactExpired(submittedAt, now)).toBe(seconds <= 0);
      }),
    );
  });

  test('only a verification without a code makes others wait, and not for long', () => {
    const at = (secondsAgo: number, verificationId: string) => ({
      startedAt: now.subtract({ seconds: secondsAgo }),
      verificationId,
    });
    expect(waitForStart([], now)).toBeUndefined();
    expect(waitForStart([at(0, 'sent')], now)).toBeUndefined();
    expect(waitForStart([at(0, '')], now)).toBe(10);
    expect(waitForStart([at(9, ''), at(3, '')], now)).toBe(7);
    expect(waitForStart([at(10, '')], now)).toBeUndefined();
  });

  test('the last moment has expired', () => {
    expect(isOver(now, now)).toBe(true);
    expect(isOver(now.add({ milliseconds: 1 }), now)).toBe(false);
  });
});
