import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** Functions that run as the owner, and the tables that their text names. */
const tablesOfFunctions = `
  select p.oid::regprocedure::text as function, c.oid::regclass::text as named,
         exists (select from pg_policy o where o.polrelid = c.oid and o.polname = 'owner') as is_permitted
    from pg_proc p
    join pg_class c on c.relkind in ('r', 'p') and c.relforcerowsecurity
    join pg_namespace n on n.oid = c.relnamespace
   where p.prosecdef and p.prosrc ~ ('\\m' || n.nspname || '"?\\.' || c.relname || '\\M')`;

test('tables that a function of the owner reads permit it to an owner that is no superuser', async () => {
  const rows = await database.query<{ function: string; named: string; is_permitted: boolean }>(
    tablesOfFunctions,
  );
  expect(rows.map(({ named }) => named)).toEqual(
    expect.arrayContaining(['ledger.account', 'consents.consent', 'funds_confirmations.consent']),
  );
  expect(rows.filter(({ is_permitted: isPermitted }) => !isPermitted)).toEqual([]);
});
