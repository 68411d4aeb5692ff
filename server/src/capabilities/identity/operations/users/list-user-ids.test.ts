import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import { createIdentityTestApp, type IdentityTestApp } from '../../testing/identity-test-app.suite.ts';
import { createPartyTestServer, type PartyTestServer } from '../../testing/party-test-server.suite.ts';
import { signInBySms } from '../../testing/sign-in-steps.suite.ts';
import { endSessionsOf } from './end-sessions-of.ts';
import { listUserIds } from './list-user-ids.ts';

let app: IdentityTestApp;
let parties: PartyTestServer;
beforeAll(async () => {
  app = await createIdentityTestApp();
  parties = await createPartyTestServer(app);
});
afterAll(async () => {
  await parties[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

test('users of several numbers are listed once, in the order of their ids (listUserIds)', async () => {
  const [one, other] = [await parties.customer(), await parties.customer()];
  const customerNumbers = [other.customerNumber, one.customerNumber, one.customerNumber];
  const listed = await listUserIds(app.context().db, { bankId: '01', customerNumbers });
  expect(listed).toEqual([one.userId, other.userId].toSorted());
  expect(await listUserIds(app.context().db, { bankId: '01', customerNumbers: ['unknown'] })).toEqual([]);
});

test('the sessions of a user end in the command of the caller (endSessionsOf)', async () => {
  const user = await parties.customer();
  await signInBySms(app, user);
  const open = async (): Promise<number> => {
    const [row] = await app.database.query<{ count: number }>(
      'select count(*)::int as count from identity.session where user_id = $1 and ended_at is null',
      [user.userId],
    );
    return row?.count ?? 0;
  };
  expect(await open()).toBe(1);
  await runCommand(app.context(), async (work) => {
    await endSessionsOf(app.context(), work, { userId: user.userId, exceptSignInAt: undefined });
    work.audit({ aggregateKind: 'user', aggregateId: user.userId, changes: [] });
  });
  expect(await open()).toBe(0);
});
