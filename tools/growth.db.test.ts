import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { growthExceptions } from '../bench/torture/growth-exceptions.ts';
import { exceptionsOf } from '../bench/torture/growth-verdict.ts';
import { growingTables, smallTables } from './growth/growing-tables.ts';
import { observeInProcess } from './growth/observe-in-process.ts';
import { missingSamples, type SampledStatement } from './growth/registry.ts';
import {
  indexedFrequentUpdates,
  parameterizedPredicates,
  unindexedForeignKeys,
} from './growth/schema-rules.ts';

let statements: readonly SampledStatement[];
let client: pg.Client;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ client, close, statements } = await observeInProcess());
});
afterAll(() => close());

const plain = (text: string): string => text.replaceAll('"', '').replaceAll(/\s+/g, ' ');

describe('tables', () => {
  it('are known as growing or small, each once', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and not c.relispartition
          and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker') order by 1`,
    );
    const listed = [...Object.keys(growingTables), ...Object.keys(smallTables)].toSorted();
    expect(listed).toEqual(rows.map(({ name }) => name).toSorted());
  });

  it('that grow have a statement that deletes by the named column, are partitioned, or say why they are kept', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'p'`,
    );
    const partitioned = rows.map(({ name }) => name);
    const wrong = Object.entries(growingTables).flatMap(([table, retention]) => {
      if ('kept' in retention) return retention.kept.length > 20 ? [] : [`${table} gives no reason`];
      if ('partitioned' in retention)
        return partitioned.includes(table) ? [] : [`${table} is not partitioned`];
      const { deletedBy } = retention;
      const isDeleted = statements.some(({ text }) => {
        const whole = plain(text);
        return whole.includes(`delete from ${table} `) && new RegExp(`\\b${deletedBy}\\b`).test(whole);
      });
      return isDeleted ? [] : [`no statement deletes from ${table} by ${deletedBy}`];
    });
    expect(wrong).toEqual([]);
  });

  it('have an index for every foreign key', async () => {
    expect(await unindexedForeignKeys(client)).toEqual([]);
  });
});

describe('statements', () => {
  it('have a sample value for every parameter', () => {
    expect(statements.length).toBeGreaterThan(500);
    expect(missingSamples(statements)).toEqual([]);
  });

  it('never take a literal of a partial index as a parameter', async () => {
    expect(await parameterizedPredicates(client, statements)).toEqual([]);
  });

  it('that run often update no indexed column', async () => {
    expect(await indexedFrequentUpdates(client, statements)).toEqual([]);
  });

  it('with an exception exist', () => {
    const stale = growthExceptions.filter(
      (exception) => !statements.some((statement) => exceptionsOf(statement).includes(exception)),
    );
    expect(stale).toEqual([]);
  });
});
