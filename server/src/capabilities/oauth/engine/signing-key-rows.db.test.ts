import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createVault, type Vault } from '#platform/crypto/vault.ts';
import { signingKeyEncryptionContext } from '../store/signing-key-encryption.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import { createTestClient, type TestClient } from '../testing/test-client.suite.ts';
import { obtainOwnToken, wordOf } from '../testing/test-tokens.suite.ts';

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

/** A fresh instance, which opens every key it finds. */
const start = (): Promise<void> => app.startedAnew().refresh();

interface KeyRow {
  readonly keyId: string;
  readonly publicKey: unknown;
  readonly privateKey: unknown;
  readonly vault?: Vault;
  readonly place?: string;
}

/** Puts a key where the bank's key for access tokens stands. */
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

describe('a row that is not a key of ours', () => {
  it('is not there: then all is well', async () => {
    await expect(start()).resolves.toBeUndefined();
    await replaceKey(await newKey());
    await expect(start()).resolves.toBeUndefined();
  });

  it('stops the start when it is an RSA key, such as the library has for development', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const own = await newKey();
    await replaceKey({ ...own, privateKey: privateKey.export({ format: 'jwk' }) });
    await expect(start()).rejects.toThrow(`${own.keyId} is not a key to sign with`);
    const keyId = await calculateJwkThumbprint(await exportJWK(publicKey));
    await replaceKey({
      keyId,
      publicKey: publicKey.export({ format: 'jwk' }),
      privateKey: privateKey.export({ format: 'jwk' }),
    });
    await expect(start()).rejects.toThrow(keyId);
  });

  it('stops the start when it has another name than its key', async () => {
    const [one, other] = [await newKey(), await newKey()];
    await replaceKey({ ...one, privateKey: other.privateKey });
    await expect(start()).rejects.toThrow(`${one.keyId} is not the name of its key`);
    await replaceKey({ ...one, privateKey: 'text' });
    await expect(start()).rejects.toThrow(`${one.keyId} is not a key to sign with`);
    await replaceKey({ ...one, privateKey: one.publicKey });
    await expect(start()).rejects.toThrow(`${one.keyId} is not a key to sign with`);
  });

  it('stops the start, and a running one, when another key is published under its name', async () => {
    const [one, other] = [await newKey(), await newKey()];
    await replaceKey(one);
    await start();
    await app.server.refresh();
    await app.database.query(
      "update oauth.signing_key set public_key = $1 where bank_id = '01' and token_class = 'access-token'",
      [JSON.stringify({ ...other.publicKey, kid: one.keyId })],
    );
    await expect(start()).rejects.toThrow(`${one.keyId} is published as another key`);
    await expect(app.server.refresh()).rejects.toThrow(`${one.keyId} is published as another key`);
  });

  it('stops the start when it is sealed under another master key, or in another place', async () => {
    const own = await newKey();
    const cannot = `signing key ${own.keyId} of bank 01 cannot be opened with these master keys`;
    await replaceKey({ ...own, vault: createVault(createLocalKeys([randomBytes(32)]), 'signing-keys') });
    await expect(start()).rejects.toThrow(cannot);
    // Of the right master, but of another class.
    await replaceKey({ ...own, vault: createVault(createLocalKeys([masterKey]), 'artefacts') });
    await expect(start()).rejects.toThrow(cannot);
    await replaceKey({ ...own, place: 'another' });
    await expect(start()).rejects.toThrow(cannot);
  });

  it('stops the look for new keys when there is none at all, and says whose it is', async () => {
    await app.database.query(
      "delete from oauth.signing_key where bank_id = '01' and token_class = 'id-token'",
    );
    await expect(app.server.refresh()).rejects.toThrow('bank 01 has no key to sign with');
  });

  it('does not stop what runs already: it goes on with the keys it has', async () => {
    await replaceKey({ ...(await newKey()), privateKey: 'text' });
    await expect(app.server.refresh()).rejects.toThrow('is not a key to sign with');
    expect(wordOf(await obtainOwnToken(client))).toBe('200');
  });
});
