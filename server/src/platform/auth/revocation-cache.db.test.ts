import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { createRevocationCache } from './revocation-cache.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const issuer = 'C=NL\nO=Test Trust Services, N.V.\nCN=Test QTSP CA';

describe('the cache of revoked certificates', () => {
  test('has the content of the database at the last refresh, whatever the spelling of the number', async () => {
    const cache = createRevocationCache(database.app);
    expect(cache.isRevoked(issuer, '1a')).toBe(false);
    await database.query("insert into platform.revoked_certificate values ($1, '1A', now())", [issuer]);
    expect(cache.isRevoked(issuer, '1a')).toBe(false);
    await cache.refresh();
    expect([cache.isRevoked(issuer, '1a'), cache.isRevoked(issuer, '1A')]).toEqual([true, true]);
    expect([cache.isRevoked(issuer, '1b'), cache.isRevoked('CN=Other', '1a')]).toEqual([false, false]);
    await database.query('delete from platform.revoked_certificate');
    await cache.refresh();
    expect(cache.isRevoked(issuer, '1a')).toBe(false);
  });

  test('keeps its content while the database is unavailable: a revoked certificate stays revoked', async () => {
    await using mortal = await createTestDatabase();
    await mortal.query("insert into platform.revoked_certificate values ($1, '1a', now())", [issuer]);
    const cache = createRevocationCache(mortal.app);
    await cache.refresh();
    await mortal.app.close();
    await expect(cache.refresh()).rejects.toThrow('no connection');
    expect(cache.isRevoked(issuer, '1a')).toBe(true);
  });
});
