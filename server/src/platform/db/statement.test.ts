import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { dynamicStatement, observeDefinitions, plainStatement, statement, tablesOf } from './statement.ts';

interface Tables {
  party: { bank_id: string; id: string; name: string; amount: bigint };
}
const tables = tablesOf<Tables>('test');

describe('a statement compiled once', () => {
  const find = statement<{ bank: string; id: string }>()(({ bank, id }) =>
    tables.selectFrom('party').select('name').where('id', '=', id).where('bank_id', '=', bank),
  );

  test('fills its slots by position, not in the order of the input', () => {
    expect(find({ bank: '01', id: 'x' })).toEqual({
      name: find({ bank: '', id: '' }).name,
      text: 'select "name" from "test"."party" where "id" = $1 and "bank_id" = $2',
      values: ['x', '01'],
    });
    expect(find({ id: 'y', bank: '02' }).values).toEqual(['y', '02']);
  });

  test('is built at its first call and never again', () => {
    let built = 0;
    const once = statement<{ id: string }>()(({ id }) => {
      built += 1;
      return tables.selectFrom('party').select('name').where('id', '=', id);
    });
    expect(built).toBe(0);
    for (let count = 0; count < 5; count += 1) once({ id: 'x' });
    expect(built).toBe(1);
  });

  test('separates constants and slots, and may use a slot several times', () => {
    const mixed = statement<{ id: string }>()(({ id }) =>
      tables
        .selectFrom('party')
        .select(sql<string>`coalesce(${id}, ${'none'})`.as('x'))
        .where('id', '=', id)
        .where('amount', '>', 5n),
    );
    expect(mixed({ id: 'a' }).values).toEqual(['a', 'none', 'a', 5n]);
  });

  test('does not leak a value of one call into the next', () => {
    const one = find({ bank: '01', id: 'one' });
    find({ bank: '02', id: 'two' });
    expect(one.values).toEqual(['one', '01']);
  });

  test('never puts a value into its text', () => {
    const hostile = `'; drop table party; --`;
    const { text, values } = find({ bank: hostile, id: hostile });
    expect(text).not.toContain('drop');
    expect(values).toEqual([hostile, hostile]);
  });
});

describe('the name of a statement', () => {
  const names = (texts: readonly string[]): readonly string[] =>
    texts.map((text) => plainStatement(text)([]).name);

  test('is the same for the same text, in every process', () => {
    expect(names(['select 1', 'select 1'])).toEqual([
      'p_822ae07d4783158bc1912bb6',
      'p_822ae07d4783158bc1912bb6',
    ]);
  });

  test('differs for different texts, and fits the length limit of PostgreSQL', () => {
    const texts = Array.from({ length: 20_000 }, (_, index) => `select ${index}`);
    const made = names([...texts, 'SELECT 1', 'select 1 ', 'select  1']);
    expect(new Set(made).size).toBe(20_003);
    expect(made.every((name) => /^p_[0-9a-f]{24}$/.test(name))).toBe(true);
  });

  test('depends on the text of a dynamic statement, not on its values', () => {
    const list = (...ids: readonly string[]) =>
      dynamicStatement(tables.selectFrom('party').select('name').where('id', 'in', ids));
    expect(list('a', 'b').name).toBe(list('c', 'd').name);
    expect(list('a').name).not.toBe(list('a', 'b').name);
    expect(list('a', 'b').values).toEqual(['a', 'b']);
  });
});

describe('an observer of definitions', () => {
  test('learns the text of every statement, and which slot or value each parameter takes', () => {
    const seen: unknown[] = [];
    const stop = observeDefinitions((compile) => seen.push(compile()));
    const query = (id: unknown) => tables.selectFrom('party').select('name').where(sql`${id}`, '=', 'x');
    statement<{ id: string }>()(({ id }) => query(id));
    dynamicStatement(tables.selectFrom('party').select('name').where('id', '=', 'y'));
    plainStatement('select $1', 'lock');
    stop();
    plainStatement('select $2');
    expect(seen).toEqual([
      {
        kind: 'select',
        text: 'select "name" from "test"."party" where $1 = $2',
        parameters: [{ slot: 'id' }, { value: 'x' }],
      },
      {
        kind: 'select',
        text: 'select "name" from "test"."party" where "id" = $1',
        parameters: [{ value: 'y' }],
      },
      { kind: 'lock', text: 'select $1', parameters: undefined },
    ]);
  });
});
