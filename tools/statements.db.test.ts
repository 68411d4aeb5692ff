import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parserFor } from '../server/src/platform/db/values.ts';
import { createFaultyCopy, type FaultyCopy } from './checks/faulty-copy.ts';
import { type Form, formsOfTypes } from './statements/wire-types.ts';

const path = 'server/src/capabilities/configuration/store/poisoned.store.ts';

/** One statement for each thing the check must find, and one of each builder that it must accept. */
const poison = `\
import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type pg from 'pg';
import { dynamicStatement, plainStatement, type Statement, statement, tablesOf } from '#platform/db/statement.ts';

const tables = tablesOf<Record<never, never>>('configuration');
const rawQuery = <Row>(query: ReturnType<typeof sql<Row>>) => ({ compile: () => query.compile(tables) });
interface Bank { readonly bankId: string }

export const accepted = statement<Bank>()(({ bankId }) =>
  rawQuery(sql<{ window_id: string; row_version: bigint; ended_at: Temporal.Instant | null }>\`
    select window_id, row_version, ended_at from configuration.maintenance_window where bank_id = \${bankId}\`));
export const acceptedPlain = plainStatement<{ count: bigint }>('select count(*) as count from configuration.bank');
export const wrongColumn = statement<Bank>()(({ bankId }) =>
  rawQuery(sql<{ colour: string }>\`select colour from configuration.bank where bank_id = \${bankId}\`));
export const wrongTable = plainStatement('select from configuration.branch');
export const wrongName = statement<Bank>()(({ bankId }) =>
  rawQuery(sql<{ id: string }>\`select bank_id from configuration.bank where bank_id = \${bankId}\`));
export const wrongType = statement<Bank>()(({ bankId }) =>
  rawQuery(sql<{ row_version: number }>\`
    select row_version from configuration.maintenance_window where bank_id = \${bankId}\`));
export const wrongNull = statement<Bank>()(({ bankId }) =>
  rawQuery(sql<{ ended_at: Temporal.Instant }>\`
    select ended_at from configuration.maintenance_window where bank_id = \${bankId}\`));
export const needlessNull = statement<Bank>()(({ bankId }) =>
  rawQuery(sql<{ starts_at: Temporal.Instant | null }>\`
    select starts_at from configuration.maintenance_window where bank_id = \${bankId}\`));
export const wrongJoin = statement<Bank>()(({ bankId }) =>
  rawQuery(sql<{ bank_id: string; window_id: string }>\`
    select b.bank_id, w.window_id from configuration.bank b
      left join configuration.maintenance_window w on w.bank_id = b.bank_id where b.bank_id = \${bankId}\`));
export const rightJoin = statement<Bank>()(({ bankId }) =>
  rawQuery(sql<{ bank_id: string; window_id: string | null }>\`
    select b.bank_id, w.window_id from (select window_id, bank_id from configuration.maintenance_window) w
     right join configuration.bank b on w.bank_id = b.bank_id where b.bank_id = \${bankId}\`));
export const wrongInput = statement<{ readonly at: boolean }>()(({ at }) =>
  rawQuery(sql<{ window_id: string }>\`
    select window_id from configuration.maintenance_window where starts_at = \${at}\`));
export const foreignTable = statement<Bank>()(({ bankId }) =>
  rawQuery(sql<{ party_number: string }>\`select party_number from party.party where bank_id = \${bankId}\`));
export const foreignFunction = plainStatement<{ units: string[] }>('select party.unit_tree($1) as units');
const tooFewValues = plainStatement('select from configuration.bank where bank_id = $1 and name = $2');
export const called = tooFewValues(['01']);
export const hiddenLock = statement<Bank>()(({ bankId }) =>
  rawQuery(sql<{ bank_id: string }>\`select bank_id from configuration.bank where bank_id = \${bankId} for update\`));
export const hiddenWrite = statement<Bank>('lock')(({ bankId }) =>
  rawQuery(sql<{ bank_id: string }>\`
    with gone as (delete from configuration.bank where bank_id = \${bankId} returning bank_id) select bank_id from gone\`));
export const onlyReads = statement<Bank>('write')(({ bankId }) =>
  rawQuery(sql<{ bank_id: string }>\`select bank_id from configuration.bank where bank_id = \${bankId}\`));
export const unsampled = () => dynamicStatement(rawQuery(sql\`select 1\`));
export const byHand: Statement = { name: 'a', text: 'select 1', values: [] };
export const raw = (client: pg.Client) => client.query('select 1');
export const passedOn = [plainStatement].map((make) => make('select 1'));
`;

/** The findings of one statement, without their place. */
let findingsOf: (name: string) => readonly string[];
let code: number;
let output: string;
let copy: FaultyCopy;

