import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { createTokenMint, type TokenMint } from '../../server/src/platform/testing/token-mint.ts';
import { devFiles, devFolder } from './clone.ts';

const pem = { type: 'pkcs8', format: 'pem' } as const;

/** Returns the master keys of an earlier start; undefined before the first one. */
export async function storedMasterKeys(): Promise<string | undefined> {
  return readFile(devFiles.masterKeys, 'utf8').catch(() => undefined);
}

/** Creates the missing keys; existing ones stay, so that data and tokens of earlier starts stay valid. */
export async function prepareKeys(): Promise<{ readonly masterKeys: string; readonly mint: TokenMint }> {
  await mkdir(devFolder, { recursive: true });
  const masterKeys = await storedOr(devFiles.masterKeys, () => randomBytes(32).toString('base64'));
  await storedOr(devFiles.auditKey, () => generateKeyPairSync('ed25519').privateKey.export(pem).toString());
  const issuerKey = await storedOr(devFiles.issuerKey, () =>
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pem).toString(),
  );
  const mint = await createTokenMint(systemClock, createPrivateKey(issuerKey));
  await writeFile(devFiles.issuerKeySet, mint.keySet);
  return { masterKeys, mint };
}

async function storedOr(path: string, create: () => string): Promise<string> {
  const stored = await readFile(path, 'utf8').catch(() => undefined);
  if (stored !== undefined) return stored;
  const created = create();
  await writeFile(path, created, { mode: 0o600 });
  return created;
}
