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