beforeAll(async () => {
  copy = await createFaultyCopy({ withPlatform: true });
  await copy.write({ [path]: poison });
  const checked = await copy.check(['statements']);
  ({ code, output } = checked);
  findingsOf = (name) => {
    const line = 1 + poison.split('\n').findIndex((text) => text.includes(` ${name} =`));
    const place = `${path}:${line} `;
    const lines = output.split('\n').filter((text) => text.startsWith(place));
    return lines.map((text) => text.slice(place.length).replace(`${name}: `, ''));
  };
});
afterAll(async () => {
  await copy[Symbol.asyncDispose]();
});

describe('the check of the statements', () => {
  it('fails', () => {
    expect(code).toBe(1);
  });

  it('refuses the use of the driver itself', () => {
    expect(output).toContain(`${path}:1 uses the driver pg directly`);
  });

  it.each(['accepted', 'acceptedPlain', 'rightJoin'])('accepts what is right: %s', (name) => {
    expect(findingsOf(name)).toEqual([]);
  });

  it('knows which side of an outer join is optional', () => {
    expect(findingsOf('wrongJoin')).toHaveLength(1);
  });

  it.each([
    ['a column that does not exist', 'wrongColumn', /^column "colour" does not exist, near: colour from/],
    ['a table that does not exist', 'wrongTable', /^relation "configuration.branch" does not exist, near/],
    [
      'a row type with another name',
      'wrongName',
      /^the row type has id, which the statement does not return$/,
    ],
    ['a column that the row type lacks', 'wrongName', /^returns bank_id, which the row type does not have$/],
    [
      'a row type with another type',
      'wrongType',
      /^column row_version: the row type says number, PostgreSQL returns int8 \(bigint\)$/,
    ],
    [
      'a row type that excludes null',
      'wrongNull',
      /^column ended_at: the row type excludes null, the column may/,
    ],
    [
      'a row type that allows null',
      'needlessNull',
      /^column starts_at: the row type allows null, .* is NOT NULL$/,
    ],
    [
      'a row type that excludes the null of an outer join',
      'wrongJoin',
      /^column window_id: the row type excludes null, the outer join may find no row; add/,
    ],
    [
      'an input of another type',
      'wrongInput',
      /^slot at is bound to boolean, PostgreSQL expects timestamptz$/,
    ],
    [
      'a table of another capability',
      'foreignTable',
      /^uses party\.party; this file may use only the schema configuration\. Ask the owner/,
    ],
    ['a function of another capability', 'foreignFunction', /^uses party\.unit_tree; this file may use only/],
    ['a call with too few values', 'tooFewValues', /^line \d+ gives 1 values for 2 parameters$/],
    ['a lock behind a select', 'hiddenLock', /^is declared as select, but is a lock$/],
    ['a write behind a lock', 'hiddenWrite', /^is declared as lock, but is a write$/],
    ['a select that says it writes', 'onlyReads', /^is declared as write, but is a select$/],
    ['a text that no sample makes', 'unsampled', /^no text of this statement is known; call it in tools\//],
    [
      'a builder that is passed on',
      'passedOn',
      /^plainStatement is passed on; call it where the statement is$/,
    ],
  ])('refuses %s', (_what, name, finding) => {
    expect(findingsOf(name)).toContainEqual(expect.stringMatching(finding));
  });
});

/** One text of PostgreSQL for each type, and what the parsers of the product make of it. */
const texts: Readonly<Record<string, readonly [oid: number, text: string]>> = {
  text: [25, 'a'],
  varchar: [1043, 'a'],
  bpchar: [1042, 'a'],
  name: [19, 'a'],
  uuid: [2950, '00000000-0000-0000-0000-000000000000'],
  numeric: [1700, '1.5'],
  void: [2278, ''],
  bool: [16, 't'],
  int2: [21, '1'],
  int4: [23, '1'],
  oid: [26, '1'],
  float4: [700, '1.5'],
  float8: [701, '1.5'],
  int8: [20, '1'],
  bytea: [17, '\\x00'],
  timestamptz: [1184, '2026-01-01 00:00:00+00'],
  date: [1082, '2026-01-01'],
  json: [114, '{}'],
  jsonb: [3802, '{}'],
};

describe('the forms of the types', () => {
  it.each(Object.entries(formsOfTypes))('%s is read as %s', (name, form) => {
    const [oid, text] = texts[name] ?? [0, ''];
    expect(formOf(parserFor(oid)(text))).toBe(form);
  });
});

function formOf(value: unknown): Form | undefined {
  const simple = (['string', 'number', 'bigint', 'boolean'] as const).find((form) => form === typeof value);
  if (simple !== undefined) return simple;
  const name = typeof value === 'object' ? value?.constructor.name : undefined;
  if (name === 'Object') return 'json';
  return (['Buffer', 'Instant', 'PlainDate'] as const).find((form) => form === name);
}
