import type { Refusal } from './refusal-cause.ts';

/** What a problem means, independent of how a dialect renders it. */
export const problemKinds = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'not-found',
  'method-not-allowed',
  'not-acceptable',
  'timeout',
  'conflict',
  'gone',
  'precondition-failed',
  'too-large',
  'unsupported-media-type',
  'key-reused',
  'refused',
  'too-many',
  'internal',
  'not-implemented',
  'unavailable',
] as const;

export type ProblemKind = (typeof problemKinds)[number];

/** Codes of a field error, named after the JSON Schema keyword that reports it. */
export const fieldErrorCodes = [
  'required',
  'unknown-field',
  'type',
  'too-short',
  'too-long',
  'too-few',
  'too-many',
  'pattern',
  'format',
  'enum',
  'minimum',
  'maximum',
  'duplicate',
  'combination-required',
  'combination-not-allowed',
  'checksum',
  'mismatch',
  'malformed',
] as const;

export type FieldErrorCode = (typeof fieldErrorCodes)[number];

/** One field error of a request; the dialect decides how its path is written. */
export interface FieldError {
  readonly part: 'body' | 'query' | 'header' | 'path';
  readonly path: readonly (string | number)[];
  readonly code: FieldErrorCode;
  readonly message: string;
  /** A standard's own code for this one, where it differs from that of the problem. */
  readonly xs2a?: Required<Pick<DialectCode, 'code'>>;
}

/** A standard's own code for a problem, used instead of the dialect's usual one for the kind. */
export interface DialectCode {
  readonly status?: number;
  readonly code?: string;
}

export interface ProblemEntry {
  readonly kind: ProblemKind;
  /** For people; constant text, never another customer's data. */
  readonly message: string;
  readonly xs2a?: DialectCode;
  readonly plain?: DialectCode;
  readonly oauth?: DialectCode;
}

export interface ProblemMore {
  readonly fieldErrors?: readonly FieldError[];
  /** A text, or named facts; each dialect renders them in its form. */
  readonly details?: string | Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  /**
   * Why the request was refused: a constant phrase, for the log and for code that catches it; never sent to the caller.
   */
  readonly reason?: string;
  /** Replaces the catalogue's text, e.g. by the bank's own maintenance message. */
  readonly message?: string;
  /** The exact cause, for the request's log line. No dialect renders it. */
  readonly refusal?: Refusal;
  /** Paths of the steps that lead out of the problem, by link name; only dialects with links render them. */
  readonly links?: Readonly<Record<string, string>>;
  /** Additional response headers of the problem, e.g. WWW-Authenticate. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The class of all problems. Created only through a catalogue, so that each has a literal and a kind. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly owner: string;
  readonly literal: string;
  readonly entry: ProblemEntry;
  readonly more: ProblemMore;

  constructor(owner: string, literal: string, entry: ProblemEntry, more: ProblemMore) {
    super(more.message ?? entry.message);
    this.owner = owner;
    this.literal = literal;
    this.entry = entry;
    this.more = more;
  }
}

/** Creates one problem of a catalogue; also its name in contracts. */
export interface ProblemFactory {
  (more?: ProblemMore): Problem;
  readonly owner: string;
  readonly literal: string;
  readonly entry: ProblemEntry;
}

/** Defines a catalogue: every problem of a capability, by its literal. */
export function defineProblems<const Entries extends Readonly<Record<string, ProblemEntry>>>(
  owner: string,
  entries: Entries,
): { readonly [Literal in keyof Entries]: ProblemFactory } {
  const factories = Object.entries(entries).map(([literal, entry]) => [
    literal,
    Object.assign((more: ProblemMore = {}) => new Problem(owner, literal, entry, more), {
      owner,
      literal,
      entry,
    }),
  ]);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- fromEntries loses the key types
  return Object.fromEntries(factories) as { readonly [Literal in keyof Entries]: ProblemFactory };
}
