import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { jwkThumbprint } from '#platform/kernel/jwk-thumbprint.ts';
import { lruCache } from '#platform/kernel/lru-cache.ts';

/** Algorithms a proof may be signed with, in the order of the challenge. */
export const proofAlgorithms = ['ES256', 'EdDSA', 'PS256'] as const;
export type ProofAlgorithm = (typeof proofAlgorithms)[number];

/** The key inside a proof: its thumbprint, and what is needed to import it. */
export interface ProofKey {
  readonly algorithm: ProofAlgorithm;
  /** RFC 7638, base64url. */
  readonly thumbprint: string;
  readonly members: Readonly<Record<string, string>>;
}

/** Verifies signatures of proofs. Imported keys are cached: a client reuses its key, and importing is costly. */
export interface ProofKeys {
  isSigned(key: ProofKey, signed: string, signature: Buffer): boolean;
}

const keysMax = 10_000;
const modulusBitsMin = 2_048;
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
const coordinate = /^[\w-]{43}$/;

/** The members of each algorithm's key. Moduli of 2,048 to 4,096 bits; the import checks the exact length. */
const memberForms: Readonly<Record<ProofAlgorithm, Readonly<Record<string, RegExp>>>> = {
  ES256: { crv: /^P-256$/, kty: /^EC$/, x: coordinate, y: coordinate },
  EdDSA: { crv: /^Ed25519$/, kty: /^OKP$/, x: coordinate },
  PS256: { e: /^[\w-]{2,8}$/, kty: /^RSA$/, n: /^[\w-]{342,683}$/ },
};

/** Reads the `jwk` of a proof's header. Returns undefined unless it is a public key that fits the algorithm. */
export function proofKeyFrom(algorithm: unknown, jwk: unknown): ProofKey | undefined {
  const known = proofAlgorithms.find((name) => name === algorithm);
  if (known === undefined || typeof jwk !== 'object' || jwk === null) return undefined;
  if (privateMembers.some((name) => Object.hasOwn(jwk, name))) return undefined;
  const members = membersOf(known, jwk);
  if (members === undefined) return undefined;
  return { algorithm: known, members, thumbprint: jwkThumbprint(members) };
}

function membersOf(algorithm: ProofAlgorithm, jwk: object): ProofKey['members'] | undefined {
  const members: Record<string, string> = {};
  for (const [name, form] of Object.entries(memberForms[algorithm])) {
    const value: unknown = Reflect.get(jwk, name);
    if (typeof value !== 'string' || !form.test(value)) return undefined;
    members[name] = value;
  }
  return members;
}

export function createProofKeys(): ProofKeys {
  const imported = lruCache<KeyObject>(keysMax);

  function importOnce({ members, thumbprint }: ProofKey): KeyObject | undefined {
    const known = imported.get(thumbprint);
    if (known !== undefined) return known;
    try {
      const key = createPublicKey({ key: members, format: 'jwk' });
      if ((key.asymmetricKeyDetails?.modulusLength ?? modulusBitsMin) < modulusBitsMin) return undefined;
      imported.set(thumbprint, key);
      return key;
      // Not a point on the curve, or not a key.
    } catch {
      return undefined;
    }
  }

  return {
    isSigned(proofKey, signed, signature) {
      const key = importOnce(proofKey);
      return key !== undefined && isSignedBy(proofKey.algorithm, key, Buffer.from(signed), signature);
    },
  };
}

const saltBytes = 32;

function isSignedBy(algorithm: ProofAlgorithm, key: KeyObject, signed: Buffer, signature: Buffer): boolean {
  switch (algorithm) {
    case 'ES256':
      return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature);
    case 'EdDSA':
      return verify(null, signed, key, signature);
    case 'PS256': {
      const padding = constants.RSA_PKCS1_PSS_PADDING;
      return verify('sha256', signed, { key, padding, saltLength: saltBytes }, signature);
    }
  }
}
