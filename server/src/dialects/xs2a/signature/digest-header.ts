import { equalBytes } from '#platform/crypto/equal-bytes.ts';
import { hashBytes } from '#platform/crypto/hash-bytes.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { decodeBase64 } from './canonical-base64.ts';
import { signatureInvalid } from './signature-problems.ts';

const algorithms: ReadonlyMap<string, 'sha256' | 'sha512'> = new Map([
  ['SHA-256', 'sha256'],
  ['SHA-512', 'sha512'],
]);
const valuesMax = 4;
const headerCharactersMax = 512;
const instance = /^([A-Za-z0-9-]+)=([A-Za-z0-9+/]+={0,2})$/;

/**
 * Compares a Digest header (RFC 3230) with the bytes of the body. Every SHA-256 and SHA-512 value must match, and there
 * must be at least one; other algorithms count for nothing.
 */
export async function checkDigest(value: string, body: Uint8Array): Promise<void> {
  const values = readDigests(value);
  const known = values.filter(({ algorithm }) => algorithms.has(algorithm));
  if (known.length === 0) throw malformed('it has neither SHA-256 nor SHA-512');
  for (const { algorithm, digest } of known) {
    const expected = await hashBytes(algorithms.get(algorithm) ?? 'sha256', body);
    if (!equalBytes(digest, expected)) throw otherBody(algorithm, expected, body);
  }
}

interface DigestValue {
  /** In capitals; RFC 5843 ignores their case. */
  readonly algorithm: string;
  readonly digest: Buffer;
}

function readDigests(value: string): readonly DigestValue[] {
  if (value.length > headerCharactersMax)
    throw malformed(`it has more than ${headerCharactersMax} characters`);
  const values = value.split(',').map((text) => readDigest(text.trim()));
  if (values.length > valuesMax) throw malformed(`it has more than ${valuesMax} values`);
  if (new Set(values.map(({ algorithm }) => algorithm)).size !== values.length)
    throw malformed('it names an algorithm twice');
  return values;
}

function readDigest(text: string): DigestValue {
  const [, name = '', base64 = ''] = instance.exec(text) ?? [];
  const digest = decodeBase64(base64);
  if (digest === undefined) throw malformed('a value is not a name, "=" and base64 with padding');
  return { algorithm: name.toUpperCase(), digest };
}

function malformed(what: string): Problem {
  return signatureInvalid({
    header: 'Digest',
    reason: 'digest header malformed',
    message: `The Digest header cannot be read: ${what}. Expected: SHA-256=… or SHA-512=… over the body.`,
  });
}

function otherBody(algorithm: string, expected: Buffer, { length }: Uint8Array): Problem {
  const received = length === 0 ? 'the empty body' : `the body of ${length} bytes`;
  return signatureInvalid({
    header: 'Digest',
    reason: 'digest of another body',
    message:
      `Digest does not match ${received}, which has ${algorithm}=${expected.toString('base64')}. ` +
      'It is computed over the bytes as they are sent, with boundaries if multipart.',
  });
}
