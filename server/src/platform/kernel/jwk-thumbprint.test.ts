import { generateKeyPairSync } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK } from 'jose';
import { expect, test } from 'vitest';
import { jwkThumbprint } from './jwk-thumbprint.ts';

test('is that of the example of RFC 8037', () => {
  const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
  expect(jwkThumbprint({ x, kty: 'OKP', crv: 'Ed25519' })).toBe(
    'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  );
});

test('does not depend on the order of the members', () => {
  const members = { kty: 'EC', crv: 'P-256', x: 'a', y: 'b' };
  const reversed = Object.fromEntries(Object.entries(members).toReversed());
  expect(jwkThumbprint(reversed)).toBe(jwkThumbprint(members));
});

test('equals that of another implementation', async () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { kty = '', n = '', e = '' } = await exportJWK(publicKey);
  expect(jwkThumbprint({ kty, n, e })).toBe(await calculateJwkThumbprint({ kty, n, e }));
});
