import assert from 'node:assert/strict';
import type pg from 'pg';
import type { StatementKind } from '../../server/src/platform/db/statement.ts';
import { type OptionalTables, optionalTables } from './outer-joins.ts';

/** A type of PostgreSQL; `element` is the name of an array's elements. */
export interface PostgresType {
  readonly name: string;
  readonly element: string | undefined;
}

/** What the migrated database says about types and columns. */
export interface Catalogue {
  typeOf(oid: number): PostgresType;
  /** The column of a table; undefined for a column of a view, about whose nulls the server knows nothing. */
  columnOf(source: {
    readonly table: number;
    readonly column: number;
  }): { readonly name: string; readonly isNotNull: boolean } | undefined;
}

/** Reads types and columns once. */
export async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const types = await client.query<{ oid: number; name: string; element: string | null }>(
    `select t.oid::int4 as oid, t.typname as name, e.typname as element
       from pg_type t left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'`,
  );
  const columns = await client.query<{ key: string; name: string; is_not_null: boolean }>(
    `select a.attrelid::text || '.' || a.attnum as key, a.attname as name, a.attnotnull as is_not_null
       from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.attnum > 0 and c.relkind in ('r', 'p')`,
  );
  const byOid = new Map(
    types.rows.map(({ element, name, oid }) => [oid, { name, element: element ?? undefined }]),
  );
  const byKey = new Map(
    columns.rows.map(({ is_not_null, key, name }) => [key, { name, isNotNull: is_not_null }]),
  );
  return {
    typeOf(oid) {
      const type = byOid.get(oid);
      assert(type !== undefined, `the database has no type ${oid}`);
      return type;
    },
    columnOf: ({ column, table }) => byKey.get(`${table}.${column}`),
  };
}

/** What the server's parser found in a statement. */
export interface Analysis {
  readonly kind: StatementKind;
  /** Tables and functions with their schema; those of PostgreSQL itself are left out. */
  readonly uses: readonly { readonly schema: string; readonly name: string }[];
  readonly optional: OptionalTables;
}

/** Functions of PostgreSQL that lock, or that change what others see. */
const lockingFunction = /^pg_(?:try_)?advisory_/;
const changingFunctions = ['nextval', 'setval'];

/** Volatile by their declaration, so that their plan is kept, though their body only reads. ADR-0055 */
const readingFunctions = ['has_due', 'due_queues'];

/**
 * Has the server analyse a statement: it becomes the body of a function, for which the server records every table and
 * function it names and keeps the parsed tree. The function goes with the transaction; nothing is executed.
 */
export async function analyseStatement(
  client: pg.Client,
  text: string,
  parameterOids: readonly number[],
): Promise<Analysis> {
  await client.query('begin');
  try {
    const { rows: types } = await client.query<{ name: string }>(
      'select format_type(oid, null) as name from unnest($1::oid[]) with ordinality as t (oid, place) order by place',
      [parameterOids],
    );
    const parameters = types.map(({ name }) => name).join(', ');
    await client.query(
      `create function pg_temp.checked(${parameters}) returns void language sql begin atomic ${text}; end`,
    );
    const { rows } = await client.query<{ oid: string; tree: string }>(
      `select oid, prosqlbody::text as tree from pg_proc
        where proname = 'checked' and pronamespace = pg_my_temp_schema()`,
    );
    const [made] = rows;
    assert(made !== undefined);
    return {
      kind: await kindOf(client, made.tree),
      uses: await usesOf(client, made.oid),
      optional: optionalTables(made.tree),
    };
  } finally {
    await client.query('rollback');
  }
}

/** Reads the kind from the parsed tree. Volatile functions of ours may change anything, so they count as changing. */
async function kindOf(client: pg.Client, tree: string): Promise<StatementKind> {
  if (/:commandType [2-5]\b/.test(tree)) return 'write';
  const ids = [...tree.matchAll(/:funcid (\d+)/g)].map(([, id]) => id);
  const { rows } = await client.query<{ name: string; is_ours: boolean }>(
    `select p.proname as name, n.nspname <> 'pg_catalog' as is_ours
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.oid = any($1::oid[]) and p.provolatile = 'v'`,
    [ids],
  );
  const functions = rows.filter(({ is_ours, name }) => !is_ours || !readingFunctions.includes(name));
  if (functions.some(({ is_ours, name }) => is_ours || changingFunctions.includes(name))) return 'write';
  const isLocking = functions.some(({ name }) => lockingFunction.test(name));
  return isLocking || tree.includes('{ROWMARKCLAUSE') ? 'lock' : 'select';
}

async function usesOf(client: pg.Client, functionOid: string): Promise<Analysis['uses']> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select distinct n.nspname as schema, coalesce(c.relname, p.proname, t.typname) as name
       from pg_depend d
       left join pg_class c on d.refclassid = 'pg_class'::regclass and c.oid = d.refobjid
       left join pg_proc p on d.refclassid = 'pg_proc'::regclass and p.oid = d.refobjid
       left join pg_type t on d.refclassid = 'pg_type'::regclass and t.oid = d.refobjid
       join pg_namespace n on n.oid = coalesce(c.relnamespace, p.pronamespace, t.typnamespace)
      where d.classid = 'pg_proc'::regclass and d.objid = $1 and n.oid <> pg_my_temp_schema()
      order by 1, 2`,
    [functionOid],
  );
  return rows;
}
