import type { CertificateVerdict } from './client-certificates.ts';
import type { TokenVerifier } from './token-verifier.ts';

/** Everything a request brings along to prove who sent it; the dialect weighs it. */
export interface Evidence {
  readonly certificate: CertificateVerdict;
  readonly authorization: string | undefined;
  /** The bank an application with several banks acts in. */
  readonly requestedBank: string | undefined;
  readonly tokens: TokenVerifier;
  /** The bank the listener or host name stands for; third parties are tied to it. */
  readonly listenerBank: string;
}
