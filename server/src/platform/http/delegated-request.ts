import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CertificateVerdict } from '#platform/auth/client-certificates.ts';

/** What whoever answers a request found out about it. */
export interface DelegatedRequestFacts {
  readonly bankId: string;
  /** The client that proved who it is. */
  readonly clientId: string | undefined;
  /** The word it was refused with. */
  readonly problem: string | undefined;
  /** Why, for the log only; see `ProblemMore`. */
  readonly reason?: string | undefined;
}

/** A request that is not answered here but handed on, to a library that speaks its protocol better than we do. */
export interface DelegatedRequest {
  /** Path parameters, as they were sent. */
  readonly params: Readonly<Record<string, string>>;
  readonly certificate: CertificateVerdict;
  /** What became known of the request on the other side; the log line says it. */
  tell(facts: DelegatedRequestFacts): void;
  /** Takes the request out of our hands; whoever takes it answers it. Before that, a problem may be thrown as usual. */
  handOver(): { readonly request: IncomingMessage; readonly response: ServerResponse };
}
