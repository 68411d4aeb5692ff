import type { Outcome } from './flush.ts';
import type { Statement } from './statement.ts';

/** Reads from the primary. Reads issued in the same tick of the event loop share one round trip. */
export interface Reader {
  rows<Row>(statement: Statement<Row, 'select'>): Promise<readonly Row[]>;
  first<Row>(statement: Statement<Row, 'select'>): Promise<Row | undefined>;
}

/**
 * Reads and writes outside a unit of work. What `execute` changed is committed when its promise resolves, whatever the
 * caller does afterwards: for counters that must hold although the command fails, and for clean-up.
 */
export interface Autocommit extends Reader {
  /** A unit of work executes as well, but in its own transaction; it must not be taken for this. */
  readonly isAutocommit: true;
  execute<Row>(statement: Statement<Row, 'write'>): Promise<Row | undefined>;
  executeAll<Row>(statement: Statement<Row, 'write'>): Promise<readonly Row[]>;
  /**
   * Executes a frequent write of one row. Concurrent ones may share a transaction; `row` names the row, so that all
   * processes lock rows in the same order.
   */
  executeShared<Row>(statement: Statement<Row, 'write'>, row: string): Promise<Row | undefined>;
}

/** Sends statements of any kind; the interfaces above say which kinds a caller may send. */
export interface StatementSender {
  rows<Row>(statement: Statement<Row>): Promise<readonly Row[]>;
  first<Row>(statement: Statement<Row>): Promise<Row | undefined>;
}

/** Commits each statement by itself, unless others send reads and shared writes. */
export function autocommitOf(
  sender: StatementSender,
  { reads = sender, shared = (statement) => sender.first(statement) }: SharedSenders = {},
): Autocommit {
  return {
    isAutocommit: true,
    rows: (statement) => reads.rows(statement),
    first: (statement) => reads.first(statement),
    execute: (statement) => sender.first(statement),
    executeAll: (statement) => sender.rows(statement),
    executeShared: (statement, row) => shared(statement, row),
  };
}

/** Senders that concurrent requests share. */
export interface SharedSenders {
  readonly reads?: StatementSender;
  readonly shared?: Autocommit['executeShared'];
}

type SendAll = (statements: readonly Statement[]) => Promise<readonly Outcome[]>;

interface PendingRead {
  readonly statement: Statement;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Collects the reads of one tick and sends them together. `send` may add leading statements; the last outcomes belong
 * to the reads.
 */
export function coalescingReader(send: SendAll): StatementSender {
  let waiting: PendingRead[] = [];

  const sendWaiting = async (): Promise<void> => {
    const reads = waiting;
    waiting = [];
    try {
      const outcomes = await send(reads.map(({ statement }) => statement));
      const ownOutcomes = outcomes.slice(-reads.length);
      reads.forEach(({ resolve }, index) => resolve(ownOutcomes[index] ?? { rows: [], rowCount: 0 }));
      // Every read of the round trip fails with this error.
    } catch (error) {
      for (const { reject } of reads) reject(error);
    }
  };

  const enqueue = (statement: Statement): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      waiting.push({ statement, resolve, reject });
      if (waiting.length === 1) queueMicrotask(() => void sendWaiting());
    });

  return {
    async rows<Row>(statement: Statement<Row>) {
      const { rows } = await enqueue(statement);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the row type was compiled with the statement
      return rows as readonly Row[];
    },
    async first<Row>(statement: Statement<Row>) {
      const { rows } = await enqueue(statement);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the row type was compiled with the statement
      return rows[0] as Row | undefined;
    },
  };
}
