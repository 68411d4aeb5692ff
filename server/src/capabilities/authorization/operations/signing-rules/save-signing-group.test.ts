import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import { saveSigningGroup } from './save-signing-group.ts';

const owner = '1000000060';
let app: AuthorizationTestApp;
beforeAll(async () => {
  app = await createAuthorizationTestApp({ poolSize: 10 });
});
afterAll(() => app[Symbol.asyncDispose]());

const validFrom = Temporal.Instant.from('2020-01-01T00:00:00Z');
const save = (groupId: string, userIds: readonly string[]) =>
  saveSigningGroup(app.context(), {
    owner,
    groupId,
    members: userIds.map((userId) => ({ userId, validFrom, validUntil: undefined })),
  });
const membersOf = async (groupId: string): Promise<readonly string[]> => {
  const rows = await app.database.query<{ user_id: string }>(
    `select user_id from "authorization".signing_group_member where owner = $1 and group_id = $2 order by user_id`,
    [owner, groupId],
  );
  return rows.map(({ user_id }) => user_id);
};

describe('a group', () => {
  test('has exactly the members of the last request, and other groups are unchanged', async () => {
    await save('A', ['u-1', 'u-2']);
    await save('B', ['u-2']);
    await save('A', ['u-2', 'u-3']);
    expect(await membersOf('A')).toEqual(['u-2', 'u-3']);
    expect(await membersOf('B')).toEqual(['u-2']);
    await save('A', []);
    expect(await membersOf('A')).toEqual([]);
    expect(await app.auditOf('signing-group', `${owner}/A`)).toHaveLength(3);
  });

  test('saved by many concurrent commands is as one of them saved it', async () => {
    const groups = Array.from({ length: 10 }, (_, index) => [`u-${index}`, 'u-x']);
    await Promise.all(groups.map((members) => save('C', members)));
    const members = await membersOf('C');
    expect(groups.map((group) => group.toSorted())).toContainEqual(members);
  });
});
