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
  /** The connection broke or the server went away; what was under way may or may not have happened. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'bug' };

/** `query_canceled`: statement_timeout, or an operator's `pg_cancel_backend`. */
const timeoutState = '57014';
const retryStates = new Set(['40001', '40P01', '55P03']);
/** Raised by `platform.expect_rows`. */
const rowsExpectedState = 'PX001';
const readOnlyState = '25006';
const integrityClass = '23';
/** Classes in which the server ends the session: connection exception, operator intervention, resources. */
const lostClasses = new Set(['08', '57', '53']);

/** Sorts what the driver throws. */
export function failureOf(error: unknown): Failure {
  if (error instanceof pg.DatabaseError && error.code !== undefined) return fromState(error.code, error);
  return isConnectionError(error) ? { kind: 'lost' } : { kind: 'bug' };
}

/** Reports whether an error comes from the state of the database, not from the request or the product: answer 503. */
export function isDatabaseTrouble(error: unknown): boolean {
  return troubleKinds.has(failureOf(error).kind);
}

const troubleKinds: ReadonlySet<Failure['kind']> = new Set(['lost', 'retry', 'timeout']);

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
  // The server became a standby under us; a new connection finds the new primary.
  if (state === readOnlyState) return { kind: 'lost' };
  if (state === timeoutState) return { kind: 'timeout' };
  if (state.startsWith(integrityClass) && error.constraint !== undefined) {
    return { kind: 'constraint', constraint: error.constraint };
  }
  return lostClasses.has(state.slice(0, 2)) ? { kind: 'lost' } : { kind: 'bug' };
}

const connectionCodes = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EHOSTUNREACH',
]);
const connectionTexts = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
];

/** The driver gives its own connection errors no code, only a text. */
function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && connectionCodes.has(error.code)) return true;
  return connectionTexts.some((text) => error.message.startsWith(text));
}
