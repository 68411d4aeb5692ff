import { describe, expect, test } from 'vitest';
import { errorsOf } from './boot-checks.ts';

const fit = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  data_checksums: 'on',
  server_version_num: 150_004,
  superuser: false,
  bypass: false,
} as const;

describe('a database', () => {
  test.each([{}, { synchronous_commit: 'remote_apply' }, { server_version_num: 180_000 }])(
    'that stores durably what it acknowledges is accepted: %j',
    (changed) => {
      expect(errorsOf({ ...fit, ...changed }, 'required')).toEqual([]);
    },
  );

  test.each([
    [{ fsync: 'off' }, 'fsync'],
    [{ full_page_writes: 'off' }, 'full_page_writes'],
    [{ synchronous_commit: 'off' }, 'synchronous_commit'],
    [{ synchronous_commit: 'local' }, 'synchronous_commit'],
    [{ synchronous_commit: 'remote_write' }, 'synchronous_commit'],
    [{ data_checksums: 'off' }, 'PORTICO_DATABASE_CHECKSUMS'],
    [{ server_version_num: 149_999 }, 'PostgreSQL 15'],
    [{ superuser: true }, 'row-level security'],
    [{ bypass: true }, 'row-level security'],
  ])('with %j is refused, and the error says what to change', (changed, text) => {
    const errors = errorsOf({ ...fit, ...changed }, 'required');
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(text);
  });

  test('without checksums is accepted if they are optional', () => {
    expect(errorsOf({ ...fit, data_checksums: 'off' }, 'optional')).toEqual([]);
  });

  test('with many errors reports them all at once', () => {
    const unfit = {
      ...fit,
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      superuser: true,
    };
    expect(errorsOf(unfit, 'required')).toHaveLength(4);
  });
});
