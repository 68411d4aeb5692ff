import { expect, test } from 'vitest';
import { actingForScopes, organizationIn, organizationOf, withoutOrganization } from './acting-for.ts';

test('a scope names an organization by its customer number', () => {
  expect(organizationIn('acting-for:1000000048')).toBe('1000000048');
  expect(organizationIn('acting-for:CIF-7')).toBe('CIF-7');
});

test.each([
  'acting-for',
  'acting-for:',
  'acting-for: 1',
  'acting-for:1 ',
  'acting-for:a_b',
  `acting-for:${'1'.repeat(36)}`,
  'ACTING-FOR:1',
  'x-acting-for:1',
  'acting-for:1:2',
  'mailbox',
  '',
])('the scope %j names none', (scope) => {
  expect(organizationIn(scope)).toBeUndefined();
});

test('the organization is found among other scopes, and left out of the text', () => {
  const scopes = ['openid', 'acting-for:1000000048', 'mailbox'];
  expect(organizationOf(scopes)).toBe('1000000048');
  expect(organizationOf(['openid', 'acting-for'])).toBeUndefined();
  expect(actingForScopes([...scopes, 'acting-for:2'])).toEqual(['acting-for:1000000048', 'acting-for:2']);
  expect(withoutOrganization(scopes.join(' '))).toBe('openid mailbox');
});
