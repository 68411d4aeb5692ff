import { Check } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { loginProviders } from './login-provider-setting.ts';

const kind = loginProviders();
const least = {
  bank: '01',
  provider: 'google',
  issuer: 'https://accounts.example',
  clientId: 'portico',
  authentication: { method: 'none' },
  redirectUris: ['https://app.example/linked'],
};
const isGood = (change: object): boolean =>
  Check(kind.schema, kind.decode(JSON.stringify([{ ...least, ...change }])));

describe('a login provider', () => {
  test('may be described by the minimum, or by everything', () => {
    expect(isGood({})).toBe(true);
    expect(
      isGood({
        authentication: {
          method: 'private_key_jwt',
          key: 'file:/run/secrets/google-01.jwk',
          assertionAudience: 'token-endpoint',
        },
        redirectUris: ['https://app.example/linked', 'example.bank.app:/linked', 'https://app.example:8443/'],
        hosts: ['keys.accounts.example'],
        networks: ['10.0.0.0/8', 'fd00::/8'],
        ca: 'file:/etc/ssl/bank-ca.pem',
      }),
    ).toBe(true);
  });

  test.each(['client_secret_basic', 'client_secret_post'])(
    'may read a secret from a file, by %s',
    (method) => {
      expect(isGood({ authentication: { method, secretFile: 'file:/run/secrets/google-01' } })).toBe(true);
    },
  );

  test.each<[string, object]>([
    ['an invalid bank id', { bank: 'Bank One' }],
    ['an invalid provider name', { provider: 'Google Inc.' }],
    ['an issuer without encryption', { issuer: 'http://accounts.example' }],
    ['an issuer with a query', { issuer: 'https://accounts.example?tenant=1' }],
    ['no client', { clientId: '' }],
    ['no authentication', { authentication: undefined }],
    ['an unsupported method', { authentication: { method: 'client_secret_jwt', secretFile: 'file:/s' } }],
    ['an inline secret', { authentication: { method: 'client_secret_basic', secret: 'x' } }],
    ['a secret instead of its file', { authentication: { method: 'client_secret_post', secretFile: 'x' } }],
    ['a method without its secret', { authentication: { method: 'client_secret_basic' } }],
    ['a method without its key', { authentication: { method: 'private_key_jwt' } }],
    ['an inline key', { authentication: { method: 'private_key_jwt', key: '{"kty":"EC"}' } }],
    ['an unused secret', { authentication: { method: 'none', secretFile: 'file:/s' } }],
    ['no redirect address', { redirectUris: [] }],
    ['one address twice', { redirectUris: ['https://app.example/a', 'https://app.example/a'] }],
    ['an address without encryption', { redirectUris: ['http://app.example/linked'] }],
    ['an address with a query', { redirectUris: ['https://app.example/linked?to=x'] }],
    ['an address with a fragment', { redirectUris: ['https://app.example/linked#'] }],
    ['an address that is not in canonical form', { redirectUris: ['https://app.example'] }],
    ['an address with a scheme of the runtime', { redirectUris: ['javascript:alert(1)'] }],
    ['an invalid network', { networks: ['10.0.0.0'] }],
    ['a host with a port', { hosts: ['accounts.example:8443'] }],
    ['an unknown member', { scope: 'openid' }],
  ])('is refused with %s', (_what, change) => {
    expect(isGood(change)).toBe(false);
  });
});
