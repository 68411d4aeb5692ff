import type pg from 'pg';
import { definingFiles, observeProduct, productTexts } from '../statements/product-statements.ts';
import { explicitSamplesOf } from './explicit-samples.ts';
import {
  type ParameterSource,
  parameterSources,
  type RegisteredStatement,
  type SampleCatalogue,
} from './parameter-sources.ts';

/** A statement with the source of a sample value for each parameter. */
export interface SampledStatement extends RegisteredStatement {
  /** Types of the parameters, as PostgreSQL derives them. */
  readonly types: readonly string[];
  readonly sources: readonly (ParameterSource | undefined)[];
  /** SQL expressions that replace derived samples, by the number of the parameter. */
  readonly explicit: ReadonlyMap<number, string>;
}

/**
 * Returns every distinct statement of the product, without transaction control. Must be called before the stores are
 * imported by other means, because statements are observed while they are defined.
 */
export async function productStatements(root: string): Promise<readonly RegisteredStatement[]> {
  const observed = await observeProduct(root, definingFiles(await productTexts(root)));
  const byText = new Map(
    observed
      .filter(({ definition }) => definition.kind !== 'control')
      .map(({ definition, file, line }) => [definition.text, { ...definition, place: `${file}:${line}` }]),
  );
  return [...byText.values()];
}

/** Prepares every statement, so that PostgreSQL derives the types of its parameters, and finds their sources. */
export async function sampledStatements(
  client: pg.Client,
  statements: readonly RegisteredStatement[],
): Promise<readonly SampledStatement[]> {
  const catalogue = await readSampleCatalogue(client);
  const sampled: SampledStatement[] = [];
  for (const [index, statement] of statements.entries()) {
    const name = `growth_${index}`;
    await client.query(`prepare ${name} as ${statement.text}`);
    const { rows } = await client.query<{ types: string[] }>(
      'select parameter_types::text[] as types from pg_prepared_statements where name = $1',
      [name],
    );
    await client.query(`deallocate ${name}`);
    const types = rows[0]?.types ?? [];
    const sources = parameterSources(statement, types, catalogue);
    sampled.push({ ...statement, types, sources, explicit: explicitSamplesOf(statement, sources) });
  }
  return sampled;
}

/** Sentences about parameters that have no sample value. */
export function missingSamples(statements: readonly SampledStatement[]): readonly string[] {
  return statements.flatMap(({ explicit, parameters, place, sources }) =>
    sources.flatMap((source, index) => {
      if (source !== undefined || explicit.has(index + 1)) return [];
      const parameter = parameters?.[index];
      const name = parameter !== undefined && 'slot' in parameter ? ` (${parameter.slot})` : '';
      return [
        `${place} parameter $${index + 1}${name} has no sample value: add one to tools/growth/explicit-samples.ts`,
      ];
    }),
  );
}

async function readSampleCatalogue(client: pg.Client): Promise<SampleCatalogue> {
  const { rows: columns } = await client.query<{ table: string; column: string; type: string }>(
    `select n.nspname || '.' || c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
       from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p') and not c.relispartition
        and n.nspname not in ('pg_catalog', 'information_schema')`,
  );
  const { rows: functions } = await client.query<{ name: string; parameters: string[] }>(
    `select n.nspname || '.' || p.proname as name, p.proargnames as parameters
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname not in ('pg_catalog', 'information_schema') and p.proargnames is not null`,
  );
  const byTable = new Map<string, Map<string, string>>();
  for (const { column, table, type } of columns)
    byTable.set(table, (byTable.get(table) ?? new Map<string, string>()).set(column, type));
  return {
    columns: byTable,
    functions: new Map(functions.map(({ name, parameters }) => [name, parameters])),
  };
}
