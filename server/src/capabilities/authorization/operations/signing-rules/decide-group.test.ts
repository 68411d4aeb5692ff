import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusalIn } from '#platform/testing/refusal-in.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import { propose, saveSigningGroup } from '../../testing/signing-changes.suite.ts';
import { listSigningGroups } from './list-signing-groups.ts';

const owner = '1000000060';
let app: AuthorizationTestApp;
beforeAll(async () => {
  app = await createAuthorizationTestApp({ poolSize: 10 });
});
afterAll(() => app[Symbol.asyncDispose]());

const added = new Map<string, string>();
/** The id of a user of this name. */
const userOf = (name: string): string => {
  const userId = added.get(name) ?? app.users.add({ username: name }).userId;
  added.set(name, userId);
  return userId;
};
const validFrom = Temporal.Instant.from('2020-01-01T00:00:00Z');
const save = (groupId: string, userIds: readonly string[]) =>
  saveSigningGroup(app.context(), {
    owner,
    groupId,
    members: userIds.map((name) => ({ userId: userOf(name), validFrom, validUntil: undefined })),
  });
const membersOf = async (groupId: string): Promise<readonly string[]> => {
  const rows = await app.database.query<{ user_id: string }>(
    `select user_id from "authorization".signing_group_member where owner = $1 and group_id = $2 order by user_id`,
    [owner, groupId],
  );
  return rows.map(({ user_id }) => [...added].find(([, userId]) => userId === user_id)?.[0] ?? '').toSorted();
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
  });

  test('has no member twice in two spellings', async () => {
    const members = ['e-7', 'E-7'].map((userId) => ({ userId, validFrom, validUntil: undefined }));
    const proposed = propose(app.context(), '*', { kind: 'group', groupId: 'staff', members });
    expect(await refusalIn(proposed)).toBe('signer-twice');
    const [first] = members;
    if (first === undefined) throw new Error('the group has members');
    const content = { kind: 'group', groupId: 'staff', members: [first] } as const;
    expect((await propose(app.context(), '*', content)).kind).toBe('proposed');
  });

  test('changed by many employees at the same time has one change that waits', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        propose(app.context(), owner, {
          kind: 'group',
          groupId: 'C',
          members: [{ userId: userOf(`u-${index}`), validFrom, validUntil: undefined }],
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = outcomes.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(9);
    expect(refused[0]).toMatchObject({ literal: 'signing-change-proposed' });
    expect(await membersOf('C')).toEqual([]);
  });

  test('keeps who was a member before, and lists who was on a day', async () => {
    const monday = app.clock.now();
    await save('D', ['u-1', 'u-2']);
    app.clock.advance({ hours: 24 });
    await save('D', ['u-2', 'u-3']);
    app.clock.advance({ hours: 24 });
    const on = async (at: Temporal.Instant | undefined): Promise<readonly string[]> => {
      const listed = await listSigningGroups(app.context(), { owner, at });
      return listed
        .filter(({ groupId }) => groupId === 'D')
        .map(({ userId }) => [...added].find(([, id]) => id === userId)?.[0] ?? '')
        .toSorted();
    };
    expect(await on(monday.subtract({ seconds: 1 }))).toEqual([]);
    expect(await on(monday.add({ hours: 1 }))).toEqual(['u-1', 'u-2']);
    expect(await on(undefined)).toEqual(['u-2', 'u-3']);
    expect(await listSigningGroups(app.context('02'), { owner, at: undefined })).toEqual([]);
  });

  test('has no unknown user; a group of the bank may have staff', async () => {
    const content = {
      kind: 'group',
      groupId: 'E',
      members: [{ userId: 'e-9', validFrom, validUntil: undefined }],
    } as const;
    await expect(propose(app.context(), owner, content)).rejects.toMatchObject({ literal: 'unknown-signer' });
    expect((await propose(app.context(), '*', content)).kind).toBe('proposed');
  });
});
