import pg from 'pg';

/** What a failed statement or flush means for the command that sent it. */
export type Failure =
  /** Another transaction was in the way; the same command may succeed when run again. */
  | { readonly kind: 'retry' }
  /** The database said no, and why. */
  | { readonly kind: 'constraint'; readonly constraint: string }
  | { readonly kind: 'row-count' }
  /** The statement exceeded its time limit and nothing happened. Run again, it would cost as much again. */
  | { readonly kind: 'timeout' }
  /** The server had not enough memory, or the like, for this statement, and nothing happened. Others may succeed. */
  | { readonly kind: 'exhausted' }
  /** The connection broke or the server went away; what was under way may or may not have happened. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'bug' };

/** `query_canceled`: statement_timeout, or an operator's `pg_cancel_backend`. */
const timeoutState = '57014';
const retryStates = new Set(['40001', '40P01', '55P03']);
/** Raised by `platform.expect_rows`. */
const rowsExpectedState = 'PX001';
const integrityClass = '23';
/** Classes in which the server ends the session: connection exception, operator intervention. */
const lostClasses = new Set(['08', '57']);
const resourcesClass = '53';
/**
 * The server became a standby under us (a new connection finds the new primary), or every session lacks the same: the
 * disk is full, there are too many connections.
 */
const lostStates = new Set(['25006', '53100', '53300']);

/**
 * A connection could not be made, or broke in use. Thrown by the phase in which something failed, because there is no
 * complete list of what name look-ups, networks, TLS and servers may answer with.
 */
export class ConnectionFailed extends Error {
  override readonly name = 'ConnectionFailed';
  readonly phase: 'connecting' | 'in-use';
  /** The code of the cause, for the log. */
  readonly code: string | undefined;
  constructor(phase: ConnectionFailed['phase'], cause: unknown) {
    super(phase === 'connecting' ? 'no connection to the database' : 'the connection was lost', { cause });
    this.phase = phase;
    const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
    this.code = typeof code === 'string' ? code : undefined;
  }
}

/** Returns what a statement failed with: the server's own words, or else that its connection broke. */
export function failureInUse(error: Error): Error {
  return error instanceof pg.DatabaseError || error instanceof ConnectionFailed
    ? error
    : new ConnectionFailed('in-use', error);
}

/** Sorts what the database layer throws. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ConnectionFailed) return { kind: 'lost' };
  if (error instanceof pg.DatabaseError && error.code !== undefined) return fromState(error.code, error);
  return { kind: 'bug' };
}

/**
 * Reports whether the server was reached and refused the session, such as for a wrong password or an unknown database.
 * A process that starts ends with it; one that runs waits, because it has worked before.
 */
export function isSessionRefused(error: unknown): boolean {
  if (!(error instanceof ConnectionFailed && error.phase === 'connecting')) return false;
  return error.cause instanceof pg.DatabaseError && !isDatabaseTrouble(error.cause);
}

/** Reports whether an error comes from the state of the database, not from the request or the product: answer 503. */
export function isDatabaseTrouble(error: unknown): boolean {
  return troubleKinds.has(failureOf(error).kind);
}

const troubleKinds: ReadonlySet<Failure['kind']> = new Set(['lost', 'retry', 'timeout', 'exhausted']);

/** A migration changed what a prepared statement returns; parsed anew, it will do. */
export function isStalePlan(error: unknown): boolean {
  // The state alone says "not supported"; the message is in the server's language.
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  );
}

function fromState(state: string, error: pg.DatabaseError): Failure {
  if (retryStates.has(state) || isStalePlan(error)) return { kind: 'retry' };
  if (state === rowsExpectedState) return { kind: 'row-count' };
  if (state === timeoutState) return { kind: 'timeout' };
  if (state.startsWith(integrityClass) && error.constraint !== undefined) {
    return { kind: 'constraint', constraint: error.constraint };
  }
  return { kind: kindOfClass(state) };
}

function kindOfClass(state: string): 'lost' | 'exhausted' | 'bug' {
  const stateClass = state.slice(0, 2);
  if (lostClasses.has(stateClass) || lostStates.has(state)) return 'lost';
  return stateClass === resourcesClass ? 'exhausted' : 'bug';
}
