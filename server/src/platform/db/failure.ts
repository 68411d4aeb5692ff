import pg from 'pg';

/** What a failed statement or flush means for the command that sent it. */
export type Failure =
  /** Another transaction conflicted; the same command may succeed when run again. */
  | { readonly kind: 'retry' }
  /** A constraint of the database was violated. */
  | { readonly kind: 'constraint'; readonly constraint: string }
  | { readonly kind: 'row-count' }
  /** The statement exceeded its time limit and had no effect. A retry would cost as much again. */
  | { readonly kind: 'timeout' }
  /** The server lacked memory or another resource for this statement, which had no effect. Others may succeed. */
  | { readonly kind: 'exhausted' }
  /** The connection broke or the server stopped; the running statements may or may not have taken effect. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'internal-error' };

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
 * The server became a standby during the session (a new connection finds the new primary), or every session lacks the
 * same resource: the disk is full, there are too many connections.
 */
const lostStates = new Set(['25006', '53100', '53300']);

/**
 * A connection could not be made, or broke in use. Thrown by the phase that failed, because there is no complete list
 * of the errors of name look-ups, networks, TLS and servers.
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

/** Returns the error of a statement: the server's own, or else that its connection broke. */
export function failureInUse(error: Error): Error {
  return error instanceof pg.DatabaseError || error instanceof ConnectionFailed
    ? error
    : new ConnectionFailed('in-use', error);
}

/** Classifies an error of the database layer. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ConnectionFailed) return { kind: 'lost' };
  if (error instanceof pg.DatabaseError && error.code !== undefined) return fromState(error.code, error);
  return { kind: 'internal-error' };
}

/**
 * Whether the server was reached and refused the session, such as for a wrong password or an unknown database. A
 * starting process ends with this error; a running one waits, because it has worked before.
 */
export function isSessionRefused(error: unknown): boolean {
  if (!(error instanceof ConnectionFailed && error.phase === 'connecting')) return false;
  return error.cause instanceof pg.DatabaseError && !isDatabaseUnavailable(error.cause);
}

/** Whether an error comes from the state of the database and not from the request or the product: respond with 503. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return unavailableKinds.has(failureOf(error).kind);
}

const unavailableKinds: ReadonlySet<Failure['kind']> = new Set(['lost', 'retry', 'timeout', 'exhausted']);

/** Whether a migration changed what a prepared statement returns; it works once it is parsed again. */
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

function kindOfClass(state: string): 'lost' | 'exhausted' | 'internal-error' {
  const stateClass = state.slice(0, 2);
  if (lostClasses.has(stateClass) || lostStates.has(state)) return 'lost';
  return stateClass === resourcesClass ? 'exhausted' : 'internal-error';
}
