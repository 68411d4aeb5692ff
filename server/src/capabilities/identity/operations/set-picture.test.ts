import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { at } from '#platform/testing/json-at.ts';
import { pictureSizeMaxBytes } from '../domain/policy.ts';
import {
  createIdentityTestApp,
  customer,
  faultsOf,
  type IdentityTestApp,
  refusalOf,
  staff,
  type TestUser,
  testOrigin,
} from '../testing/identity-test-app.suite.ts';
import { moveUser } from './move-user.ts';
import { setPicture } from './set-picture.ts';

let app: IdentityTestApp;
/** What lies in the content store of the test. */
const store = new Map<string, Buffer>();
const asked: { readonly bankId: string; readonly url: string; readonly bytesMax: number }[] = [];
let isAway = false;

beforeAll(async () => {
  app = await createIdentityTestApp({
    poolSize: 10,
    ports: {
      pictureSource: {
        async read(bankId, url, bytesMax) {
          asked.push({ bankId, url, bytesMax });
          if (isAway) throw standardProblems['service-unavailable']();
          return store.get(url);
        },
      },
      // Paints by writing its own name in front.
      pictureCraft: {
        remake: async (bytes) =>
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
const look = (url: unknown) => app.call({ method: 'GET', path: String(url).slice(testOrigin.length) });

describe('setting a picture', () => {
  test.each(['hint', 'profile'])('keeps the %s picture painted anew, and shows where it is', async (kind) => {
    const user = await app.register();
    const answer = await put(user.username, newPicture(), { as: customer(user), kind });
    expect(answer.status).toBe(204);
    expect(asked.at(-1)).toMatchObject({ bankId: '01', bytesMax: pictureSizeMaxBytes });
    const url = at((await profileOf(user)).body, `${kind}-picture-url`);
    expect(url).toMatch(/^https:\/\/portico\.test\/v1\/identity\/pictures\/01\/[A-Za-z0-9_-]{22}$/);
    const shown = await look(url);
    expect(shown.status).toBe(200);
    expect(shown.text.startsWith('painted ')).toBe(true);
    expect(shown.headers['content-type']).toBe('image/jpeg');
    expect((await app.eventsOf(user.userId)).at(-1)?.name).toBe(`${kind}-picture-set`);
  });

  test('throws the old one away, and leaves the other kind alone', async () => {
    const user = await app.register();
    for (const kind of ['hint', 'profile', 'hint'])
      expect((await put(user.username, newPicture(), { as: customer(user), kind })).status).toBe(204);
    expect((await rowsOf(user)).map(({ kind }) => kind)).toEqual(['hint', 'profile']);
  });

  test('leaves one picture when many are set at once', async () => {
    const user = await app.register();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => put(user.username, newPicture(), { as: customer(user) })),
    );
    expect(answers.every(({ status }) => status === 204)).toBe(true);
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
    expect(faultsOf(await put(user.username, url, { as: customer(user) }))).toEqual([
      '400 picture-url format',
    ]);
    expect(await rowsOf(user)).toEqual([]);
  });

  test('blames nobody when the store is away', async () => {
    const user = await app.register();
    isAway = true;
    const answer = await put(user.username, newPicture(), { as: customer(user) });
    isAway = false;
    expect(refusalOf(answer)).toBe('503 service-unavailable');
  });

  test('knows nobody else, and does not even look at the store for them', async () => {
    const [user, other] = [await app.register(), await app.register()];
    const before = asked.length;
    for (const name of [other.username, 'nobody.at.all', 'no name', `${other.username}'--`])
      expect(refusalOf(await put(name, newPicture(), { as: customer(user) }))).toBe('404 not-found');
    expect(asked).toHaveLength(before);
  });

  test('lets staff with the role set anybody’s, and nobody without it', async () => {
    const user = await app.register();
    expect((await put(user.username.toUpperCase(), newPicture(), { as: clerk })).status).toBe(204);
    const reader = staff(['identity.users.read']);
    expect((await put(user.username, newPicture(), { as: reader })).status).toBe(403);
    const elsewhere = staff(['identity.users.register'], { banks: ['02'] });
    expect((await put(user.username, newPicture(), { as: elsewhere })).status).toBe(404);
  });

  test('insists on the version that the caller has seen: precondition-failed', async () => {
    const user = await app.register();
    const { headers } = await profileOf(user);
    const etag = { 'if-match': String(headers['etag']) };
    expect((await put(user.username, newPicture(), { as: customer(user), headers: etag })).status).toBe(204);
    expect(refusalOf(await put(user.username, newPicture(), { as: customer(user), headers: etag }))).toBe(
      '412 precondition-failed',
    );
  });

  test('does nothing for somebody suspended or gone', async () => {
    const user = await app.register();
    await moveUser(app.context(), { userId: user.userId, to: 'suspended', reason: 'agent' });
    expect((await put(user.username, newPicture(), { as: customer(user) })).status).toBe(401);
    await moveUser(app.context(), { userId: user.userId, to: 'closed', reason: 'agent' });
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
