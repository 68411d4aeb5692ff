import { X509Certificate } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import { type Authority, chainHolds, findChain, toDated } from '#platform/auth/certificate-chain.ts';

/** Certificates that a device presents, that of the key first. */
export interface PresentedPath {
  readonly certificates: readonly Buffer[];
  readonly roots: readonly Authority[];
  readonly now: Temporal.Instant;
}

/** Certificates that one attestation may have. */
const certificatesMax = 6;

/** Returns the certificate of a key if a path of certificates in force leads from it to an accepted root. */
export function verifyPath({ certificates, now, roots }: PresentedPath): X509Certificate | undefined {
  const [first, ...others] = certificates;
  if (first === undefined || certificates.length > certificatesMax) return undefined;
  const leaf = new X509Certificate(first);
  const chain = findChain(leaf, others, roots);
  const holds = ({ validFrom, validTo }: ReturnType<typeof toDated>): boolean =>
    validFrom.epochMilliseconds <= now.epochMilliseconds && now.epochMilliseconds < validTo.epochMilliseconds;
  return chain !== undefined && holds(toDated(leaf)) && chainHolds(chain, holds) ? leaf : undefined;
}
