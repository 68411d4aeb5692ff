import pg from 'pg';
import type { SampledStatement } from '../../tools/growth/registry.ts';
import type { SampleValues } from './growth-samples.ts';

/** How PostgreSQL plans: with the values, or once for all values. */
export const planModes = ['custom', 'generic'] as const;
export type PlanMode = (typeof planModes)[number];

/** A scan of a table that was executed. */
export interface Scan {
  readonly table: string;
  readonly kind: string;
  readonly condition: string;
  /** Rows that were read, found or not. */
  readonly rowsRead: number;
}

/** What one execution cost. */
export interface Measurement {
  readonly buffers: number;
  readonly rows: number;
  readonly ms: number;
  readonly scans: readonly Scan[];
  /** Rows that were inserted, updated or deleted, with the number of indexes of their table. */
  readonly changes: readonly { readonly rows: number; readonly indexes: number }[];
  /** Why the statement could not be executed. */
  readonly error?: string;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Schema?: string;
  readonly 'Index Cond'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly 'Subplan Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

interface Explained {
  readonly Plan: PlanNode;
  readonly 'Execution Time': number;
}

/** Roles of the product, in the order in which a statement is tried; the last one is the owner of the tables. */
const roles = ['portico_app', 'portico_worker', 'postgres'] as const;

const callsFunction = /\b\w+\.\w+\(/;
const inserts = /^\s*insert into/i;

/** Executes statements in transactions that are rolled back. */
export class Prober {
  readonly #client: pg.Client;
  readonly #tables: Tables;
  readonly #roles = new Map<string, (typeof roles)[number]>();

  constructor(client: pg.Client, tables: Tables) {
    this.#client = client;
    this.#tables = tables;
  }

  /** Executes once; what a role may not do is tried with the next one. */
  async measure(statement: SampledStatement, values: SampleValues, mode: PlanMode): Promise<Measurement> {
    const first = this.#roles.get(statement.text);
    const candidates = first === undefined ? roles : [first];
    let last: Measurement | undefined;
    for (const role of candidates) {
      // The first call of a function in a session reads the catalogue to plan its statements. The first insertion into a table
      // corrects its map of free space, which still counts rows of earlier executions.
      if (callsFunction.test(statement.text) || inserts.test(statement.text))
        await this.#execute(statement, values, { mode, role });
      const measured = await this.#execute(statement, values, { mode, role });
      if (measured !== 'forbidden') {
        this.#roles.set(statement.text, role);
        return measured;
      }
      last = failed('permission denied');
    }
    return last ?? failed('no role');
  }

  async #execute(
    { text }: SampledStatement,
    values: SampleValues,
    { mode, role }: { readonly mode: PlanMode; readonly role: string },
  ): Promise<Measurement | 'forbidden'> {
    const list = values.map((value) => (value === null ? 'null' : pg.escapeLiteral(value))).join(', ');
    const call = values.length === 0 ? 'probed' : `probed(${list})`;
    // The relay sets both in the statement before its own.
    const relay = text.includes('portico.relay_turn')
      ? "set local portico.relay_turn = 'true'; set local enable_seqscan = off;"
      : '';
    const script = `begin; set local role ${role}; set local portico.bank_id = '01'; ${relay}
      set local plan_cache_mode = force_${mode}_plan; prepare probed as ${text};
      explain (analyze, buffers, verbose, timing off, format json) execute ${call}`;
    try {
      const results: unknown = await this.#client.query(script);
      return this.#read(lastRows(results));
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      if (error.code === '42501') return 'forbidden';
      return failed(`${error.code ?? ''} ${error.message}`);
    } finally {
      await this.#client.query('rollback; deallocate all; select pg_advisory_unlock_all()');
    }
  }

  #read(explained: Explained): Measurement {
    const nodes = flatten(explained.Plan);
    return {
      buffers: (explained.Plan['Shared Hit Blocks'] ?? 0) + (explained.Plan['Shared Read Blocks'] ?? 0),
      rows: Math.max(
        explained.Plan['Actual Rows'],
        ...nodes.filter((node) => node['Node Type'] === 'ModifyTable').map(changedRows),
      ),
      ms: explained['Execution Time'],
      changes: nodes
        .filter((node) => node['Node Type'] === 'ModifyTable')
        .map((node) => ({ rows: changedRows(node), indexes: this.#tables.indexes.get(nameOf(node)) ?? 0 })),
      scans: nodes
        .filter((node) => node['Relation Name'] !== undefined && node['Node Type'] !== 'ModifyTable')
        .filter((node) => node['Actual Loops'] > 0)
        .map((node) => this.#scan(node)),
    };
  }

  #scan(node: PlanNode): Scan {
    const name = nameOf(node);
    const below = node['Node Type'] === 'Bitmap Heap Scan' ? (node.Plans?.[0]?.['Index Cond'] ?? '') : '';
    return {
      table: this.#tables.parents.get(name) ?? name,
      kind: node['Node Type'],
      condition: node['Index Cond'] ?? below,
      rowsRead: node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)),
    };
  }
}

function nameOf(node: PlanNode): string {
  return `${node.Schema ?? ''}.${node['Relation Name'] ?? ''}`;
}

function failed(error: string): Measurement {
  return { buffers: 0, rows: 0, ms: 0, scans: [], changes: [], error };
}

function flatten(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

function changedRows({ Plans = [] }: PlanNode): number {
  return Plans.filter((node) => node['Subplan Name'] === undefined).reduce(
    (sum, node) => sum + node['Actual Rows'] * node['Actual Loops'],
    0,
  );
}

/** The plan that the last statement of a script returned. */
function lastRows(results: unknown): Explained {
  const last: unknown = Array.isArray(results) ? results.at(-1) : results;
  const rows: unknown = typeof last === 'object' && last !== null ? Reflect.get(last, 'rows') : undefined;
  const [row]: readonly unknown[] = Array.isArray(rows) ? rows : [];
  const plans: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'QUERY PLAN') : undefined;
  const [plan]: readonly unknown[] = Array.isArray(plans) ? plans : [];
  // oxlint-disable-next-line typescript/consistent-type-assertions -- EXPLAIN has this form
  return plan as Explained;
}

/** What a plan does not say about tables. */
export interface Tables {
  /** The partitioned table of each partition. */
  readonly parents: ReadonlyMap<string, string>;
  /** How many indexes each table has. */
  readonly indexes: ReadonlyMap<string, number>;
}

export async function readTables(client: pg.Client): Promise<Tables> {
  const { rows } = await client.query<{ name: string; parent: string | null; indexes: number }>(
    `select n.nspname || '.' || c.relname as name, pn.nspname || '.' || p.relname as parent,
            (select count(*)::int from pg_index x where x.indrelid = c.oid) as indexes
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       left join pg_inherits h on h.inhrelid = c.oid
       left join pg_class p on p.oid = h.inhparent left join pg_namespace pn on pn.oid = p.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`,
  );
  return {
    parents: new Map(rows.flatMap(({ name, parent }) => (parent === null ? [] : [[name, parent]]))),
    indexes: new Map(rows.map(({ indexes, name }) => [name, indexes])),
  };
}
