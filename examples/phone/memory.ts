import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { type Jwk, newJwk } from './keys.ts';

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAtSeconds: number;
}

/** How the codes of the device are computed; the bank delivers the seed once. */
export interface TotpSettings {
  /** In base64url. */
  readonly seed: string;
  readonly digits: number;
  readonly period: number;
}

/** What an installation of the app remembers. A real app has the secrets in the key store of the phone. */
export interface Memory {
  /** Names this installation to the bank. */
  readonly deviceId: string;
  /** Signs approvals, and proves with each request that a token is used by this phone (DPoP, RFC 9449). */
  readonly key: Jwk;
  /** Push messages are encrypted for this key and this secret (RFC 8291). */
  readonly pushKey: Jwk;
  readonly pushSecret: string;
  readonly userId?: string;
  readonly tokens?: Tokens;
  readonly totp?: TotpSettings;
  readonly isPaired: boolean;
}

/** The memory, in a file that only its owner can read. */
export interface MemoryFile {
  readonly now: Memory;
  change(members: Partial<Memory>): Promise<void>;
  /** Forgets everything: a new installation, which the bank does not know. */
  clear(): Promise<void>;
}

export async function openMemory(file: string): Promise<MemoryFile> {
  const stored = await readFile(file, 'utf8').catch(() => undefined);
  let now: Memory = stored === undefined ? newInstallation() : JSON.parse(stored);
  let writing = Promise.resolve();
  const write = (): Promise<void> => {
    // One after the other, and each file complete: a refresh token that is lost ends the sign-in.
    writing = writing.then(async () => {
      await writeFile(`${file}.new`, JSON.stringify(now), { mode: 0o600 });
      await rename(`${file}.new`, file);
    });
    return writing;
  };
  await write();
  return {
    get now() {
      return now;
    },
    change(members) {
      now = { ...now, ...members };
      return write();
    },
    clear() {
      now = newInstallation();
      return write();
    },
  };
}

function newInstallation(): Memory {
  return {
    deviceId: randomUUID(),
    key: newJwk(),
    pushKey: newJwk(),
    pushSecret: randomBytes(16).toString('base64url'),
    isPaired: false,
  };
}
