import { describe, expect, test } from 'vitest';
import { checksumOf, type Migration, MigrationEdited, unapplied } from './migrate.ts';

const file = (name: string, sql = `-- ${name}`): Migration => ({ name, sql });
const applied = (...files: readonly Migration[]): readonly { name: string; checksum: string }[] =>
  files.map(({ name, sql }) => ({ name, checksum: checksumOf(sql) }));
const [one, two, three] = [file('0001_a.sql'), file('0002_b.sql'), file('0003_c.sql')] as const;

describe('the list of unapplied migrations', () => {
  test('is everything on an empty database, and empty on one that is up to date', () => {
    expect(unapplied([], [one, two]).map(({ name }) => name)).toEqual(['0001_a.sql', '0002_b.sql']);
    expect(unapplied(applied(one, two), [one, two])).toEqual([]);
    expect(unapplied([], [])).toEqual([]);
  });

  test('is what follows the last one applied', () => {
    expect(unapplied(applied(one), [one, two, three]).map(({ name }) => name)).toEqual([
      '0002_b.sql',
      '0003_c.sql',
    ]);
  });
});

describe('a changed history is refused:', () => {
  test.each([
    ['a text that changed', applied(one), [file('0001_a.sql', '-- other'), two]],
    ['a text that changed by one space', applied(one), [file('0001_a.sql', '-- 0001_a.sql '), two]],
    ['a name that changed', applied(one), [file('0001_x.sql', one.sql)]],
    ['one inserted in between', applied(one, three), [one, two, three]],
    ['one inserted in front', applied(two), [one, two]],
    ['one removed', applied(one, two), [one]],
    ['all removed', applied(one), []],
    ['a database that is newer than the files', applied(one, two, three), [one, two]],
  ])('%s', (_what, past, files) => {
    expect(() => unapplied(past, files)).toThrow(MigrationEdited);
  });
});
