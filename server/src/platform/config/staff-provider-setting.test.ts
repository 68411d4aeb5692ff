import { Check } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { staffProviders } from './staff-provider-setting.ts';

const kind = staffProviders();
const least = {
  bank: '01',
  issuer: 'https://login.example/realms/staff',
  clientId: 'portico',
  key: 'file:/run/secrets/staff-01.jwk',
  claims: { employeeId: 'preferred_username', roles: 'realm_access.roles' },
  roles: { 'portico-operations': ['maintenance', 'monitoring'] },
};
const isGood = (change: object): boolean =>
  Check(kind.schema, kind.decode(JSON.stringify([{ ...least, ...change }])));

describe('a staff provider', () => {
  test('may be described by the minimum, or by everything', () => {
    expect(isGood({})).toBe(true);
    expect(
      isGood({
        assertionAudience: 'token-endpoint',
        scope: 'openid profile groups',
        claims: { employeeId: 'employee', unit: 'department', roles: 'https://bank.example/roles' },
        acr: { claim: 'acrs', askedBy: 'claims', values: { c1: 'sca' } },
        hosts: ['keys.login.example'],
        networks: ['10.0.0.0/8', 'fd00::/8'],
        ca: 'file:/etc/ssl/bank-ca.pem',
      }),
    ).toBe(true);
  });

  test.each<[string, object]>([
    ['an issuer without encryption', { issuer: 'http://login.example' }],
    ['an issuer with a query', { issuer: 'https://login.example?tenant=1' }],
    ['an invalid bank id', { bank: 'Bank One' }],
    ['no client', { clientId: '' }],
    ['an inline key', { key: '{"kty":"EC"}' }],
    ['no claim for the employee id', { claims: { roles: 'groups' } }],
    ['no claim for roles', { claims: { employeeId: 'sub' } }],
    ['an empty role mapping', { roles: {} }],
    ['a mapping to no roles', { roles: { ops: [] } }],
    ['an authentication class mapped to a too high assurance', { acr: { values: { gold: 'sca-linked' } } }],
    ['a scope without openid', { scope: 'profile' }],
    ['an invalid network', { networks: ['10.0.0.0'] }],
    ['a host with a port', { hosts: ['login.example:8443'] }],
    ['a secret', { clientSecret: 'x' }],
  ])('is refused with %s', (_what, change) => {
    expect(isGood(change)).toBe(false);
  });
});
