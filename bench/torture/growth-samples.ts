import type pg from 'pg';
import type { ColumnSource, ParameterSource } from '../../tools/growth/parameter-sources.ts';
import type { SampledStatement } from '../../tools/growth/registry.ts';
import { perCustomer, quotedTable } from './growth-rows.ts';

/** Values for one execution, as PostgreSQL reads them; null is null. */
export type SampleValues = readonly (string | null)[];

const bank = '01';
const longAgo = '2000-01-01';
/** Limits of pages and batches. */
const batch = '50';
/** Share of the rows that a time bound selects. */
const tail = 0.002;

/** Picks values from filled rows, so that a statement finds rows. */
export class SampleReader {
  readonly #client: pg.Client;
  readonly #cache = new Map<string, Promise<readonly Readonly<Record<string, string | null>>[]>>();

  constructor(client: pg.Client) {
    this.#client = client;
  }

  /** Values that find some rows. */
  async usual(statement: SampledStatement): Promise<SampleValues> {
    const rows = new Map<string, Readonly<Record<string, string | null>>>();
    const values: (string | null)[] = [];
    for (const [index, source] of statement.sources.entries()) {
      const expression = statement.explicit.get(index + 1);
      const type = statement.types[index] ?? 'text';
      if (expression !== undefined) values.push(await this.#evaluate(expression));
      else if (source !== undefined && 'column' in source)
        values.push(await this.#valueOf(statement, { source, type }, rows));
      else values.push(await this.#simple(source, type));
    }
    return values;
  }

  /** The same values with every time so early that nothing is due; undefined for statements that are no sweep. */
  idle(statement: SampledStatement, usual: SampleValues): SampleValues | undefined {
    const isBound = statement.sources.map(
      (source, index) =>
        /^(?:timestamp|date)/.test(statement.types[index] ?? '') &&
        source !== undefined &&
        isUpperBound(source),
    );
    const hasKey = statement.sources.some(
      (source, index) =>
        source !== undefined &&
        'column' in source &&
        source.comparison === '=' &&
        !source.isWritten &&
        source.column !== 'bank_id' &&
        !statement.explicit.has(index + 1),
    );
    if (hasKey || !isBound.includes(true)) return undefined;
    return usual.map((value, index) => (isBound[index] === true ? longAgo : value));
  }

  async #evaluate(expression: string): Promise<string | null> {
    const { rows } = await this.#client.query<{ value: string | null }>(
      `select (${expression})::text as value`,
    );
    return rows[0]?.value ?? null;
  }

  async #simple(
    source: Exclude<ParameterSource, ColumnSource> | undefined,
    type: string,
  ): Promise<string | null> {
    if (source === undefined) return null;
    if ('now' in source) return this.#evaluate(type.endsWith('[]') ? 'array[now()]' : 'now()');
    if ('value' in source) return literal(source.value);
    return ofType(type);
  }

  async #valueOf(
    statement: SampledStatement,
    { source, type }: { readonly source: ColumnSource; readonly type: string },
    rows: Map<string, Readonly<Record<string, string | null>>>,
  ): Promise<string | null> {
    if (source.column === 'bank_id') return type.endsWith('[]') ? `{${bank}}` : bank;
    if (isOrdered(source) && /^(?:timestamp|date|bigint|integer)/.test(type))
      return this.#bound(statement, source);
    if (isFresh(statement, source)) return fresh(source, type);
    const row = rows.get(source.table) ?? (await this.#row(statement, source.table, rows));
    rows.set(source.table, row);
    return asList(row[source.column] ?? null, type);
  }

  /** A value near the end of the column that the comparison leaves; in the middle where both ends are bounded. */
  async #bound(
    { sources }: SampledStatement,
    { column, comparison, table }: ColumnSource,
  ): Promise<string | null> {
    const isLower = comparison.startsWith('>');
    const hasBoth = sources.some(
      (other) =>
        other !== undefined &&
        'column' in other &&
        other.column === column &&
        isOrdered(other) &&
        other.comparison.startsWith('>') !== isLower,
    );
    const share = hasBoth ? (isLower ? 0.4 : 0.4 + tail) : isLower ? 1 - tail : tail;
    const [row] = await this.#query(
      `select percentile_disc(${share}) within group (order by "${column}")::text as value from ${quotedTable(table)}`,
    );
    return row?.['value'] ?? null;
  }

  /** A row in the middle of the table that meets the literal conditions of the statement, if there is one. */
  async #row(
    { sources, text }: SampledStatement,
    table: string,
    known: ReadonlyMap<string, Readonly<Record<string, string | null>>>,
  ): Promise<Readonly<Record<string, string | null>>> {
    const columns = await this.#columnsOf(table);
    const wanted = sources
      .filter((source) => source !== undefined)
      .filter((source) => 'column' in source && source.table === table && source.comparison === '=')
      .flatMap((source) =>
        'column' in source && !source.isWritten ? [`"${source.column}" is not null`] : [],
      );
    const inBank = columns.includes('bank_id') ? [`bank_id = '${bank}'`] : [];
    const shared = [...known.values()].flatMap((row) =>
      Object.entries(row)
        .filter(([name, value]) => sharedKeys.includes(name) && columns.includes(name) && value !== null)
        .map(([name, value]) => `"${name}" = '${value}'`),
    );
    const literals = literalConditions(text, columns);
    for (const conditions of [
      [...inBank, ...shared, ...wanted, ...literals],
      [...inBank, ...shared, ...wanted],
      [...inBank, ...wanted, ...literals],
      [...inBank, ...wanted],
      inBank,
    ]) {
      const where = conditions.length === 0 ? '' : `where ${[...new Set(conditions)].join(' and ')}`;
      const list = columns.map((name) => `"${name}"::text`).join(', ');
      const [row] = await this.#query(
        `select ${list} from ${quotedTable(table)} ${where} limit 1 offset 3`,
      ).catch(() => []);
      if (row !== undefined) return row;
    }
    return {};
  }

  async #columnsOf(table: string): Promise<readonly string[]> {
    const rows = await this.#query(
      `select attname::text as name from pg_attribute where attrelid = '${quotedTable(table)}'::regclass and attnum > 0 and not attisdropped`,
    );
    return rows.flatMap(({ name }) => (name === null || name === undefined ? [] : [name]));
  }

  #query(text: string): Promise<readonly Readonly<Record<string, string | null>>[]> {
    const known =
      this.#cache.get(text) ??
      this.#client.query<Record<string, string | null>>(text).then(({ rows }) => rows);
    this.#cache.set(text, known);
    return known;
  }
}

