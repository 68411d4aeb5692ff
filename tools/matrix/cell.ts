import type { Contract } from '../../server/src/platform/http/contract.ts';
import type { ProblemFactory } from '../../server/src/platform/kernel/problem.ts';
import type { TestRequest } from '../../server/src/platform/testing/test-server.ts';
import type { Harness } from './harness.ts';

/** What must come back. */
export type Expected =
  /** Let in: whatever the answer, it is neither 401 nor 403 nor a bug. */
  | { readonly kind: 'in' }
  /** Refused with this problem, in the words of the route's dialect, and with this `WWW-Authenticate`. */
  | { readonly kind: 'refused'; readonly problem: ProblemFactory; readonly challenge?: string }
  /** Let in, and answered about the thing itself. */
  | { readonly kind: 'found' }
  /** Answered like a question for something that does not exist, to the byte. */
  | { readonly kind: 'as-unknown' }
  /** Answered with this status, and this `error` where it is one of OAuth; `active` is what introspection says. */
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly error?: string;
      readonly active?: boolean;
    };

/** Where a request goes; the path has its parameters filled in. */
export interface RequestTarget {
  readonly method: Contract['method'];
  readonly path: string;
}

/** One request of one actor to one route. */
export interface Cell {
  readonly actor: string;
  /** Which of several callers it is, where a route lets in several kinds. */
  readonly caller: string;
  readonly expected: Expected;
  /** Makes the request; it may use the rig to prepare what the request is about. */
  readonly ask: (harness: Harness, place: RequestTarget) => Promise<TestRequest>;
  /** The same for what does not exist, where both must be answered alike. */
  readonly askForUnknown?: (harness: Harness, place: RequestTarget) => Promise<TestRequest>;
}

export const expectAllowed: Expected = { kind: 'in' };

/** Actors that belong together; a table of the print-out each. */
export interface ActorGroup {
  readonly name: string;
  readonly actors: readonly Actor[];
}

export interface Actor {
  readonly name: string;
  /** None where the actor makes no sense on this route. */
  readonly cells: (contract: Contract) => readonly Omit<Cell, 'actor'>[];
}
