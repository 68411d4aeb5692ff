import assert from 'node:assert/strict';
import pg from 'pg';
import type { Database } from '#platform/db/database.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { Statement } from '#platform/db/statement.ts';
import { toParameter } from '#platform/db/values.ts';
import type { Writer } from '#platform/db/writer.ts';

/** How the server plans a prepared statement: for the values of each call, or once for all. */
export type PlanMode = 'force_custom_plan' | 'force_generic_plan';

/** The cost of one statement; its changes were rolled back. */
export interface StatementCost {
  /** Pages read, whether they were in memory or not. */
  readonly buffers: number;
  readonly milliseconds: number;
  /** Number of rows returned or changed. */
  readonly rows: number;
}

/** The interfaces that statements are sent through. */
export type Measured = Reader & Writer & Pick<Database, 'flush' | 'query'>;

/** Runs statements of stores under EXPLAIN (ANALYZE, BUFFERS), as the service does: bound by row-level security. */
export interface BufferMeter extends AsyncDisposable {
  /** Returns the cost of the one statement that a store sends through this reader or writer. */
  costOf(mode: PlanMode, use: (db: Measured) => unknown): Promise<StatementCost>;
}

interface Plan {
  readonly Plan: Readonly<Record<string, unknown>>;
  readonly 'Execution Time': number;
}

/** Opens a connection that caches its plans, like those of a worker. */
export async function openBufferMeter(appUrl: string, bankId: string): Promise<BufferMeter> {
  const client = new pg.Client({ connectionString: appUrl });
  await client.connect();
  await client.query(`select set_config('portico.bank_id', $1, false)`, [bankId]);
  const prepared = new Set<string>();
  return {
    async costOf(mode, use) {
      const { name, text, values } = statementIn(use);
      await client.query(`set plan_cache_mode = ${mode}`);
      if (!prepared.has(name)) await client.query(`prepare ${name} as ${text}`);
      prepared.add(name);
      const literals = values.map((value) => literalOf(toParameter(value)));
      const call = literals.length === 0 ? name : `${name}(${literals.join(', ')})`;
      await client.query('begin');
      try {
        const { rows } = await client.query<{ 'QUERY PLAN': readonly [Plan] }>(
          `explain (analyze, buffers, format json) execute ${call}`,
        );
        const plan = rows[0]?.['QUERY PLAN'][0];
        assert(plan !== undefined);
        return costIn(plan);
      } finally {
        await client.query('rollback');
      }
    },
    async [Symbol.asyncDispose]() {
      await client.end();
    },
  };
}

/** Returns the one statement that a store sends through a reader or writer, without executing it. */
export function statementIn(use: (db: Measured) => unknown): Statement {
  const sent: Statement[] = [];
  const collect = (statement: Statement): Promise<never> => {
    sent.push(statement);
    return new Promise(() => undefined);
  };
  const keepAll = (statements: readonly Statement[]): Promise<never> => {
    sent.push(...statements);
    return new Promise(() => undefined);
  };
  const reading = { rows: collect, first: collect, query: collect, lock: collect, lockAll: collect };
  const db = { ...reading, execute: collect, executeAll: collect, write: collect, flush: keepAll };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- statements are collected instead of executed
  void use(db as unknown as Measured);
  const [statement] = sent;
  assert(statement !== undefined && sent.length === 1, 'not exactly one statement was sent');
  return statement;
}

function literalOf(value: string | Buffer | null): string {
  if (value === null) return 'null';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  return pg.escapeLiteral(value);
}

function costIn({ 'Execution Time': milliseconds, Plan: plan }: Plan): StatementCost {
  const count = (field: string): number => Number(plan[field] ?? 0);
  return {
    buffers: count('Shared Hit Blocks') + count('Shared Read Blocks'),
    milliseconds,
    rows: count('Actual Rows'),
  };
}
