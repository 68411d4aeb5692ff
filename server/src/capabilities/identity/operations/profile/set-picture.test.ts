import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { at } from '#platform/testing/json-at.ts';
import { pictureSizeMaxBytes } from '../../domain/policy.ts';
import {
  createIdentityTestApp,
  customer,
  errorsOf,
  type IdentityTestApp,
  refusalOf,
  staff,
  type TestUser,
  testOrigin,
} from '../../testing/identity-test-app.suite.ts';
import { changeUserState } from '../users/change-user-state.ts';
import { setPicture } from './set-picture.ts';

let app: IdentityTestApp;
/** Content of the test content store. */
const store = new Map<string, Buffer>();
const reads: { readonly bankId: string; readonly url: string; readonly bytesMax: number }[] = [];
let isAway = false;

beforeAll(async () => {
  app = await createIdentityTestApp({
    poolSize: 10,
    ports: {
      pictureSource: {
        async read(bankId, url, bytesMax) {
          reads.push({ bankId, url, bytesMax });
          if (isAway) throw standardProblems['service-unavailable']();
          return store.get(url);
        },
      },
      // Re-encodes by writing a prefix.
      pictureEncoder: {
        reencode: async (bytes) =>
          bytes[0] === 0x89
            ? { bytes: Buffer.concat([Buffer.from('painted '), bytes]), contentType: 'image/jpeg' }
            : undefined,
        close: async () => undefined,
      },
    },
  });
});
afterAll(() => app[Symbol.asyncDispose]());

let pictures = 0;
const newPicture = () => {
  pictures += 1;
  const url = `https://content.example/pictures/${pictures}`;
  store.set(url, Buffer.from([0x89, pictures]));
  return url;
};
const clerk = staff(['identity.users.register']);
const put = (
  username: string,
  url: string,
  {
    as,
    headers,
    kind = 'hint',
  }: { as: ReturnType<typeof staff>; headers?: Record<string, string>; kind?: string },
) =>
  app.send('PUT', `/users/${encodeURIComponent(username)}/${kind}-picture`, {
    as,
    body: { 'picture-url': url },
    ...(headers === undefined ? {} : { headers }),
  });
const profileOf = (user: TestUser) => app.get('/me?include=hint-picture-url', customer(user));
const rowsOf = ({ userId }: TestUser) =>
  app.database.query<{ kind: string; picture_id: string; content: Buffer }>(
    'select kind, picture_id, content from identity.picture where user_id = $1 order by kind',
    [userId],
  );
const getPicture = (url: unknown) => app.call({ method: 'GET', path: String(url).slice(testOrigin.length) });

describe('setting a picture', () => {
  test.each(['hint', 'profile'])('stores the %s picture re-encoded, and shows its address', async (kind) => {
    const user = await app.register();
    const response = await put(user.username, newPicture(), { as: customer(user), kind });
    expect(response.status).toBe(204);
    expect(reads.at(-1)).toMatchObject({ bankId: '01', bytesMax: pictureSizeMaxBytes });
    const url = at((await profileOf(user)).body, `${kind}-picture-url`);
    expect(url).toMatch(/^https:\/\/portico\.test\/v1\/identity\/pictures\/01\/[A-Za-z0-9_-]{22}$/);
    const shown = await getPicture(url);
    expect(shown.status).toBe(200);
    expect(shown.text.startsWith('painted ')).toBe(true);
    expect(shown.headers['content-type']).toBe('image/jpeg');
    expect((await app.eventsOf(user.userId)).at(-1)?.name).toBe(`${kind}-picture-set`);
  });

  test('deletes the old one, and leaves the other kind unchanged', async () => {
    const user = await app.register();
    for (const kind of ['hint', 'profile', 'hint'])
      expect((await put(user.username, newPicture(), { as: customer(user), kind })).status).toBe(204);
    expect((await rowsOf(user)).map(({ kind }) => kind)).toEqual(['hint', 'profile']);
  });

  test('leaves one picture after many concurrent requests', async () => {
    const user = await app.register();
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => put(user.username, newPicture(), { as: customer(user) })),
    );
    expect(responses.every(({ status }) => status === 204)).toBe(true);
    const [row, ...others] = await rowsOf(user);
    expect(others).toEqual([]);
    expect(String(at((await profileOf(user)).body, 'hint-picture-url'))).toContain(row?.picture_id);
  });

  test.each([
    ['nothing there', 'https://content.example/pictures/none'],
    ['no picture', 'https://content.example/text'],
    ['an address elsewhere', 'http://169.254.169.254/latest/meta-data'],
    ['no address at all', 'javascript:alert(1)'],
  ])('refuses %s', async (_what, url) => {
    store.set('https://content.example/text', Buffer.from('text'));
    const user = await app.register();
    expect(errorsOf(await put(user.username, url, { as: customer(user) }))).toEqual([
      '400 picture-url format',
    ]);
    expect(await rowsOf(user)).toEqual([]);
  });

  test('returns service-unavailable when the content store does not respond', async () => {
    const user = await app.register();
    isAway = true;
    const response = await put(user.username, newPicture(), { as: customer(user) });
    isAway = false;
    expect(refusalOf(response)).toBe('503 service-unavailable');
  });

  test('does not find other users, and does not read the content store for them', async () => {
    const [user, other] = [await app.register(), await app.register()];
    const before = reads.length;
    for (const name of [other.username, 'absent.at.all', 'no name', `${other.username}'--`])
      expect(refusalOf(await put(name, newPicture(), { as: customer(user) }))).toBe('404 not-found');
    expect(reads).toHaveLength(before);
  });

  test('allows staff with the role to set any user’s, and no one without it', async () => {
    const user = await app.register();
    expect((await put(user.username.toUpperCase(), newPicture(), { as: clerk })).status).toBe(204);
    const reader = staff(['identity.users.read']);
    expect((await put(user.username, newPicture(), { as: reader })).status).toBe(403);
    const elsewhere = staff(['identity.users.register'], { banks: ['02'] });
    expect((await put(user.username, newPicture(), { as: elsewhere })).status).toBe(404);
  });

  test('requires the version that the caller has seen: precondition-failed', async () => {
    const user = await app.register();
    const { headers } = await profileOf(user);
    const etag = { 'if-match': String(headers['etag']) };
    expect((await put(user.username, newPicture(), { as: customer(user), headers: etag })).status).toBe(204);
    expect(refusalOf(await put(user.username, newPicture(), { as: customer(user), headers: etag }))).toBe(
      '412 precondition-failed',
    );
  });

  test('does nothing for a suspended or closed user', async () => {
    const user = await app.register();
    await changeUserState(app.context(), { userId: user.userId, to: 'suspended', reason: 'agent' });
    expect((await put(user.username, newPicture(), { as: customer(user) })).status).toBe(401);
    await changeUserState(app.context(), { userId: user.userId, to: 'closed', reason: 'agent' });
    expect((await put(user.username, newPicture(), { as: clerk })).status).toBe(404);
    const command = {
      kind: 'hint',
      username: user.username,
      pictureUrl: newPicture(),
      ifMatch: undefined,
    } as const;
    await expect(setPicture(app.context(), command)).rejects.toMatchObject({ literal: 'not-found' });
  });
});
