import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import { changeSigning } from '../../testing/signing-changes.suite.ts';
import {
  eventAbout,
  explainedAbsence,
  formerMembers,
  signingHistory,
} from '../../testing/signing-history.suite.ts';
import { followUser } from './follow-user.ts';

let app: AuthorizationTestApp;
beforeAll(async () => {
  app = await createAuthorizationTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const owner = '5300000001';

test('a closed user leaves no absence, no former membership and no reason; those of others stay', async () => {
  const [leaving, staying, third] = [app.users.add(), app.users.add(), app.users.add()].map(
    ({ userId }) => userId,
  );
  if (leaving === undefined || staying === undefined || third === undefined) throw new Error('no users');
  await explainedAbsence(app, { owner, userId: leaving, delegateId: staying, reason: 'leaving is ill' });
  await explainedAbsence(app, { owner, userId: staying, delegateId: third, reason: 'staying is away' });
  await explainedAbsence(app, { owner, userId: third, delegateId: leaving, reason: 'third has leaving' });
  await formerMembers(app, owner, [third, leaving, staying, third]);
  await changeSigning(app.context(), owner, { kind: 'group', groupId: 'audit', members: [] });
  await followUser(app.context(), eventAbout(app, 'user-closed', leaving));
  await followUser(app.context(), eventAbout(app, 'user-closed', leaving));
  const { signing_absence, signing_change, signing_group_past } = await signingHistory(app, owner);
  const reasons = signing_change?.map((text) => String(at(JSON.parse(text), 'reason'))).toSorted();
  expect(reasons).toEqual([
    // The absence with this delegate and its end, and the two changes with which this member came and left.
    '',
    '',
    '',
    '',
    'a decision of the bank',
    'a decision of the bank',
    'a decision of the bank',
    'staying is away',
    'staying is away',
  ]);
  expect(signing_absence?.filter((text) => text.includes(`"user_id":"${leaving}"`))).toEqual([]);
  expect(signing_absence).toHaveLength(2);
  expect(signing_group_past?.filter((text) => text.includes(leaving))).toEqual([]);
  expect(signing_group_past).toHaveLength(2);
  expect((await app.auditOf('user', leaving)).map((entry) => at(entry, 'changes', 0))).toEqual(
    Array(2).fill({ field: 'user-closed', after: 'signing-history-deleted' }),
  );
});
