import { describe, expect, test } from 'vitest';
import { type ClaimedCustomer, type CustomerClaim, provesCustomer } from './customer-proof.ts';

const phone = '+4915112345678';
const claim: CustomerClaim = { phone, isEmailProven: true, isPhoneProven: true, users: [] };
const mobile = { method: 'mobile', details: phone, isVerified: true };
const customer: ClaimedCustomer = {
  isDeceased: false,
  isMerged: false,
  isRestricted: false,
  points: [mobile],
};

describe('a registration proves that it comes from the customer', () => {
  test('when all conditions hold', () => {
    expect(provesCustomer(claim, customer)).toBe(true);
    expect(provesCustomer({ ...claim, users: [{ state: 'closed' }, { state: 'pending' }] }, customer)).toBe(
      true,
    );
  });

  test.each<readonly [why: string, claim: Partial<CustomerClaim>, customer: Partial<ClaimedCustomer>]>([
    ['the e-mail address is not proven', { isEmailProven: false }, {}],
    ['the phone is not proven', { isPhoneProven: false }, {}],
    ['the phone is another one', { phone: '+4915112345679' }, {}],
    ['the mobile number is not verified', {}, { points: [{ ...mobile, isVerified: false }] }],
    ['the verified number is a landline', {}, { points: [{ ...mobile, method: 'landline' }] }],
    ['there are no contact points', {}, { points: [] }],
    ['the party is dead', {}, { isDeceased: true }],
    ['the party was merged', {}, { isMerged: true }],
    ['the party is restricted', {}, { isRestricted: true }],
    ['it has an active user', { users: [{ state: 'closed' }, { state: 'active' }] }, {}],
    ['it has a suspended user', { users: [{ state: 'suspended' }] }, {}],
  ])('but not when %s', (_, otherClaim, otherCustomer) => {
    expect(provesCustomer({ ...claim, ...otherClaim }, { ...customer, ...otherCustomer })).toBe(false);
  });
});
