import type { Refusal } from './refusal-cause.ts';

/** What a refusal means, independent of how a dialect says it. */
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

/** Codes of a validation fault, named after the JSON Schema keyword that found it. */
export type FaultCode =
  | 'required'
  | 'unknown-field'
  | 'type'
  | 'too-short'
  | 'too-long'
  | 'too-few'
  | 'too-many'
  | 'pattern'
  | 'format'
  | 'enum'
  | 'minimum'
  | 'maximum'
  | 'duplicate'
  | 'combination-required'
  | 'combination-not-allowed'
  | 'checksum'
  | 'mismatch'
  | 'malformed';

/** One thing wrong with a request; the dialect decides how its place is written. */
export interface FieldError {
  readonly part: 'body' | 'query' | 'header' | 'path';
  readonly path: readonly (string | number)[];
  readonly code: FaultCode;
  readonly message: string;
}

/** A standard's own word for a problem, where the dialect's usual one for the kind does not do. */
export interface DialectWord {
  readonly status?: number;
  readonly code?: string;
}

export interface ProblemEntry {
  readonly kind: ProblemKind;
  /** For people; constant text, never another customer's data. */
  readonly message: string;
  readonly xs2a?: DialectWord;
  readonly plain?: DialectWord;
  readonly oauth?: DialectWord;
}

export interface ProblemMore {
  readonly faults?: readonly FieldError[];
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  /** Why it was refused: a constant phrase of ours, for the log and for code that catches it; never sent to the caller. */
  readonly reason?: string;
  /** Replaces the catalogue's text, e.g. by the bank's own maintenance message. */
  readonly message?: string;
  /** Why exactly, for the request's log line. No dialect renders it. */
  readonly refusal?: Refusal;
  /** Further response headers the refusal needs, e.g. WWW-Authenticate. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The one class for every refusal. Built only through a catalogue, so that each has a literal and a kind. */
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

/** Makes one problem of a catalogue; also its name in contracts. */
export interface ProblemFactory {
  (more?: ProblemMore): Problem;
  readonly owner: string;
  readonly literal: string;
  readonly entry: ProblemEntry;
}

/** A catalogue: every refusal a capability knows, by its literal. */
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
  // oxlint-disable-next-line typescript/consistent-type-assertions -- fromEntries forgets the keys it was given
  return Object.fromEntries(factories) as { readonly [Literal in keyof Entries]: ProblemFactory };
}
