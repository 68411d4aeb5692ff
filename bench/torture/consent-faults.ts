import type { TestDatabase } from '../../server/src/platform/testing/database.ts';

/**
 * Makes the database forget: counts of accesses stay at one, and a consent that was replaced or withdrawn stays valid
 * although the change seems to be saved. What the processes answer is then wrong in the three ways that the run looks for.
 */
export async function plantFaults(database: TestDatabase): Promise<void> {
  await database.query('drop index consents.consent_sole_valid');
  await database.query(
    `create function consents.forget_end() returns trigger language plpgsql as $$
      begin return case when old.status = 'valid' then old else new end; end $$`,
  );
  await database.query(
    'create trigger forget_end before update on consents.consent for each row execute function consents.forget_end()',
  );
  await database.query(
    `create function consents.forget_use() returns trigger language plpgsql as $$
      begin new.uses := 1; return new; end $$`,
  );
  await database.query(
    'create trigger forget_use before update on consents.access_use for each row execute function consents.forget_use()',
  );
}
