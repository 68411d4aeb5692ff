import type pg from 'pg';
import type { SampledStatement } from './registry.ts';

/** Returns foreign keys whose columns are not the first ones of an index. */
export async function unindexedForeignKeys(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select k.conrelid::regclass || '.' || k.conname as name
       from pg_constraint k join pg_namespace n on n.oid = k.connamespace
      where k.contype = 'f' and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker')
        and not exists (select from pg_index x
                         where x.indrelid = k.conrelid
                           and k.conkey <@ (x.indkey::int2[])[0:cardinality(k.conkey) - 1])
      order by 1`,
  );
  return rows.map(({ name }) => name);
}

interface Predicate {
  readonly table: string;
  readonly index: string;
  readonly column: string;
  readonly operator: string;
}

/**
 * Returns parameters that are compared with a column for which a partial index has a literal. A generic plan cannot use
 * the index then: it does not know that the value is the literal.
 */
export async function parameterizedPredicates(
  client: pg.Client,
  statements: readonly SampledStatement[],
): Promise<readonly string[]> {
  const { rows } = await client.query<Predicate>(
    `select n.nspname || '.' || c.relname as "table", x.indexrelid::regclass::text as index, m[1] as column,
            m[2] as operator
       from pg_index x join pg_class c on c.oid = x.indrelid join pg_namespace n on n.oid = c.relnamespace,
            regexp_matches(pg_get_expr(x.indpred, x.indrelid), '(\\w+) (=|<>) ''[^'']+''::text', 'g') as m
      where x.indpred is not null and not c.relispartition
        -- A full index serves every value of the column.
        and not exists (select from pg_index f join pg_attribute a on a.attrelid = f.indrelid and a.attnum = any (f.indkey)
                         where f.indrelid = x.indrelid and f.indpred is null and a.attname = m[1])`,
  );
  const keys = await fullKeys(client);
  return statements.flatMap(({ place, sources, text }) =>
    sources.flatMap((source, index) => {
      // A slot may have any value; only a value that the definition sets is always the literal.
      const compared = source !== undefined && 'value' in source ? source.compared : undefined;
      if (compared === undefined || compared.isWritten) return [];
      const broken = rows.find(
        ({ column, operator, table }) =>
          column === compared.column && operator === compared.comparison && table === compared.table,
      );
      if (broken === undefined || hasKey(text, keys.get(broken.table))) return [];
      return [
        `${place} $${index + 1}: write the literal of ${broken.column} with sql.lit, for ${broken.index}`,
      ];
    }),
  );
}

/** Returns, for each table, the columns by which an index over all of its rows finds some of a bank. */
async function fullKeys(client: pg.Client): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select n.nspname || '.' || c.relname as "table", array_agg(distinct a.attname::text) as columns
       from pg_index x join pg_class c on c.oid = x.indrelid join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum = any ((x.indkey::int2[])[0:1])
      where x.indpred is null and a.attname <> 'bank_id' group by 1`,
  );
  return new Map(rows.map(({ columns, table }) => [table, new Set(columns)]));
}

/** Statements that find their rows by an id do not need the partial index. */
function hasKey(text: string, keys: ReadonlySet<string> = new Set()): boolean {
  const compared = text.replaceAll('"', '').matchAll(/(\w+_(?:id|hash|number)) = (?:any ?\()?\$\d+/gi);
  return [...compared].some(([, column = '']) => keys.has(column));
}

/** An update that runs with every request or attempt. */
interface FrequentUpdate {
  readonly table: string;
  readonly columns: readonly string[];
  /** Why an indexed column may be among them. */
  readonly reason?: string;
}

const browserKeyChanges = 'each sign-in changes the key of the row, so its updates cannot be HOT (ADR 0086)';

/** The updates that run most often, with the columns they change. */
const frequentUpdates: readonly FrequentUpdate[] = [
  { table: 'authorization.otp_verification', columns: ['attempts', 'row_version', 'modified_at'] },
  { table: 'identity.session', columns: ['seen_at'] },
  { table: 'ledger.balance', columns: ['booked', 'held', 'changed_at'] },
  { table: 'platform.event_sequence', columns: ['last_sequence'] },
  { table: 'consents.access_use', columns: ['uses'] },
  { table: 'payee_verifications.caller_use', columns: ['second_at', 'second_uses', 'close_matches'] },
  { table: 'tpp_quotas.organisation_use', columns: ['open_resources', 'bytes'] },
  { table: 'authorization.factor_attempts', columns: ['attempts', 'modified_at'] },
  { table: 'identity.login_attempts', columns: ['failures', 'modified_at'] },
  { table: 'authorization.recipient_sends', columns: ['sends', 'modified_at'] },
  { table: 'identity.browser', columns: ['last_seen_at'], reason: browserKeyChanges },
];

/** Returns indexed columns that a frequent update changes without a reason, and entries that no statement has. */
export async function indexedFrequentUpdates(
  client: pg.Client,
  statements: readonly SampledStatement[],
): Promise<readonly string[]> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select distinct n.nspname || '.' || c.relname as "table", a.attname as column
       from pg_index x join pg_class c on c.oid = x.indrelid join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum = any (x.indkey)`,
  );
  return frequentUpdates.flatMap(({ columns, reason, table }) => {
    const isKnown = statements.some(({ text }) => {
      const plain = text.replaceAll('"', '');
      return (
        plain.includes(table) &&
        /\bupdate\b/i.test(plain) &&
        columns.every((column) => plain.includes(column))
      );
    });
    const indexed = columns.filter((column) =>
      rows.some((row) => row.table === table && row.column === column),
    );
    return [
      ...(isKnown ? [] : [`no statement updates ${columns.join(', ')} of ${table}`]),
      ...(indexed.length > 0 && reason === undefined
        ? [`${table} has an index on ${indexed.join(', ')}`]
        : []),
      ...(indexed.length === 0 && reason !== undefined ? [`${table} needs no reason any more`] : []),
    ];
  });
}
