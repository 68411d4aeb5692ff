import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CertificateVerdict } from '#platform/auth/client-certificates.ts';

/** What the delegate found out about a request. */
export interface DelegatedRequestFacts {
  readonly bankId: string;
  /** The client that authenticated. */
  readonly clientId: string | undefined;
  /** The error code it was refused with. */
  readonly problem: string | undefined;
  /** Why, for the log only; see `ProblemMore`. */
  readonly reason?: string | undefined;
}

/** A request that a library for its protocol serves instead of an operation. */
export interface DelegatedRequest {
  /** Path parameters, as sent. */
  readonly params: Readonly<Record<string, string>>;
  readonly certificate: CertificateVerdict;
  /** Records facts about the request for the log line. */
  recordFacts(facts: DelegatedRequestFacts): void;
  /** Passes the request on; the receiver must send the response. Before that, a problem may be thrown as usual. */
  detach(): { readonly request: IncomingMessage; readonly response: ServerResponse };
}
