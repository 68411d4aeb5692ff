import type { Contract } from '../../server/src/platform/http/contract.ts';
import type { ProblemFactory } from '../../server/src/platform/kernel/problem.ts';
import type { TestRequest } from '../../server/src/platform/testing/test-server.ts';
import type { Harness } from './harness.ts';
import type { RequestTarget } from './request-target.ts';

/** The response that the matrix requires. */
export type Expected =
  /** Allowed: any response except 401, 403 and 500. */
  | { readonly kind: 'allowed' }
  /** Refused with this problem in the dialect of the route, and with this `WWW-Authenticate`. */
  | { readonly kind: 'refused'; readonly problem: ProblemFactory; readonly challenge?: string }
  /** Allowed, and the response is about the object. */
  | { readonly kind: 'found' }
  /** The response equals, byte by byte, that for an object that does not exist. */
  | { readonly kind: 'as-unknown' }
  /** A response with this status and, for OAuth, this `error`; `active` is the result of an introspection. */
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly error?: string;
      readonly active?: boolean;
    };

/** One request of one actor to one route. */
export interface Cell {
  readonly actor: string;
  /** Names the caller, because a route may allow several kinds. */
  readonly caller: string;
  readonly expected: Expected;
  /** Builds the request; may use the harness to create its object first. */
  readonly request: (harness: Harness, target: RequestTarget) => Promise<TestRequest>;
  /** Builds the same request for an object that does not exist, where both responses must be equal. */
  readonly requestForUnknown?: (harness: Harness, target: RequestTarget) => Promise<TestRequest>;
}

export const expectAllowed: Expected = { kind: 'allowed' };

/** Related actors; each group is a table of the print-out. */
export interface ActorGroup {
  readonly name: string;
  readonly actors: readonly Actor[];
}

export interface Actor {
  readonly name: string;
  /** Returns no cell where the actor does not apply to the route. */
  readonly cells: (contract: Contract) => readonly Omit<Cell, 'actor'>[];
}
