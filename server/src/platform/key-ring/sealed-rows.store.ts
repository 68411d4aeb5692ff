import { type Database, setBank } from '#platform/db/database.ts';
import { plainStatement, type Statement } from '#platform/db/statement.ts';
import type { KeyColumn, SealedColumn } from './key-class.ts';

/** An encrypted value with the key of its row, column by column as text. */
export interface SealedRow {
  readonly key: readonly string[];
  readonly sealed: Buffer;
}

interface Row {
  readonly key: readonly string[];
  readonly sealed: Buffer;
}

/** The key id: the bytes of the envelope after its version. */
const keyIdOf = (column: string): string => `substring(${column} from 2 for 8)`;

function keyArray({ key }: SealedColumn, prefix = ''): string {
  return `array[${key.map(({ name }) => `${prefix}${name}::text`).join(', ')}]`;
}

function keyList({ key }: SealedColumn, direction = ''): string {
  return key.map(({ name }) => `${name}${direction}`).join(', ');
}

/** Compares the key columns with a position of the same number of texts. */
function isBehind(column: SealedColumn, parameter: string): string {
  const texts = column.key.map(({ type }, index) => `(${parameter}::text[])[${index + 1}]::${type}`);
  return `(${parameter}::text[] is null or (${keyList(column)}) > (${texts.join(', ')}))`;
}

/** Statements that are built once per column: their texts contain names from our own lists only. */
interface ColumnStatements {
  readonly sample: (values: readonly unknown[]) => Statement<Row, 'select'>;
  readonly next: (values: readonly unknown[]) => Statement<Row, 'select'>;
  readonly count: (
    values: readonly unknown[],
  ) => Statement<{ readonly outside: bigint; readonly seen: bigint }, 'select'>;
  readonly last: (values: readonly unknown[]) => Statement<{ readonly key: readonly string[] }, 'select'>;
  readonly replace: (values: readonly unknown[]) => Statement<{ readonly replaced: bigint }, 'write'>;
}

const made = new Map<SealedColumn, ColumnStatements>();

function statementsOf(column: SealedColumn): ColumnStatements {
  const known = made.get(column);
  if (known !== undefined) return known;
  const { column: name, table } = column;
  const found = `select ${keyArray(column)} as key, ${name} as sealed from ${table} where bank_id = $1 and ${name} is not null`;
  const window = `from ${table} where bank_id = $1 and ${isBehind(column, '$2')} order by ${keyList(column)}`;
  const statements: ColumnStatements = {
    sample: plainStatement(
      `(${found} order by ${keyList(column)} limit $2) union all (${found} order by ${keyList(column, ' desc')} limit $2)`,
    ),
    next: plainStatement(
      `${found} and ${isBehind(column, '$2')} and ${keyIdOf(name)} <> $3 order by ${keyList(column)} limit $4`,
    ),
    count: plainStatement(
      `select count(*) as seen, count(*) filter (where ${keyIdOf(`w.${name}`)} <> $3) as outside
         from (select ${name} ${window} limit $4) as w`,
    ),
    last: plainStatement(`select ${keyArray(column)} as key ${window} offset $3 limit 1`),
    replace: plainStatement(replaceText(column), 'write'),
  };
  made.set(column, statements);
  return statements;
}

/** Rows that are locked, or have changed since they were read, are skipped; the next pass reads them again. */
function replaceText({ column, key, table }: SealedColumn): string {
  const keyArrays = key.map(({ type }, index) => `$${index + 4}::text[]::${type}[]`);
  const names = key.map((_, index) => `k${index}`);
  const same = (one: string): string =>
    key.map(({ name }: KeyColumn, index) => `t.${name} = ${one}.k${index}`).join(' and ');
  return `with given as (
       select * from unnest($2::bytea[], $3::bytea[], ${keyArrays.join(', ')}) as g (before, after, ${names.join(', ')})),
     locked as (
       select g.after, ${names.map((name) => `g.${name}`).join(', ')} from ${table} t join given g on ${same('g')}
        where t.bank_id = $1 and t.${column} = g.before for update of t skip locked),
     changed as (
       update ${table} t set ${column} = locked.after from locked where t.bank_id = $1 and ${same('locked')} returning 1)
   select count(*) as replaced from changed`;
}

/** Returns the first and the last rows of a column: enough to check whether keys decrypt it. */
export async function listSampleRows(
  database: Database,
  bankId: string,
  column: SealedColumn,
  rowsMax: number,
): Promise<readonly SealedRow[]> {
  return database.forBank(bankId).rows(statementsOf(column).sample([bankId, rowsMax]));
}

/** The position of a walk. */
export interface WalkPosition {
  readonly bankId: string;
  readonly after: readonly string[] | undefined;
  /** Values under this key are done. */
  readonly keyId: Buffer;
}

/** Returns the next rows of a column that are encrypted under another key. */
export async function listNextRows(
  database: Database,
  column: SealedColumn,
  { after, bankId, keyId }: WalkPosition,
  rowsMax: number,
): Promise<readonly SealedRow[]> {
  return database.forBank(bankId).rows(statementsOf(column).next([bankId, after ?? null, keyId, rowsMax]));
}

/** A value that replaces another. */
export interface Replacement extends SealedRow {
  readonly after: Buffer;
}

/** Replaces values that have not changed since; returns their number. */
export async function replaceRows(
  database: Database,
  column: SealedColumn,
  bankId: string,
  rows: readonly Replacement[],
): Promise<number> {
  const keys = column.key.map((_, index) => rows.map(({ key }) => key[index]));
  const values = [bankId, rows.map(({ sealed }) => sealed), rows.map(({ after }) => after), ...keys];
  const outcomes = await database.flush([setBank([bankId]), statementsOf(column).replace(values)]);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the row type was compiled with the statement
  const [row] = (outcomes.at(-1)?.rows ?? []) as readonly { readonly replaced: bigint }[];
  return Number(row?.replaced ?? 0n);
}

/** Each count reads at most this many rows: none exceeds the statement timeout. */
const countedRowsMax = 20_000;

/** Counts the values of a column that are encrypted under another key. */
export async function countOutside(
  database: Database,
  column: SealedColumn,
  { bankId, keyId }: Omit<WalkPosition, 'after'>,
): Promise<number> {
  const { count, last } = statementsOf(column);
  let outside = 0;
  let after: readonly string[] | undefined;
  for (;;) {
    const reader = database.forBank(bankId);
    const [counted, end] = await Promise.all([
      reader.first(count([bankId, after ?? null, keyId, countedRowsMax])),
      reader.first(last([bankId, after ?? null, countedRowsMax - 1])),
    ]);
    outside += Number(counted?.outside ?? 0n);
    if (end === undefined) return outside;
    after = end.key;
  }
}
