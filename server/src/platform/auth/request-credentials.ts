import type { Temporal } from 'temporal-polyfill';
import type { Caller } from './caller.ts';
import type { StatusWait } from './certificate-statuses.ts';
import type { CertificateVerdict } from './client-certificates.ts';
import type { ProofChecks } from './dpop-proof.ts';
import type { ThirdPartyChecks } from './third-party-checks.ts';
import type { TokenVerifier } from './token-verifier.ts';

/** The credentials of a request; the dialect decides which of them it accepts. */
export interface RequestCredentials {
  readonly certificate: CertificateVerdict;
  readonly authorization: string | undefined;
  /** The `DPoP` header: proves that the sender has the token's key, for this method and path. */
  readonly proof: string | undefined;
  readonly method: string;
  readonly path: string;
  /** The bank that an application with several banks acts in. */
  readonly requestedBank: string | undefined;
  readonly tokens: TokenVerifier;
  /** Verifies proofs: knows the address callers use, the time, and which proofs were used before. */
  readonly proofs: ProofChecks;
  /** Counts a request of an authenticated caller and throws at the rate limit; runs before anything is written. */
  readonly countCaller: (caller: Caller) => void;
  /** The bank of the requested host name; third parties act in it. Undefined if no bank is served under the name. */
  readonly hostBank: string | undefined;
  /** Policies, revocation and blocks of third parties' certificates. */
  readonly thirdParties: ThirdPartyChecks;
  readonly wait?: StatusWait;
  readonly now: Temporal.Instant;
}
