import { timingSafeEqual } from 'node:crypto';
import { HOTP, Secret as OtpSecret } from 'otpauth';
import type { Secret } from '#platform/kernel/secret.ts';
import type { CodeMatch } from '../../domain/oath/outcome.ts';

/** The hash functions of OATH tokens. */
export const oathHashes = ['sha1', 'sha256', 'sha512'] as const;
export type OathHash = (typeof oathHashes)[number];

/** Key material and parameters of the codes of one token. */
export interface OathKey {
  readonly seed: Secret<Uint8Array>;
  readonly hash: OathHash;
  readonly digits: number;
}

const algorithms = { sha1: 'SHA1', sha256: 'SHA256', sha512: 'SHA512' } as const;

/** Returns the code of a counter, RFC 4226, or of a time step, RFC 6238. */
export function codeAt(key: OathKey, counter: number): string {
  return HOTP.generate({
    secret: otpSecret(key),
    algorithm: algorithms[key.hash],
    digits: key.digits,
    counter,
  });
}

/**
 * Compares a presented code with those of counters, always with the same work. A code of another length than that of
 * the token is computed as well, so that response times do not reveal which kind of token a user has.
 */
export function codeMatch(key: OathKey, code: string): CodeMatch {
  const secret = otpSecret(key);
  const algorithm = algorithms[key.hash];
  const isOfLength = Buffer.byteLength(code) === key.digits;
  const presented = Buffer.alloc(key.digits);
  presented.write(code);
  return (counter) => {
    const expected = Buffer.from(HOTP.generate({ secret, algorithm, digits: key.digits, counter }));
    return timingSafeEqual(expected, presented) && isOfLength;
  };
}

function otpSecret({ seed }: OathKey): OtpSecret {
  // A copy: the library uses whole buffers, and a seed may be a slice of a larger one.
  return new OtpSecret({ buffer: Uint8Array.from(seed.reveal()).buffer });
}
