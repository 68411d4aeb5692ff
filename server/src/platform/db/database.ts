import pg from 'pg';
import { ConnectionFailed, isStalePlan } from './failure.ts';
import { Flush, type Outcome, type Prepared } from './flush.ts';
import { type Autocommit, autocommitOf, coalescingReader, type SharedSenders } from './reader.ts';
import { type Sharing, senderOf, sharedSender } from './shared-sender.ts';
import { plainStatement, type Statement } from './statement.ts';

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  /** Called after each wait for a connection, with the wait in milliseconds. */
  readonly onPoolWait?: (waitedMs: number) => void;
  readonly applicationName?: string;
  /** Whether concurrent requests of one bank share round trips. A slow statement then delays those beside it. */
  readonly isShared?: boolean;
}

/** Limits for every statement; a COMMIT is exempt, because PostgreSQL stops the timer before it commits. */
const sessionBounds =
  '-c TimeZone=UTC -c statement_timeout=10000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=15000' +
  // Statements read few rows; starting parallel workers would cost more than they save.
  ' -c max_parallel_workers_per_gather=0';

/**
 * The server cancels every statement long before this; a server that has not responded by then is gone. Closing the
 * connection cancels nothing, so the outcome of a running COMMIT stays unknown until its idempotency key resolves it.
 */
const responseTimeoutMs = 30_000;
/** Round trips at a time for the reads of one bank, slow ones apart. */
const readTripsMax = 2;
/** Commits cannot overlap usefully: the next one takes all that arrived during the last. */
const writeTripsMax = 1;
const sharedMax = 32;
/** Many times what a usual statement takes. */
const slowAfterMs = 20;
/** Time of each statement beside others; one that needs more is sent again by itself. */
const sharedTimeMaxMs = 1_000;
const connectTimeoutMs = 3_000;
const idleTimeoutMs = 30_000;

/** One connection, reserved for the length of a transaction. */
export interface Session {
  /** Sends all statements in one write; after a failure `completed` is the number that the server finished. */
  flush(statements: readonly Statement[]): Promise<readonly Outcome[]>;
  /** Statements finished by the last flush. */
  readonly completed: number;
  /** A connection of unknown state is destroyed, never returned to the pool. */
  release(state: 'clean' | 'unknown'): void;
}

/** Tighter limits than those of the session. */
export interface ReadLimits {
  /** For all statements of one round trip together. A read that exceeds it fails with a `timeout`. */
  readonly timeMaxMs: number;
}

