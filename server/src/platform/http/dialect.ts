import type { TObject } from 'typebox';
import type { Caller } from '#platform/auth/caller.ts';
import type { RequestCredentials } from '#platform/auth/request-credentials.ts';
import type { FieldError, Problem, ProblemEntry } from '#platform/kernel/problem.ts';

/** What a renderer may know about the request. */
export interface ProblemContext {
  readonly requestId: string;
  readonly path: string;
  readonly method: string;
  readonly accept: string | undefined;
  readonly traceId: string | undefined;
}

export interface RenderedProblem {
  readonly status: number;
  readonly contentType: string;
  /** Absent if the standard has no body for the problem. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, string>>;
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

/** One of the four wire formats. It knows problems, headers and callers, but no resource. */
export interface Dialect {
  readonly name: 'xs2a' | 'channel' | 'plain' | 'oauth';
  render(problem: Problem, context: ProblemContext): RenderedProblem;
  /** Returns the bodies that a problem may have, by media type; empty if it has none. The caller's `Accept` decides. */
  readonly errorBodies: (entry: ProblemEntry) => Readonly<Record<string, ErrorBody>>;
  /** Identifies the caller by what the connection and the headers prove. Throws a problem if the proof is invalid. */
  identify(credentials: RequestCredentials): Caller | Promise<Caller>;
  /** Header rules of the standard that apply to every operation, one named check each. */
  checkHeaders(
    headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  ): readonly FieldError[];
  /** Media types a request body may have; `*+json` style suffixes are written as `+json`. */
  readonly consumes: readonly string[];
  /** The header that carries the idempotency key. */
  readonly idempotencyHeader: 'idempotency-key' | 'x-request-id';
  readonly describeProblem: (problem: ProblemEntry, literal: string) => { status: number; code: string };
}
