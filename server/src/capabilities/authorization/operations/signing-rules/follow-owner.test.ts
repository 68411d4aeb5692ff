import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import {
  eventAbout,
  explainedAbsence,
  formerMembers,
  signingHistory,
} from '../../testing/signing-history.suite.ts';
import { cleanUpAuthorization } from '../clean-up-authorization.ts';
import { followOwner } from './follow-owner.ts';

let app: AuthorizationTestApp;
beforeAll(async () => {
  app = await createAuthorizationTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const none = { signing_change: [], signing_group_past: [], signing_group_member: [], signing_absence: [] };

async function withHistory(owner: string): Promise<void> {
  const [userId, delegateId] = [app.users.add().userId, app.users.add().userId];
  await explainedAbsence(app, { owner, userId, delegateId, reason: 'in hospital' });
  await formerMembers(app, owner, [userId, delegateId]);
  const { signing_absence, signing_change, signing_group_member, signing_group_past } = await signingHistory(
    app,
    owner,
  );
  expect(
    [signing_change, signing_group_past, signing_group_member, signing_absence].map((rows) => rows?.length),
  ).toEqual([4, 1, 1, 1]);
}

test('an erased owner leaves no group, no absence and no text about either, also in the trail', async () => {
  const [erased, other] = ['5200000001', '5200000002'];
  await withHistory(erased);
  await withHistory(other);
  const before = await signingHistory(app, other);
  await followOwner(app.context(), eventAbout(app, 'party-erased', erased));
  await followOwner(app.context(), eventAbout(app, 'party-erased', erased));
  expect(await signingHistory(app, erased)).toEqual(none);
  expect(await signingHistory(app, other)).toEqual(before);
  const trail = await app.database.query('select record from platform.audit_entry where record like $1', [
    '%in hospital%',
  ]);
  expect(trail).toEqual([]);
  expect((await app.auditOf('party', erased)).map((entry) => at(entry, 'changes', 0))).toEqual(
    Array(2).fill({ field: 'party-erased', after: 'signing-history-deleted' }),
  );
});

test('the clean-up deletes decided changes, former memberships and absences after ten years', async () => {
  const owner = '5200000003';
  await withHistory(owner);
  const full = await signingHistory(app, owner);
  const end = app.clock.now().toZonedDateTimeISO('UTC').add({ years: 10 }).toInstant();
  app.clock.set(end.subtract({ hours: 1 }).toString());
  await cleanUpAuthorization(app.context());
  expect(await signingHistory(app, owner)).toEqual(full);
  app.clock.set(end.add({ hours: 3 }).toString());
  await cleanUpAuthorization(app.context());
  const left = await signingHistory(app, owner);
  // What waits for its decision stays, and who is a member.
  expect(left).toEqual({
    ...none,
    signing_change: full['signing_change']?.filter((text) => text.includes('"state":"proposed"')),
    signing_group_member: full['signing_group_member'],
  });
  expect(left['signing_change']).toHaveLength(1);
});