export interface PoolState {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

/** The pool of one role. Every statement that leaves it is named, so that it is parsed once per connection. */
export interface Database {
  /** Returns a reader of one bank: row-level security shows the rows of that bank only. */
  forBank(bankId: string, limits?: ReadLimits): Autocommit;
  session(): Promise<Session>;
  flush(statements: readonly Statement[]): Promise<readonly Outcome[]>;
  /** Returns the rows of one select that needs no bank, such as the platform's own. */
  query<Row>(statement: Statement<Row, 'select'>): Promise<readonly Row[]>;
  /** Sends one statement that writes, and commits it. */
  execute<Row>(statement: Statement<Row, 'write'>): Promise<readonly Row[]>;
  poolState(): PoolState;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Binds a transaction to a bank; reset at its end, so that a pooled connection never carries it over. */
export const setBank = plainStatement("select set_config('portico.bank_id', $1, true)");

/** The same, with a time limit for the first statement; one statement, because a short read has no time for two. */
const setBankAndTime = plainStatement(
  "select set_config('portico.bank_id', $1, true), set_config('statement_timeout', $2, true)",
);

/**
 * Limits a further statement to the remaining time of its round trip. Evaluated before each statement, because
 * PostgreSQL restarts the timer for each; local, so that it ends with the round trip.
 */
const setTimeLeft = plainStatement(
  `select set_config('statement_timeout',
     greatest(1, $1::int - (extract(epoch from clock_timestamp() - transaction_timestamp()) * 1000)::int)::text, true)`,
);

/** Opens the pool; connections are made on first use. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    application_name: options.applicationName ?? 'portico',
    options: sessionBounds,
    keepAlive: true,
  });
  // The pool replaces an idle connection that breaks; the next user sees the failure in its own query.
  pool.on('error', () => undefined);
  // The pool listens to idle connections only. One that breaks in use fails its flush and nothing else.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const prepared = new WeakMap<pg.PoolClient, Prepared>();

  const session = async (): Promise<Session> => {
    const startedAt = performance.now();
    const client = await pool.connect().catch((error: unknown) => {
      throw new ConnectionFailed('connecting', error);
    });
    options.onPoolWait?.(performance.now() - startedAt);
    let known = prepared.get(client);
    if (known === undefined) {
      known = { columns: new Map(), doubtful: new Set() };
      prepared.set(client, known);
    }
    return sessionOf(client, known);
  };

  const flush = async (statements: readonly Statement[]): Promise<readonly Outcome[]> => {
    const reserved = await session();
    let state: 'clean' | 'unknown' = 'unknown';
    try {
      const outcomes = await flushAnew(reserved, statements);
      state = 'clean';
      return outcomes;
    } finally {
      reserved.release(state);
    }
  };

  const sharedOf = sharedByBank(flush);

  const close = async (): Promise<void> => {
    if (!pool.ended) await pool.end();
  };

  return {
    session,
    flush,
    query: (statement) => rowsOf(flush, statement),
    execute: (statement) => rowsOf(flush, statement),
    forBank: (bankId, limits) =>
      autocommitOf(
        coalescingReader((statements) => flushFor({ bankId, limits, flush }, statements)),
        options.isShared === true && limits === undefined ? sharedOf(bankId) : {},
      ),
    poolState: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Returns the senders of each bank, made once. */
function sharedByBank(flush: Database['flush']): (bankId: string) => SharedSenders {
  const byBank = new Map<string, SharedSenders>();
  return (bankId) => {
    const known = byBank.get(bankId);
    if (known !== undefined) return known;
    const made = sharedSenders((statements) => {
      const first =
        statements.length === 1 ? setBank([bankId]) : setBankAndTime([bankId, String(sharedTimeMaxMs)]);
      return flush([first, ...statements]);
    });
    byBank.set(bankId, made);
    return made;
  };
}

function sharedSenders(send: Sharing['send']): SharedSenders {
  const common = { send, statementsMax: sharedMax, slowAfterMs };
  const reads = sharedSender({ ...common, areReads: true, tripsMax: readTripsMax });
  const writes = sharedSender({ ...common, areReads: false, tripsMax: writeTripsMax });
  return {
    reads: senderOf(reads),
    async shared<Row>(statement: Statement<Row, 'write'>, row: string) {
      const { rows } = await writes.run(statement, row);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the row type was compiled with the statement
      return rows[0] as Row | undefined;
    },
  };
}

async function rowsOf<Row>(flush: Database['flush'], statement: Statement<Row>): Promise<readonly Row[]> {
  const [outcome] = await flush([statement]);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the row type was compiled with the statement
  return (outcome?.rows ?? []) as readonly Row[];
}

/** Sends the statements of one round trip for one bank, within the time they have together. */
async function flushFor(
  {
    bankId,
    flush,
    limits,
  }: { readonly bankId: string; readonly limits: ReadLimits | undefined; readonly flush: Database['flush'] },
  statements: readonly Statement[],
): Promise<readonly Outcome[]> {
  if (limits === undefined) return flush([setBank([bankId]), ...statements]);
  const first = setBankAndTime([bankId, String(limits.timeMaxMs)]);
  const timeLeft = setTimeLeft([limits.timeMaxMs]);
  const limited = statements.flatMap((one, index) => [index === 0 ? first : timeLeft, one]);
  return (await flush(limited)).filter((_, index) => index % 2 === 1);
}

/** A stale plan has been discarded by the time it is reported, and nothing has been executed: a retry is safe. */
async function flushAnew(session: Session, statements: readonly Statement[]): Promise<readonly Outcome[]> {
  try {
    return await session.flush(statements);
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    return session.flush(statements);
  }
}

function sessionOf(client: pg.PoolClient, prepared: Prepared): Session {
  let last: Flush | undefined;
  let busy: Promise<void> | undefined;
  return {
    async flush(statements) {
      // One exchange at a time; later calls wait for the one that is running.
      while (busy !== undefined) await busy;
      const { promise, resolve } = Promise.withResolvers<void>();
      busy = promise;
      last = new Flush(statements, prepared);
      try {
        return await respondInTime(client, last);
      } finally {
        busy = undefined;
        resolve();
      }
    },
    get completed() {
      return last?.completed ?? 0;
    },
    release: (state) => client.release(state === 'unknown'),
  };
}

async function respondInTime(client: pg.PoolClient, flush: Flush): Promise<readonly Outcome[]> {
  const deadline = setTimeout(() => flush.cut(), responseTimeoutMs);
  client.query(flush);
  try {
    return await flush.done;
  } finally {
    clearTimeout(deadline);
  }
}
