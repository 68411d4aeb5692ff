import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createVault, type Vault } from '#platform/crypto/vault.ts';
import { signingKeyEncryptionContext } from '../store/signing-key-encryption.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import { createTestClient, type TestClient } from '../testing/test-client.suite.ts';
import { obtainOwnToken, outcomeOf } from '../testing/test-tokens.suite.ts';

const masterKey = randomBytes(32);
let app: ServerTestApp;
let client: TestClient;
beforeAll(async () => {
  app = await createServerTestApp({ masterKey });
  client = await createTestClient(app);
  await app.database.query('create table kept as select * from oauth.signing_key');
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await app.database.query('delete from oauth.signing_key');
  await app.database.query('insert into oauth.signing_key select * from kept');
  await app.server.refresh();
});

/** Starts a new instance, which decrypts every key that it finds. */
const start = (): Promise<void> => app.startedAnew().refresh();

interface KeyRow {
  readonly keyId: string;
  readonly publicKey: unknown;
  readonly privateKey: unknown;
  readonly vault?: Vault;
  readonly place?: string;
}

/** Replaces the bank's key for access tokens. */
async function replaceKey({
  keyId,
  place = keyId,
  privateKey,
  publicKey,
  vault = app.signingKeyVault,
}: KeyRow): Promise<void> {
  await app.database.query(
    `update oauth.signing_key set key_id = $1, public_key = $2, sealed_private_key = $3
      where bank_id = '01' and token_class = 'access-token'`,
    [
      keyId,
      JSON.stringify(publicKey),
      vault.seal(signingKeyEncryptionContext('01', place), Buffer.from(JSON.stringify(privateKey))),
    ],
  );
}

async function newKey(): Promise<{ keyId: string; publicKey: object; privateKey: object }> {
  const pair = await generateKeyPair('ES256', { extractable: true });
  const keyId = await calculateJwkThumbprint(pair.publicKey);
  return { keyId, publicKey: await exportJWK(pair.publicKey), privateKey: await exportJWK(pair.privateKey) };
}

describe('an invalid signing key row', () => {
  it('does not exist: then the start succeeds', async () => {
    await expect(start()).resolves.toBeUndefined();
    await replaceKey(await newKey());
    await expect(start()).resolves.toBeUndefined();
  });

  it("aborts the start if it is an RSA key, such as the library's development key", async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const own = await newKey();
    await replaceKey({ ...own, privateKey: privateKey.export({ format: 'jwk' }) });
    await expect(start()).rejects.toThrow(`signing key ${own.keyId} is not an EC key on P-256`);
    const keyId = await calculateJwkThumbprint(await exportJWK(publicKey));
    await replaceKey({
      keyId,
      publicKey: publicKey.export({ format: 'jwk' }),
      privateKey: privateKey.export({ format: 'jwk' }),
    });
    await expect(start()).rejects.toThrow(keyId);
  });

  it('aborts the start if its key id does not match its key', async () => {
    const [one, other] = [await newKey(), await newKey()];
    await replaceKey({ ...one, privateKey: other.privateKey });
    await expect(start()).rejects.toThrow(`signing key ${one.keyId} does not match its key id`);
    await replaceKey({ ...one, privateKey: 'text' });
    await expect(start()).rejects.toThrow(`signing key ${one.keyId} is not an EC key on P-256`);
    await replaceKey({ ...one, privateKey: one.publicKey });
    await expect(start()).rejects.toThrow(`signing key ${one.keyId} is not an EC key on P-256`);
  });

  it('aborts start and refresh if another key is published under its key id', async () => {
    const [one, other] = [await newKey(), await newKey()];
    await replaceKey(one);
    await start();
    await app.server.refresh();
    await app.database.query(
      "update oauth.signing_key set public_key = $1 where bank_id = '01' and token_class = 'access-token'",
      [JSON.stringify({ ...other.publicKey, kid: one.keyId })],
    );
    await expect(start()).rejects.toThrow(`signing key ${one.keyId} does not match its published key`);
    await expect(app.server.refresh()).rejects.toThrow(
      `signing key ${one.keyId} does not match its published key`,
    );
  });

  it('aborts the start if it is encrypted with another master key, or in another context', async () => {
    const own = await newKey();
    const cannot = `cannot decrypt signing key ${own.keyId} of bank 01 with the configured master keys`;
    await replaceKey({ ...own, vault: createVault(createLocalKeys([randomBytes(32)]), 'signing-keys') });
    await expect(start()).rejects.toThrow(cannot);
    // With the right master key, but another key class.
    await replaceKey({ ...own, vault: createVault(createLocalKeys([masterKey]), 'artefacts') });
    await expect(start()).rejects.toThrow(cannot);
    await replaceKey({ ...own, place: 'another' });
    await expect(start()).rejects.toThrow(cannot);
  });

  it('aborts the refresh if there is no key at all, and names the bank', async () => {
    await app.database.query(
      "delete from oauth.signing_key where bank_id = '01' and token_class = 'id-token'",
    );
    await expect(app.server.refresh()).rejects.toThrow('bank 01 has no signing key');
  });

  it('does not stop a running server: it continues with the keys it has', async () => {
    await replaceKey({ ...(await newKey()), privateKey: 'text' });
    await expect(app.server.refresh()).rejects.toThrow('is not an EC key on P-256');
    expect(outcomeOf(await obtainOwnToken(client))).toBe('200');
  });
});
