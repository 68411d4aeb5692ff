import type pg from 'pg';
import { growingTables } from '../../tools/growth/growing-tables.ts';
import {
  type ColumnValue,
  columnValues,
  onlyOpen,
  perCustomer,
  quotedTable,
  sharedColumns,
} from './growth-rows.ts';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly is_required: boolean;
  readonly is_indexed: boolean;
  /** Values that a check allows. */
  readonly literals: readonly string[];
}

/** Share of the rows that are open: messages to send, payments to submit, events to publish. */
const openShare = 0.01;
/** Fewer open rows leave some queues empty. */
const openMin = 100;
/** Rows that a customer has in a table with history. */
const rowsPerCustomer = 5;
/** A prime, so that the rows of a customer are spread over the table. */
const stride = 7_919;
/** Bytes of an encrypted value. */
const sealedRepeats = 5;

/** Fills every growing table; first history alone, so that statistics can be taken while the queues are empty. */
export interface Filler {
  history(rows: number): Promise<void>;
  open(rows: number): Promise<void>;
  empty(): Promise<void>;
}

/**
 * Prepares a database for synthetic rows: constraints are dropped, because a row needs the right distribution, not a
 * valid content; triggers and foreign keys are off; the server gathers no statistics by itself.
 */
export async function createFiller(client: pg.Client): Promise<Filler> {
  const columns = await readColumns(client);
  await prepareTables(client);
  const insert = async (rows: number, from: number, to: number): Promise<void> => {
    for (const table of Object.keys(growingTables)) {
      if (from === 1 && onlyOpen.includes(table)) continue;
      const own = columns.filter((column) => column.table === table);
      await client.query(insertion(table, own, { rows, from, to })).catch((error: unknown) => {
        throw new Error(`${table} could not be filled; see bench/torture/growth-rows.ts`, { cause: error });
      });
    }
  };
  const firstOpen = (rows: number): number => rows - Math.max(openMin, Math.floor(rows * openShare)) + 1;
  return {
    history: (rows) => insert(rows, 1, firstOpen(rows) - 1),
    open: (rows) => insert(rows, firstOpen(rows), rows),
    empty: async () => {
      await client.query(`truncate ${Object.keys(growingTables).map(quotedTable).join(', ')} cascade`);
    },
  };
}

async function readColumns(client: pg.Client): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(
    `select n.nspname || '.' || c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
            a.attnotnull as is_required,
            exists (select from pg_index x where x.indrelid = c.oid and a.attnum = any (x.indkey)) as is_indexed,
            coalesce((select array_agg(m[1]) from pg_constraint k,
                             regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') as m
                       where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
                         and pg_get_constraintdef(k.oid) like '% = ANY (ARRAY[%'), '{}') as literals
       from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relkind in ('r', 'p')
        and n.nspname || '.' || c.relname = any ($1)
      order by c.oid, a.attnum`,
    [Object.keys(growingTables)],
  );
  return rows;
}

async function prepareTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ command: string }>(
    `select format('alter table %s drop constraint if exists %I cascade', k.conrelid::regclass, k.conname) as command
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where (k.contype = 'c' or k.contype = 'f' and k.confdeltype <> 'c') and k.conislocal and not c.relispartition
        and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker')
     union all
     select format('alter table %s set (autovacuum_enabled = false)', c.oid::regclass)
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`,
  );
  for (const { command } of rows) await client.query(command);
  await client.query(`
    select platform.create_partition('audit_entry', m::date, (m + interval '1 month')::date)
      from generate_series(date_trunc('month', now()) - interval '12 months',
                           date_trunc('month', now()) - interval '1 month', interval '1 month') m;
    select platform.create_partition('outbox_event', d::date, (d + interval '1 day')::date)
      from generate_series(date_trunc('day', now()) - interval '4 days',
                           date_trunc('day', now()) - interval '1 day', interval '1 day') d;
    -- Rows that statements insert must not have the number of a filled one.
    select setval('ledger.posting_no', 1000000000000);
    set session_replication_role = replica`);
}

interface Span {
  readonly rows: number;
  readonly from: number;
  readonly to: number;
}

/** One INSERT for a span of rows. Six of ten rows belong to the first bank, the others to four smaller ones. */
function insertion(table: string, columns: readonly Column[], { rows, from, to }: Span): string {
  const isOpen = from > 1;
  const customer = perCustomer.includes(table)
    ? 'i'
    : `1 + (i::bigint * ${stride}) % ${Math.max(1, Math.floor(rows / rowsPerCustomer))}`;
  const values = columns.map((column) => {
    const value = column.name === 'bank_id' ? 'bank' : valueOf(table, column, isOpen);
    return `(${value})::${column.type}`;
  });
  return `insert into ${quotedTable(table)} (${columns.map(({ name }) => `"${name}"`).join(', ')})
    overriding system value
    select ${values.join(', ')}
      from (select i, ${rows} as n, ${customer} as c,
                   now() - interval '365 days' * (${rows} - i) / ${rows} as at
              from generate_series(${from}, ${to}) i) g,
           lateral (select case when c % 10 < 6 then '01' else '0' || (c % 10 - 4) end as bank) b
    on conflict do nothing`;
}

function valueOf(table: string, column: Column, isOpen: boolean): string {
  const given = columnValues[table]?.[column.name];
  if (given !== undefined) return chosen(given, isOpen);
  const shared = sharedColumns[column.name];
  if (shared !== undefined && !column.type.endsWith('[]') && fits(shared, column.type)) return shared;
  if (!column.is_required && !column.is_indexed && !isSealed(column)) return 'null';
  if (column.literals.length > 0)
    return `(array[${column.literals.map((word) => `'${word}'`).join(', ')}])[1 + i % ${column.literals.length}]`;
  return valueOfType(column);
}

/** A shared value that is a UUID fits no text column of the same name, and the other way round. */
function fits(value: string, type: string): boolean {
  return value.endsWith('::uuid') === (type === 'uuid') || type === 'text';
}

function chosen(value: ColumnValue, isOpen: boolean): string {
  if (typeof value === 'string') return value;
  return isOpen ? value.open : value.settled;
}

/** Most rows end after a year, so that the oldest ones are due. */
const endingNames = /expires|until|due|retry|release|purge|ends|valid_to/;

function valueOfType({ name, type }: Column): string {
  if (type === 'bytea') return bytesOf(name);
  if (/^(?:timestamp with time zone|date)$/.test(type))
    return endingNames.test(name) ? "at + interval '364 days'" : 'at';
  return (valuesOfTypes[type] ?? 'null').replace('NAME', name);
}

function isSealed({ name, type }: Pick<Column, 'name' | 'type'>): boolean {
  return type === 'bytea' && (name.startsWith('sealed') || name === 'personal');
}

function bytesOf(name: string): string {
  return isSealed({ name, type: 'bytea' })
    ? `decode('01' || md5(i::text) || repeat(md5(i::text), ${sealedRepeats}), 'hex')`
    : `decode(md5('${name}' || i), 'hex')`;
}

/** Values by type; NAME stands for the name of the column. */
const valuesOfTypes: Readonly<Record<string, string>> = {
  text: "'NAME-' || i",
  uuid: "md5('NAME' || i)",
  boolean: 'false',
  bigint: 'i',
  integer: '1',
  numeric: '1',
  'text[]': "array['p' || c]",
  'bytea[]': "array[decode(md5('NAME' || i), 'hex')]",
  'timestamp with time zone[]': 'array[at]',
  jsonb: "'{}'",
};
