import { describe, expect, test } from 'vitest';
import { parseSteps } from './migration-steps.ts';

const head = '-- A subject.\n-- phase: expand\n-- transaction: per step\n';

describe('the steps of a migration', () => {
  test('are none if it is one transaction', () => {
    expect(parseSteps('-- phase: expand\n-- step: ignored\nselect 1;')).toBeUndefined();
  });

  test('are what follows each line that names one, in order', () => {
    const steps = parseSteps(
      `${head}-- step: one\nselect 1;\n-- step until no row changes: two\nupdate t set n = 1;`,
    );
    expect(steps?.map(({ sql }) => sql.trim())).toEqual(['select 1;', 'update t set n = 1;']);
    expect(steps?.map(({ isRepeated }) => isRepeated)).toEqual([false, true]);
  });

  test.each([
    ['create index concurrently if not exists t_n on s.t (n);', ['t_n']],
    ['create unique index concurrently T_N on s.t (n)', ['t_n']],
    ['CREATE INDEX\n  CONCURRENTLY IF NOT EXISTS t_n\n  ON s.t (n)', ['t_n']],
    ['drop index concurrently if exists s.t_n;', []],
  ])('build or drop indexes without a limit of time: %s', (sql, builtIndexes) => {
    expect(parseSteps(`${head}-- step: index\n${sql}`)).toMatchObject([{ isConcurrent: true, builtIndexes }]);
  });

  test.each([
    'create index if not exists t_n on s.t (n);',
    '-- Never create index concurrently t_n on t here.\nselect 1;',
  ])('have limits of time otherwise: %s', (sql) => {
    expect(parseSteps(`${head}-- step: other\n${sql}`)).toMatchObject([
      { isConcurrent: false, builtIndexes: [] },
    ]);
  });
});
