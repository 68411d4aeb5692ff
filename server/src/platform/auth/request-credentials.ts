import type { Caller } from './caller.ts';
import type { CertificateVerdict } from './client-certificates.ts';
import type { ProofChecks } from './dpop-proof.ts';
import type { TokenVerifier } from './token-verifier.ts';

/** Everything a request brings along to prove who sent it; the dialect weighs it. */
export interface RequestCredentials {
  readonly certificate: CertificateVerdict;
  readonly authorization: string | undefined;
  /** The `DPoP` header: a proof that the sender has the token's key, for this method and path. */
  readonly proof: string | undefined;
  readonly method: string;
  readonly path: string;
  /** The bank an application with several banks acts in. */
  readonly requestedBank: string | undefined;
  readonly tokens: TokenVerifier;
  /** Knows the address callers use, the time, and which proofs were used before. */
  readonly proofs: ProofChecks;
  /** Counts a request of a proven caller and throws when the caller has had too many; before anything is written. */
  readonly countCaller: (caller: Caller) => void;
  /** The bank the listener or host name stands for; third parties are tied to it. */
  readonly listenerBank: string;
}
