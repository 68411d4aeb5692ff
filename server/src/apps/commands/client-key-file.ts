import { generateKeyPairSync } from 'node:crypto';
import { type FileHandle, open, readFile, stat, unlink } from 'node:fs/promises';
import { jwkThumbprint } from '#platform/kernel/jwk-thumbprint.ts';
import { CommandFailure, exitCodes } from '../program/failure.ts';

/** Key pair whose private key is stored in a file only. */
export interface NewKeyFile {
  /** The public key, as it is registered. */
  readonly keySet: { readonly keys: readonly object[] };
  /** Removes the file if the public key was not registered. */
  remove(): Promise<void>;
}

const keySetBytesMax = 65_536;
/** Readable by the owner only. */
const privateMode = 0o600;

/** Generates an ES256 key pair and writes the private key to a new file. Never overwrites a file. */
export async function makeKeyFile(path: string): Promise<NewKeyFile> {
  const { kty, crv, x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  });
  if (kty === undefined || crv === undefined || x === undefined || y === undefined)
    throw new Error('the runtime generated an incomplete key');
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
    // Half a key is useless, and would block the next attempt.
  } catch (error) {
    await unlink(path);
    throw unusable(`${JSON.stringify(path)} cannot be written (${codeOf(error)})`);
  }
}

async function openNewFile(path: string): Promise<FileHandle> {
  try {
    // Exclusive: an existing file or link is neither followed nor overwritten.
    return await open(path, 'wx', privateMode);
  } catch (error) {
    const why = codeOf(error) === 'EEXIST' ? 'already exists and is not overwritten' : 'cannot be created';
    throw unusable(`${JSON.stringify(path)} ${why} (${codeOf(error)})`);
  }
}

/** Reads a key set from a file, as JSON of unknown shape. */
export async function readKeySetFile(path: string): Promise<unknown> {
  const text = await readSmallFile(path);
  try {
    const value: unknown = JSON.parse(text);
    return value;
    // The parser's message quotes the text, which may be a private key.
  } catch {
    throw unusable(`${JSON.stringify(path)} is not JSON`);
  }
}

async function readSmallFile(path: string): Promise<string> {
  try {
    if ((await stat(path)).size <= keySetBytesMax) return await readFile(path, 'utf8');
  } catch (error) {
    throw unusable(`${JSON.stringify(path)} cannot be read (${codeOf(error)})`);
  }
  throw unusable(`${JSON.stringify(path)} is larger than ${keySetBytesMax} bytes`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}

/** The message names the file and never quotes its content. */
function unusable(message: string): CommandFailure {
  return new CommandFailure(exitCodes.refused, 'file-unusable', message);
}