/** Columns by which the rows of several tables belong together. */
const sharedKeys = [
  'user_id',
  'party_number',
  'customer_number',
  'account_id',
  'consent_id',
  'collection_id',
  'content_id',
];

function isUpperBound(source: ParameterSource): boolean {
  if ('now' in source) return source.isUpperBound;
  return 'column' in source && source.comparison.startsWith('<') && source.comparison !== '<>';
}

function isOrdered({ comparison }: ColumnSource): boolean {
  return ['<', '<=', '>', '>='].includes(comparison);
}

/** Rows that are inserted need new keys; those of customers and banks stay. */
function isFresh({ text }: SampledStatement, { column, isWritten, table }: ColumnSource): boolean {
  const isKey =
    sharedKeys.includes(column) && !perCustomer.includes(table) && table !== 'correspondence.content';
  return isWritten && /^\s*insert/i.test(text) && !isKey;
}

let freshNumber = 0;

function fresh({ column }: ColumnSource, type: string): string {
  freshNumber += 1;
  const digits = freshNumber.toString(16).padStart(12, '0');
  const one = ((): string => {
    if (type.startsWith('uuid')) return `00000000-0000-4000-8000-${digits}`;
    if (type.startsWith('bytea')) return type.endsWith('[]') ? `\\\\x${digits}` : `\\x${digits}`;
    if (type.startsWith('text')) return `new-${column}-${freshNumber}`;
    return ofType(type.replace('[]', '')) ?? '1';
  })();
  return type.endsWith('[]') ? `{"${one}"}` : one;
}

function ofType(type: string): string | null {
  if (type.endsWith('[]')) return '{}';
  if (type === 'boolean') return 'false';
  if (type.startsWith('json')) return '{}';
  if (type === 'interval') return '1 day';
  if (/^(?:timestamp|date)/.test(type)) return new Date().toISOString();
  return batch;
}

/** A list with one value, where the parameter is a list. */
function asList(value: string | null, type: string): string | null {
  const isList = !type.endsWith('[]') || value === null || value.startsWith('{');
  return isList ? value : `{${JSON.stringify(value)}}`;
}

/** A value that the definition sets, as PostgreSQL reads it. */
function literal(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (Array.isArray(value)) return `{${value.map((one) => JSON.stringify(literal(one))).join(',')}}`;
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') return value.toString();
  // A time becomes a text in quotes.
  return JSON.stringify(value).replaceAll(/^"|"$/g, '');
}

/** Conditions of the text that compare a column with a literal or with null. */
function literalConditions(text: string, columns: readonly string[]): readonly string[] {
  const [, after = ''] = /\bwhere\b(.*)/is.exec(text) ?? [];
  const found = [
    ...after.matchAll(/(?<!not \(.*)\b"?(\w+)"?\s+(=\s*'[\w-]+'|is null|is not null|in \('[^)]*\))/gi),
  ];
  return found.flatMap(([, column = '', condition = '']) =>
    columns.includes(column) ? [`"${column}" ${condition}`] : [],
  );
}
