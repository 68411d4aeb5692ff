import type { ProblemFactory } from '#platform/kernel/problem.ts';
import type { Reader } from './reader.ts';
import { plainStatement, type Statement } from './statement.ts';

/** What a store knows about the ways its statement can be refused by the database. */
export interface WriteRules {
  /** Exactly this many rows must change, else the command fails with `otherwise` and nothing is kept. */
  readonly rows?: { readonly count: number; readonly otherwise: ProblemFactory };
  /** Named constraints of the store's own tables and the problem each stands for. */
  readonly constraints?: Readonly<Record<string, ProblemFactory>>;
}

/** Collects what a command will save; nothing leaves before the command has decided. */
export interface Writer extends Reader {
  /** A lock may stand between the writes, for those behind it. */
  write(statement: Statement<unknown, 'write' | 'lock'>, rules?: WriteRules): void;
  /** Reads and locks inside the command's transaction, which this opens. */
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
 * COMMIT is already on its way when the server runs the write, so a wrong row count cannot be judged afterwards:
 * the database itself must fail. The write becomes part of a statement that raises when the count is off.
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
