import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import { createOpener, type Opener } from './opened-values.ts';

/** Something that can be read in a database: in the open, or with the keys that are still there. */
export interface FoundText {
  /** `schema.table.column`. */
  readonly place: string;
  /** In small letters. */
  readonly text: string;
}

/** Text that may hold sealed bytes: base64 of a header and a tag at least. */
const encoded = /[\w+\/\-]{48,}={0,2}/gv;

/** What a search may open: everything under these banks' keys. */
export interface TextKeys {
  readonly masterKey: Buffer;
  readonly bankIds?: readonly string[];
}

/** Reads every column of every table of every schema, and opens what can be opened. */
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
  const tables = await database.query<{ name: string; place: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name, n.nspname || '.' || c.relname as place
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
      order by 1`,
  );
  for (const { name, place } of tables) {
    const rows = await database.query<{ row: unknown }>(`select to_jsonb(t) as row from ${name} t`);
    for (const { row } of rows) yield* textsOfRow(place, row, opener);
  }
}

/** The same, all at once. */
export async function textsIn(
  database: Pick<TestDatabase, 'query'>,
  keys: TextKeys,
): Promise<readonly FoundText[]> {
  return Array.fromAsync(eachText(database, keys));
}

function textsOfRow(place: string, row: unknown, opener: Opener): readonly FoundText[] {
  return Object.entries(Object(row)).flatMap(([column, value]) =>
    textsOf(value, opener).map((text) => ({ place: `${place}.${column}`, text: text.toLowerCase() })),
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

/** Where which of these words can be read, each place once. */
export function tracesOf(
  texts: readonly FoundText[],
  words: Readonly<Record<string, string>>,
): readonly string[] {
  const found = texts.flatMap(({ place, text }) =>
    Object.entries(words)
      .filter(([, word]) => text.includes(word.toLowerCase()))
      .map(([name]) => `${place}: ${name}`),
  );
  return [...new Set(found)].toSorted();
}
