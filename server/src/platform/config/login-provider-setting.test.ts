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
  test('may be described by the least there is, or by all there is', () => {
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

  test.each(['client_secret_basic', 'client_secret_post'])('may take a secret in a file, by %s', (method) => {
    expect(isGood({ authentication: { method, secretFile: 'file:/run/secrets/google-01' } })).toBe(true);
  });

  test.each<[string, object]>([
    ['a bank that is none', { bank: 'Bank One' }],
    ['a provider that is no word', { provider: 'Google Inc.' }],
    ['an issuer without encryption', { issuer: 'http://accounts.example' }],
    ['an issuer with a query', { issuer: 'https://accounts.example?tenant=1' }],
    ['no client', { clientId: '' }],
    ['no authentication', { authentication: undefined }],
    ['a method nobody speaks', { authentication: { method: 'client_secret_jwt', secretFile: 'file:/s' } }],
    ['a secret in plain sight', { authentication: { method: 'client_secret_basic', secret: 'x' } }],
    ['a secret instead of its file', { authentication: { method: 'client_secret_post', secretFile: 'x' } }],
    ['a method without its secret', { authentication: { method: 'client_secret_basic' } }],
    ['a method without its key', { authentication: { method: 'private_key_jwt' } }],
    ['a key in plain sight', { authentication: { method: 'private_key_jwt', key: '{"kty":"EC"}' } }],
    ['a secret for nothing', { authentication: { method: 'none', secretFile: 'file:/s' } }],
    ['nowhere to go back to', { redirectUris: [] }],
    ['one address twice', { redirectUris: ['https://app.example/a', 'https://app.example/a'] }],
    ['an address without encryption', { redirectUris: ['http://app.example/linked'] }],
    ['an address with a query', { redirectUris: ['https://app.example/linked?to=x'] }],
    ['an address with a fragment', { redirectUris: ['https://app.example/linked#'] }],
    ['an address that is sent otherwise', { redirectUris: ['https://app.example'] }],
    ['an address of the runtime', { redirectUris: ['javascript:alert(1)'] }],
    ['a network that is none', { networks: ['10.0.0.0'] }],
    ['a host with a port', { hosts: ['accounts.example:8443'] }],
    ['something nobody reads', { scope: 'openid' }],
  ])('is refused with %s', (_what, change) => {
    expect(isGood(change)).toBe(false);
  });
});
