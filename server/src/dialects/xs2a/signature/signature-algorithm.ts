import { verify } from 'node:crypto';
import type { SealKey } from '#platform/auth/seal-certificates.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { signatureInvalid } from './signature-problems.ts';

interface Algorithm {
  readonly keyType: 'rsa' | 'ec';
  readonly hash: 'sha256' | 'sha512';
}

const algorithms: ReadonlyMap<string, Algorithm> = new Map([
  ['rsa-sha256', { keyType: 'rsa', hash: 'sha256' }],
  ['rsa-sha512', { keyType: 'rsa', hash: 'sha512' }],
  ['ecdsa-sha256', { keyType: 'ec', hash: 'sha256' }],
  ['ecdsa-sha512', { keyType: 'ec', hash: 'sha512' }],
]);

/** Below, a key can be broken; above, a verification takes too long. */
const rsaBits = { min: 2_048, max: 8_192 } as const;
/** Every real key has 65537. A larger one makes a verification as expensive as a signature. */
const publicExponentMax = 2n ** 32n;
const curves: ReadonlySet<string> = new Set(['prime256v1', 'secp384r1', 'secp521r1']);

/** Verifies a signature. Throws if the algorithm does not fit the key of the certificate, or is not accepted at all. */
export function isSignedBy(
  key: SealKey,
  {
    algorithm,
    content,
    signature,
  }: {
    readonly algorithm: string;
    readonly content: Buffer;
    readonly signature: Buffer;
  },
): boolean {
  const known = algorithms.get(algorithm);
  if (known === undefined) throw unknownAlgorithm();
  // The key decides, never the header alone: otherwise a caller could choose how a signature is read.
  if (key.keyType !== known.keyType) throw otherAlgorithm(algorithm, key);
  if (!isSound(key)) throw weakKey(key);
  // Node's defaults for these two types of keys are what the algorithms mean: PKCS #1 v1.5 padding, and DER. Named as
  // options, they make a verification a third more expensive.
  return verify(known.hash, content, key.publicKey, signature);
}

function isSound({ keyDetails, keyType }: SealKey): boolean {
  const { modulusLength = 0, namedCurve = '', publicExponent = publicExponentMax } = keyDetails;
  if (keyType === 'ec') return curves.has(namedCurve);
  return modulusLength >= rsaBits.min && modulusLength <= rsaBits.max && publicExponent < publicExponentMax;
}

/** Names a key as developers do: `rsa 2048`, `ec prime256v1`. */
export function describeKey({ keyDetails, keyType }: SealKey): string {
  return `${keyType} ${keyDetails.modulusLength ?? keyDetails.namedCurve ?? ''}`.trim();
}

function unknownAlgorithm(): Problem {
  return refused(
    'signature algorithm unknown',
    `algorithm must be one of ${[...algorithms.keys()].join(', ')}.`,
  );
}

function otherAlgorithm(algorithm: string, key: SealKey): Problem {
  return refused(
    'signature algorithm of another key',
    `algorithm is ${algorithm}, but the key of TPP-Signature-Certificate is ${describeKey(key)}.`,
  );
}

function weakKey(key: SealKey): Problem {
  return refused(
    'seal key not accepted',
    `The key of TPP-Signature-Certificate is ${describeKey(key)}. Accepted are RSA keys of ${rsaBits.min} to ` +
      `${rsaBits.max} bits and the curves ${[...curves].join(', ')}.`,
  );
}

function refused(reason: string, message: string): Problem {
  return signatureInvalid({ header: 'Signature', reason, message });
}
