import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import { createOpener, type Opener } from './opened-values.ts';

/** A text of a database column that is readable: plain, or encrypted with a key that still exists. */
export interface FoundText {
  /** `schema.table.column`. */
  readonly column: string;
  /** In lower case. */
  readonly text: string;
}

/** Text that may contain encrypted bytes: base64 of at least a header and a tag. */
const encoded = /[\w+\/\-]{48,}={0,2}/gv;

/** Keys for the search: it decrypts all values of these banks. */
export interface TextKeys {
  readonly masterKey: Buffer;
  readonly bankIds?: readonly string[];
}

/** Reads every column of every table of every schema, and decrypts what it can. */
export async function* eachText(
  database: Pick<TestDatabase, 'query'>,
  { bankIds = ['01'], masterKey }: TextKeys,
): AsyncGenerator<FoundText> {
  const opener = createOpener(masterKey, bankIds);
  const keys = await database.query<{ sealed_key: Buffer }>('select sealed_key from party.party_key');
  for (const { sealed_key: sealed } of keys) {
    const key = opener.open(sealed);
    if (key !== undefined) opener.addPartyKey(key);
  }
  const tables = await database.query<{ name: string; table_name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name, n.nspname || '.' || c.relname as table_name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
      order by 1`,
  );
  for (const { name, table_name: table } of tables) {
    const rows = await database.query<{ row: unknown }>(`select to_jsonb(t) as row from ${name} t`);
    for (const { row } of rows) yield* textsOfRow(table, row, opener);
  }
}

/** Returns all texts of `eachText` as a list. */
export async function textsIn(
  database: Pick<TestDatabase, 'query'>,
  keys: TextKeys,
): Promise<readonly FoundText[]> {
  return Array.fromAsync(eachText(database, keys));
}

function textsOfRow(table: string, row: unknown, opener: Opener): readonly FoundText[] {
  return Object.entries(Object(row)).flatMap(([column, value]) =>
    textsOf(value, opener).map((text) => ({ column: `${table}.${column}`, text: text.toLowerCase() })),
  );
}

function textsOf(value: unknown, opener: Opener): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => textsOf(one, opener));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => [name, ...textsOf(one, opener)]);
  if (typeof value !== 'string') return [String(value)];
  if (value.startsWith('\\x')) return bytesAsText(Buffer.from(value.slice(2), 'hex'), opener);
  const sealed = [...value.matchAll(encoded)].flatMap(([text]) => {
    const plain = opener.open(Buffer.from(text, 'base64'));
    return plain === undefined ? [] : [plain.toString()];
  });
  return [value, ...sealed];
}

function bytesAsText(bytes: Buffer, opener: Opener): readonly string[] {
  const plain = opener.open(bytes);
  return plain === undefined ? [bytes.toString()] : [plain.toString()];
}

/** Returns the columns in which the canaries are readable, each as `schema.table.column: canary`, without duplicates. */
export function tracesOf(
  texts: readonly FoundText[],
  canaries: Readonly<Record<string, string>>,
): readonly string[] {
  const found = texts.flatMap(({ column, text }) =>
    Object.entries(canaries)
      .filter(([, canary]) => text.includes(canary.toLowerCase()))
      .map(([name]) => `${column}: ${name}`),
  );
  return [...new Set(found)].toSorted();
}
