import { type Database, setBank } from '#platform/db/database.ts';
import { plainStatement, type Statement } from '#platform/db/statement.ts';
import { countedRowsMax } from './count-rows.ts';
import type { KeyColumn, SealedColumn } from './key-class.ts';
import { isBehind, keyArray, keyList } from './key-order.ts';

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

/** Rows at each end of a table among which samples are looked for. */
const sampledRowsMax = 1_000;

const made = new Map<SealedColumn, ColumnStatements>();

function statementsOf(column: SealedColumn): ColumnStatements {
  const known = made.get(column);
  if (known !== undefined) return known;
  const { column: name, key, table } = column;
  const columns = `${keyList(key)}, ${name}`;
  // Most rows may have no value, or one under the current key: of a window, not of the table, the others are looked for.
  const sampleOf = (direction: string): string =>
    `(select ${keyArray(key)} as key, ${name} as sealed from (
         select ${columns} from ${table} where bank_id = $1 order by ${keyList(key, direction)} limit ${sampledRowsMax}) as w
       where ${name} is not null limit $2)`;
  const window = `from ${table} where bank_id = $1 and ${isBehind(key, '$2')} order by ${keyList(key)}`;
  const statements: ColumnStatements = {
    sample: plainStatement(`${sampleOf('')} union all ${sampleOf(' desc')}`),
    next: plainStatement(
      `select ${keyArray(key)} as key, ${name} as sealed from (select ${columns} ${window} limit ${countedRowsMax}) as w
        where ${name} is not null and ${keyIdOf(name)} <> $3 order by ${keyList(key)} limit $4`,
    ),
    count: plainStatement(
      `select count(*) as seen, count(*) filter (where ${keyIdOf(`w.${name}`)} <> $3) as outside
         from (select ${name} ${window} limit $4) as w`,
    ),
    last: plainStatement(`select ${keyArray(key)} as key ${window} offset $3 limit 1`),
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

/** Returns the next rows of a column that are encrypted under another key; none if there are no more. */
export async function listNextRows(
  database: Database,
  column: SealedColumn,
  { after: from, bankId, keyId }: WalkPosition,
  rowsMax: number,
): Promise<readonly SealedRow[]> {
  const { last, next } = statementsOf(column);
  let after = from ?? null;
  for (;;) {
    const reader = database.forBank(bankId);
    const [rows, end] = await Promise.all([
      reader.rows(next([bankId, after, keyId, rowsMax])),
      reader.first(last([bankId, after, countedRowsMax - 1])),
    ]);
    if (rows.length > 0 || end === undefined) return rows;
    after = end.key;
  }
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
