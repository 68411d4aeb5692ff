import { generateKeyPairSync } from 'node:crypto';
import { type FileHandle, open, readFile, stat, unlink } from 'node:fs/promises';
import { jwkThumbprint } from '#platform/kernel/jwk-thumbprint.ts';

/** A file that cannot be used; its message names it and never what is in it. */
export class KeyFileUnusable extends Error {
  override readonly name = 'KeyFileUnusable';
}

/** A key pair whose private half lies in a file and nowhere else. */
export interface NewKeyFile {
  /** The public half, as it is registered. */
  readonly keySet: { readonly keys: readonly object[] };
  /** When the public half was not registered, the private one is good for nothing. */
  remove(): Promise<void>;
}

const keySetBytesMax = 65_536;
/** For its owner alone. */
const privateMode = 0o600;

/** Makes an ES256 key pair and writes the private half to a new file; a file that is there already is never touched. */
export async function makeKeyFile(path: string): Promise<NewKeyFile> {
  const { kty, crv, x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  });
  if (kty === undefined || crv === undefined || x === undefined || y === undefined)
    throw new Error('the runtime made a key without its parts');
  const kid = jwkThumbprint({ kty, crv, x, y });
  const publicKey = { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' };
  await writeNewFile(path, `${JSON.stringify({ ...publicKey, d }, undefined, 2)}\n`);
  return { keySet: { keys: [publicKey] }, remove: () => unlink(path) };
}

async function writeNewFile(path: string, content: string): Promise<void> {
  await using file = await openNewFile(path);
  try {
    await file.writeFile(content);
    await file.sync();
    // Half a key helps nobody, and would be in the way of the next attempt.
  } catch (error) {
    await unlink(path);
    throw new KeyFileUnusable(`${JSON.stringify(path)} cannot be written (${codeOf(error)})`);
  }
}

async function openNewFile(path: string): Promise<FileHandle> {
  try {
    // Exclusive: neither a file nor a link that somebody put there is followed or overwritten.
    return await open(path, 'wx', privateMode);
  } catch (error) {
    const why = codeOf(error) === 'EEXIST' ? 'is there already, and is not overwritten' : 'cannot be made';
    throw new KeyFileUnusable(`${JSON.stringify(path)} ${why} (${codeOf(error)})`);
  }
}

/** The key set in a file, as JSON of unknown shape. */
export async function readKeySetFile(path: string): Promise<unknown> {
  const text = await readSmallFile(path);
  try {
    const value: unknown = JSON.parse(text);
    return value;
    // The parser's message quotes the text, and that may be a private key.
  } catch {
    throw new KeyFileUnusable(`${JSON.stringify(path)} is not JSON`);
  }
}

async function readSmallFile(path: string): Promise<string> {
  try {
    if ((await stat(path)).size <= keySetBytesMax) return await readFile(path, 'utf8');
  } catch (error) {
    throw new KeyFileUnusable(`${JSON.stringify(path)} cannot be read (${codeOf(error)})`);
  }
  throw new KeyFileUnusable(`${JSON.stringify(path)} is larger than ${keySetBytesMax} bytes`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}
