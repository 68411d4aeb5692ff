import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIdentityTestApp, type IdentityTestApp } from '../../testing/identity-test-app.suite.ts';
import { purgeUnknownUsers } from './purge-unknown-users.ts';

let app: IdentityTestApp;
beforeAll(async () => {
  app = await createIdentityTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('purgeUnknownUsers deletes all expired rows in one run, and nothing else', async () => {
  const now = app.clock.now().toString();
  await app.database.query(
    `insert into identity.sign_in (bank_id, sign_in_id, binding_hash, sealed_state, touched_at, expires_at, row_version, created_at)
     select '01', 'old-' || n, ''::bytea, ''::bytea, $1::timestamptz, $1::timestamptz - interval '1 second', 1, $1::timestamptz from generate_series(1, 12000) n
     union all select '01', 'live', ''::bytea, ''::bytea, $1::timestamptz, $1::timestamptz + interval '1 minute', 1, $1::timestamptz
     union all select '02', 'of-another-bank', ''::bytea, ''::bytea, $1::timestamptz, $1::timestamptz - interval '1 day', 1, $1::timestamptz`,
    [now],
  );
  await app.database.query(
    `insert into identity.quota (bank_id, scope, quota_key, uses, modified_at, used_on)
     select '01', 'sign-in-address', decode(lpad(to_hex(n), 8, '0'), 'hex'), '{}', $1::timestamptz - interval '73 hours',
            ($1::timestamptz - interval '73 hours')::date
       from generate_series(1, 100) n`,
    [now],
  );
  expect(await purgeUnknownUsers(app.context())).toBe(12_100);
  const left = await app.database.query('select sign_in_id from identity.sign_in order by 1');
  expect(left).toEqual([{ sign_in_id: 'live' }, { sign_in_id: 'of-another-bank' }]);
  expect(await purgeUnknownUsers(app.context())).toBe(0);
});

test('purgeUnknownUsers reads a counter that stays once, and not in every run', async () => {
  await app.database.query(
    `insert into identity.login_attempts (bank_id, subject, device_class, failures, failures_in_row, locks, row_version,
       created_at, modified_at, used_on)
     select '01', subject, 'other', 1, 1, 0, 1, $1::timestamptz - interval '73 hours',
            $1::timestamptz - interval '73 hours', ($1::timestamptz - interval '73 hours')::date
       from unnest(array['usr_failing', '~unknown']) as subject`,
    [app.clock.now().toString()],
  );
  expect(await purgeUnknownUsers(app.context())).toBe(2);
  expect(await app.database.query(`select subject, used_on::text from identity.login_attempts`)).toEqual([
    { subject: 'usr_failing', used_on: 'infinity' },
  ]);
  expect(await purgeUnknownUsers(app.context())).toBe(0);
});
