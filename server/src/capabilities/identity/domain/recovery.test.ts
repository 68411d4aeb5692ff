import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  activationContact,
  isStale,
  mayRecover,
  opensCode,
  recoveryContact,
  temporaryMinutes,
} from './recovery.ts';
import { type UserProfile, userStates } from './user.ts';

const now = Temporal.Instant.from('2026-11-15T10:00:00Z');
const profile: UserProfile = {
  firstName: undefined,
  lastName: undefined,
  language: undefined,
  email: 'anna@example.com',
  phone: '+4915112345678',
  openEmail: 'new@example.com',
  openPhone: '+4915187654321',
};
const settled = { phoneCoolingOffUntil: undefined };

test('only users whom the bank has not stopped may recover', () => {
  expect(userStates.filter((state) => mayRecover({ state }))).toEqual(['pending', 'active']);
});

describe('right security answers', () => {
  const open = (answered: number | undefined, reset?: number, validMinutes = 15): boolean => {
    const ago = (minutes: number | undefined) =>
      minutes === undefined ? undefined : now.subtract({ minutes });
    return opensCode(
      { lastAnswerValidatedAt: ago(answered), lastPasswordResetAt: ago(reset) },
      { now, validMinutes },
    );
  };

  test('open a code for a short time', () => {
    expect([open(undefined), open(0), open(14), open(15), open(60 * 24)]).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  test('open one recovery, and nothing where the bank does not want them', () => {
    expect([open(10, 20), open(10, 10), open(10, 5)]).toEqual([true, false, false]);
    expect(open(0, undefined, 0)).toBe(false);
  });
});

describe('the contact of a recovery', () => {
  test('is the e-mail address unless requested otherwise, and what exists', () => {
    const choose = (requested: 'sms' | 'email' | undefined, more: Partial<UserProfile>): string | undefined =>
      recoveryContact({ profile: { ...profile, ...more }, ...settled }, requested, now)?.channel;
    expect([choose(undefined, {}), choose('email', {}), choose('sms', {})]).toEqual([
      'email',
      'email',
      'sms',
    ]);
    expect([choose(undefined, { email: undefined }), choose('email', { email: undefined })]).toEqual([
      'sms',
      'sms',
    ]);
    expect(choose('sms', { phone: undefined })).toBe('email');
    expect(choose('sms', { phone: undefined, email: undefined })).toBeUndefined();
  });

  test('is never an unverified contact, and never a number in its cooling-off period', () => {
    const text = fc.option(fc.constantFrom('proven'), { nil: undefined });
    const requested = fc.constantFrom('sms', 'email', undefined);
    fc.assert(
      fc.property(text, text, requested, fc.integer({ min: -48, max: 48 }), (email, phone, way, hours) => {
        const user = { profile: { ...profile, email, phone }, phoneCoolingOffUntil: now.add({ hours }) };
        const contact = recoveryContact(user, way, now);
        expect(contact === undefined || contact.details === 'proven').toBe(true);
        expect(contact?.channel === 'sms' && hours > 0).toBe(false);
        expect(contact === undefined).toBe(email === undefined && (phone === undefined || hours > 0));
      }),
    );
  });

  test('of an activation is the address on file, until it expires', () => {
    const open = { ...profile, email: undefined };
    expect(activationContact({ profile, openEmailAt: now }, now)?.details).toBe('anna@example.com');
    expect(activationContact({ profile: open, openEmailAt: now }, now)?.details).toBe('new@example.com');
    const old = now.subtract({ hours: 24 * 7 });
    expect(activationContact({ profile: open, openEmailAt: old }, now)).toBeUndefined();
  });
});

test('a temporary password is valid for an hour, by SMS for ten minutes', () => {
  expect([temporaryMinutes('email'), temporaryMinutes('activation'), temporaryMinutes('sms')]).toEqual([
    60, 60, 10,
  ]);
});

test('a request from an hour ago is not processed', () => {
  expect(isStale(now.subtract({ minutes: 59 }), now)).toBe(false);
  expect(isStale(now.subtract({ minutes: 60 }), now)).toBe(true);
});
