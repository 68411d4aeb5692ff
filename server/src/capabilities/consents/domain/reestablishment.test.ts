import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { consentStatuses } from './consent.ts';
import {
  type ReestablishFacts,
  reestablishableUntil,
  refuseReestablishment,
  type WithdrawnConsent,
} from './reestablishment.ts';

const withdrawnAt = Temporal.Instant.from('2026-11-17T10:00:00Z');
const consent: WithdrawnConsent = {
  status: 'revokedByPsu',
  changedAt: withdrawnAt,
  endsAt: withdrawnAt.add({ hours: 240 }),
  withdrawnBy: 'usr_anna',
};
const facts: ReestablishFacts = {
  userId: 'usr_anna',
  now: withdrawnAt.add({ hours: 1 }),
  provenAt: withdrawnAt.add({ hours: 1 }),
  hours: 48,
  isOwnerPresent: true,
  areUsersActive: true,
  hasMandate: true,
  isReplaced: false,
};

test('a customer can re-establish what the same customer withdrew', () => {
  expect(refuseReestablishment(consent, facts)).toBeUndefined();
});

describe.each(consentStatuses)('a consent that is %s', (status) => {
  test('can be re-established only after a withdrawal', () => {
    const refused = refuseReestablishment({ ...consent, status }, facts);
    expect(refused).toBe(status === 'revokedByPsu' ? undefined : 'not-withdrawn');
  });
});

test.each<[string, Partial<WithdrawnConsent>, Partial<ReestablishFacts>]>([
  ['that the bank revoked', { withdrawnBy: undefined }, {}],
  ['that another user withdrew', { withdrawnBy: 'usr_bert' }, {}],
  ['that was never approved', { endsAt: undefined }, {}],
  ['at a bank that does not offer it', {}, { hours: 0 }],
])('a consent %s is not re-established', (_, ofConsent, ofFacts) => {
  expect(refuseReestablishment({ ...consent, ...ofConsent }, { ...facts, ...ofFacts })).toBe('not-withdrawn');
});

test('the last moment is before the hours of the bank are over, and before the end of the consent', () => {
  const after = (hours: number): string | undefined =>
    refuseReestablishment(consent, { ...facts, now: withdrawnAt.add({ hours }) });
  expect([after(47), after(48)]).toEqual([undefined, 'too-late']);
  const soon = { ...consent, endsAt: withdrawnAt.add({ minutes: 5 }) };
  expect(reestablishableUntil(soon, 'usr_anna', 48)?.toString()).toBe('2026-11-17T10:05:00Z');
  expect(refuseReestablishment(soon, { ...facts, now: withdrawnAt.add({ minutes: 5 }) })).toBe('too-late');
});

test.each<[Partial<ReestablishFacts>, string]>([
  [{ provenAt: withdrawnAt.subtract({ seconds: 1 }) }, 'not-proven'],
  [{ isOwnerPresent: false }, 'owner-gone'],
  [{ areUsersActive: false }, 'user-inactive'],
  [{ hasMandate: false }, 'mandate-lost'],
  [{ isReplaced: true }, 'replaced'],
])('with %j it is refused as %s', (changed, refusal) => {
  expect(refuseReestablishment(consent, { ...facts, ...changed })).toBe(refusal);
});
