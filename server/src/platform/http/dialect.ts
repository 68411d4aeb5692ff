import type { Temporal } from 'temporal-polyfill';
import type { TObject, TSchema } from 'typebox';
import type { Access } from '#platform/auth/access.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { RequestCredentials } from '#platform/auth/request-credentials.ts';
import type { SealCertificates } from '#platform/auth/seal-certificates.ts';
import type { Xs2aProfile } from '#platform/config/xs2a-profile/profile.ts';
import type { FieldError, Problem, ProblemEntry } from '#platform/kernel/problem.ts';

/** What a renderer may know about the request. */
export interface ProblemContext {
  readonly requestId: string;
  readonly path: string;
  readonly method: string;
  readonly accept: string | undefined;
  readonly traceId: string | undefined;
  /** The choices of the bank that the host name leads to; the defaults if absent. */
  readonly profile?: Xs2aProfile | undefined;
}

export interface RenderedProblem {
  readonly status: number;
  readonly contentType: string;
  /** Absent if the standard has no body for the problem. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Who sent a request, when, and to which bank. */
export interface RequestFacts {
  readonly caller: Caller;
  readonly now: Temporal.Instant;
  /** The choices of the bank that the host name leads to; the defaults if absent. */
  readonly profile: Xs2aProfile | undefined;
}

/** A request with its body, as it arrived. */
export interface Message {
  readonly method: string;
  /** Path and query, as the caller wrote them. */
  readonly target: string;
  /** Every value of every header, by its name in lower case. One character is one byte. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** Empty if there is none. */
  readonly body: Uint8Array;
  readonly caller: Caller;
}

/** Whether a bank requires signatures; a signature that was sent is verified in any case. */
export interface SignaturePolicy {
  readonly signature: 'required' | 'verified-when-present';
}

/** What the check of a message needs. */
export interface MessageServices {
  readonly seals: SealCertificates;
  /** Returns the policy of a bank. */
  readonly signaturePolicyOf: (bankId: string) => SignaturePolicy;
}

/** A body that a dialect sends with problems. */
export interface ErrorBody {
  /** Its name in `components.schemas` of the OpenAPI documents. */
  readonly name: string;
  /** Closed, unless the standard lets a problem add members. */
  readonly schema: TObject;
  /** Returns the part of the schema that allows only these codes; absent if the body does not contain the code. */
  readonly withCodes?: (codes: readonly string[]) => TObject;
}

/** A header that the standard of a dialect defines for requests, for the documents. */
export interface HeaderParameter {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly schema: TSchema;
  readonly example: string;
}

/** One of the four wire formats. It knows problems, headers and callers, but no resource. */
export interface Dialect {
  readonly name: 'xs2a' | 'channel' | 'plain' | 'oauth';
  render(problem: Problem, context: ProblemContext): RenderedProblem;
  /** Returns the bodies that a problem may have, by media type; empty if it has none. The caller's `Accept` decides. */
  readonly errorBodies: (entry: ProblemEntry) => Readonly<Record<string, ErrorBody>>;
  /** Identifies the caller by what the connection and the headers prove. Throws a problem if the proof is invalid. */
  identify(credentials: RequestCredentials): Caller | Promise<Caller>;
  /** Header rules of the standard that apply to every operation, one named check each. */
  checkHeaders(headers: RequestHeaders, facts: RequestFacts): readonly FieldError[];
  /**
   * Checks what covers headers and body together, such as a signature. Runs after the caller is identified, counted and
   * authorized and the body is read, before the body is parsed. Throws the problem it finds.
   */
  readonly checkMessage?: (message: Message, services: MessageServices) => Promise<void>;
  /** Returns the headers that every request to an operation with this access has or may have. */
  readonly requestHeaders?: (access: Access) => readonly HeaderParameter[];
  /** Media types a request body may have; `*+json` style suffixes are written as `+json`. */
  readonly consumes: readonly string[];
  /** Whether HEAD is answered where GET is. A read that counts as an access of a consent must not be made by HEAD. */
  readonly answersHead: boolean;
  /** The header that carries the idempotency key. */
  readonly idempotencyHeader: 'idempotency-key' | 'x-request-id';
  /** Headers that change what a request means; the same key must always have the same values. In lower case. */
  readonly keyedHeaders: readonly string[];
  /** Where successful responses carry what the checks of the caller and of the headers warn about. */
  readonly warnings?: {
    readonly member: string;
    readonly messagesFor: (headers: RequestHeaders, facts: RequestFacts) => readonly unknown[];
  };
  /** Returns the address that links to this API begin with; undefined if they are relative. */
  readonly linksBase?: (profile: Xs2aProfile | undefined, productUrl: string) => string | undefined;
  readonly describeProblem: (problem: ProblemEntry, literal: string) => { status: number; code: string };
}
