import type { ProblemFactory } from '#platform/kernel/problem.ts';
import type { Reader } from './reader.ts';
import { plainStatement, type Statement } from './statement.ts';

/** How the violations of a store's statement map to problems. */
export interface WriteRules {
  /** Exactly this many rows must change; otherwise the command fails with `otherwise` and is rolled back. */
  readonly rows?: { readonly count: number; readonly otherwise: ProblemFactory };
  /** Named constraints of the store's own tables and the problem of each. */
  readonly constraints?: Readonly<Record<string, ProblemFactory>>;
}

/** Collects the writes of a command; nothing is sent before the command has decided. */
export interface Writer extends Reader {
  /** Queues a write; a lock may stand between the writes, for those behind it. */
  write(statement: Statement<unknown, 'write' | 'lock'>, rules?: WriteRules): void;
  /** Reads and locks a row inside the command's transaction, which this opens. */
  lock<Row>(statement: Statement<Row, 'lock'>): Promise<Row | undefined>;
  /** The same for many rows. */
  lockAll<Row>(statement: Statement<Row, 'lock'>): Promise<readonly Row[]>;
  /** Changes something at once, inside the command's transaction, and returns the row the statement returns. */
  execute<Row>(statement: Statement<Row, 'write'>): Promise<Row | undefined>;
  /** The same for many rows. */
  executeAll<Row>(statement: Statement<Row, 'write'>): Promise<readonly Row[]>;
}

const wrapped = new Map<string, (values: readonly unknown[]) => Statement>();

/**
 * COMMIT is already sent when the server runs the write, so the row count cannot be checked afterwards: the database
 * itself must fail. Wraps the write in a statement that raises if the count is wrong.
 */
export function expectingRows(statement: Statement, count: number): Statement {
  const cacheKey = `${count} ${statement.name}`;
  let make = wrapped.get(cacheKey);
  if (make === undefined) {
    make = plainStatement(
      `with changed as (${statement.text} returning 1) select platform.expect_rows(count(*), ${count}) from changed`,
      'write',
    );
    wrapped.set(cacheKey, make);
  }
  return make(statement.values);
}
