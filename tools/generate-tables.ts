import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import pg from 'pg';

interface Column {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly has_default: boolean;
}

const columnsSql = `
  select n.nspname as schema, c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
         not a.attnotnull as nullable, a.atthasdef as has_default
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
   where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p') and not c.relispartition
     and n.nspname not in ('public', 'graphile_worker', 'information_schema') and n.nspname not like 'pg\\_%'
   order by 1, 2, a.attnum`;

/** Maps PostgreSQL types to the TypeScript types of the stores. */
const typeNames: Readonly<Record<string, string>> = {
  text: 'string',
  uuid: 'string',
  boolean: 'boolean',
  integer: 'number',
  bigint: 'bigint',
  bytea: 'Buffer',
  jsonb: 'unknown',
  date: 'Temporal.PlainDate',
  'timestamp with time zone': 'Temporal.Instant',
  'timestamp with time zone[]': 'readonly Temporal.Instant[]',
  'bytea[]': 'readonly Buffer[]',
  'text[]': 'readonly string[]',
  smallint: 'number',
  'integer[]': 'readonly number[]',
  'bigint[]': 'readonly bigint[]',
  'double precision[]': 'readonly number[]',
  // Stays text, because a number would lose precision.
  numeric: 'string',
};

/** Schemas whose statements are SQL with their own row types, which the step `statements` compares. */
const writtenAsSql: readonly string[] = ['platform', 'ledger'];

/** Generates the row types of every capability and the list of tables from the migrated database. */
export async function generateTables(url: string): Promise<ReadonlyMap<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Column>(columnsSql);
    const files = new Map<string, string>();
    for (const [schema, columns] of Map.groupBy(rows, ({ schema: name }) => name)) {
      if (!writtenAsSql.includes(schema)) files.set(pathOf(schema), tableTypes(schema, columns));
    }
    files.set('docs/generated/tables.md', await tablesDocument(client, rows));
    return files;
  } finally {
    await client.end();
  }
}

function pathOf(schema: string): string {
  return `server/src/capabilities/${schema.replaceAll('_', '-')}/store/tables.generated.ts`;
}

function tableTypes(schema: string, columns: readonly Column[]): string {
  const tables = [...Map.groupBy(columns, ({ table }) => table)];
  const needsTemporal = columns.some(({ type }) => typeOf(type).includes('Temporal.'));
  const interfaces = tables.map(([table, its]) => {
    const members = its.map(({ column, type, nullable, has_default }) => {
      const name = `${typeOf(type)}${nullable ? ' | null' : ''}`;
      return `  ${column}: ${has_default ? `Generated<${name}>` : name};`;
    });
    return `export interface ${pascal(table)}Table {\n${members.join('\n')}\n}`;
  });
  const list = tables.map(([table]) => `  ${table}: ${pascal(table)}Table;`).join('\n');
  const needsGenerated = columns.some(({ has_default }) => has_default);
  return [
    '// Made from the migrations by `npm run generate`. Do not edit.',
    ...(needsGenerated ? ["import type { Generated } from 'kysely';"] : []),
    ...(needsTemporal ? ["import type { Temporal } from 'temporal-polyfill';"] : []),
    '',
    `${interfaces.join('\n\n')}\n`,
    `export interface ${pascal(schema)}Tables {\n${list}\n}`,
    '',
  ].join('\n');
}

function typeOf(type: string): string {
  const name = typeNames[type.replace(/\(.*\)$/, '')];
  if (name === undefined) throw new Error(`no TypeScript type is chosen for ${type}`);
  return name;
}

function pascal(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

async function tablesDocument(client: pg.Client, columns: readonly Column[]): Promise<string> {
  const { rows: constraints } = await client.query<{ table: string; name: string; definition: string }>(
    `select n.nspname || '.' || c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where not c.relispartition and n.nspname not in ('public', 'graphile_worker', 'information_schema')
        and n.nspname not like 'pg\\_%' order by 1, 2`,
  );
  const sections = [...Map.groupBy(columns, ({ schema, table }) => `${schema}.${table}`)].map(
    ([table, its]) => {
      const rows = its.map(
        ({ column, type, nullable }) => `| ${column} | ${type} | ${nullable ? 'yes' : ''} |`,
      );
      const keys = constraints.filter((constraint) => constraint.table === table);
      return [
        `## ${table}`,
        '',
        '| Column | Type | May be null |',
        '|---|---|---|',
        ...rows,
        '',
        ...keys.map(({ name, definition }) => `- \`${name}\`: ${definition}`),
        '',
      ].join('\n');
    },
  );
  return `# Tables\n\nMade from the migrations by \`npm run generate\`. Do not edit.\n\n${sections.join('\n')}`;
}

export async function writeFiles(files: ReadonlyMap<string, string>, root: URL): Promise<void> {
  for (const [path, text] of files) {
    const target = new URL(path, root);
    await mkdir(dirname(target.pathname), { recursive: true });
    await writeFile(target, text);
  }
}
