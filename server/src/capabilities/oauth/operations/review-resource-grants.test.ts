import { afterAll, beforeAll, expect, test } from 'vitest';
import { noResourceApprovals, type ResourceApprovals, type Standing } from '../ports/resource-approvals.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import { reviewResourceGrants } from './review-resource-grants.ts';

let app: ServerTestApp;
beforeAll(async () => {
  app = await createServerTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const resource = '01a1ede2-6680-78f6-bfca-5f5ba7ad8aaf';
const other = '01a1ede2-6680-78f6-bfca-5f5ba7ad8ab0';

function resourcesIn(standing: Standing): ResourceApprovals {
  const kind = { service: 'AIS', role: 'PSP_AI', subjectKinds: ['consent'], events: [] } as const;
  return { ...noResourceApprovals, kinds: [{ ...kind, standingOf: async () => standing }] };
}

test('a grant ends when its resource is over, and is looked at later while it is suspended', async () => {
  const now = app.clock.now();
  await app.database.query(`insert into oauth.resource_grant values ('01', '\\x01', 'AIS', $1, $1, $2, $3)`, [
    resource,
    now.toString(),
    now.add({ hours: 1 }).toString(),
  ]);
  const reviews = async (standing: Standing): Promise<readonly unknown[]> => {
    await reviewResourceGrants({ ...app.contextFor('01'), resources: resourcesIn(standing) });
    return app.database.query('select review_at from oauth.resource_grant');
  };
  expect(await reviews({ kind: 'suspended', until: now })).toHaveLength(1);
  expect(await reviews({ kind: 'over' })).toEqual([]);
});

test('all grants of a resource that is over end, with their tokens, also when one command does not end them all', async () => {
  await app.database.query(
    `insert into oauth.resource_grant
     select '01', decode(md5(i::text), 'hex'), 'AIS', $1, $1, $2::timestamptz, $2::timestamptz + interval '1 hour'
       from generate_series(1, 201) i`,
    [other, app.clock.now().toString()],
  );
  const revoked = async (): Promise<number> =>
    (await app.database.query(`select from oauth.revocation where kind = 'grant'`)).length;
  const before = await revoked();
  await reviewResourceGrants({ ...app.contextFor('01'), resources: resourcesIn({ kind: 'over' }) });
  expect(await app.database.query('select from oauth.resource_grant')).toEqual([]);
  expect((await revoked()) - before).toBe(201);
});
