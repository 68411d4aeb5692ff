import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { runCommand } from '#platform/work/command.ts';
import { hintPictureUrl } from '../../steps/pictures.ts';
import { insertPicture } from '../../store/pictures.store.ts';
import {
  app,
  base,
  createIdentityTestApp,
  type IdentityTestApp,
  testOrigin,
} from '../../testing/identity-test-app.suite.ts';
import { getPicture } from './get-picture.ts';

let testApp: IdentityTestApp;
beforeAll(async () => {
  testApp = await createIdentityTestApp();
});
afterAll(() => testApp[Symbol.asyncDispose]());

const get = (path: string) => testApp.call({ method: 'GET', path: `${base}/pictures/${path}` });
const dummyOf = (username: string, bankId = '01') =>
  hintPictureUrl(testApp.context(bankId), username, undefined).slice(`${testOrigin}${base}/pictures/`.length);
const idOf = (path: string) => path.split('/')[1] ?? '';
const keepPicture = async (pictureId: string, content: Buffer) => {
  const ctx = testApp.context();
  await runCommand(ctx, async (work) => {
    insertPicture(work, {
      bankId: '01',
      pictureId,
      userId: 'usr_x',
      kind: 'hint',
      content,
      contentType: 'image/png',
      now: ctx.clock.now(),
    });
    work.audit({ aggregateKind: 'user', aggregateId: 'usr_x', changes: [] });
  });
};
const png = Buffer.from('89504e470d0a1a0a', 'hex');

describe('a picture', () => {
  test('is returned to every caller who knows its address, for a day', async () => {
    const id = 'AAAAAAAAAAAAAAAAAAAAAA';
    await keepPicture(id, Buffer.concat([png, Buffer.from('mine')]));
    const { headers, status, text } = await get(`01/${id}`);
    expect(status).toBe(200);
    expect(text).toContain('mine');
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=86400',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  test('is not found under an id that was never issued, nor at another bank', async () => {
    const id = 'BAAAAAAAAAAAAAAAAAAAAA';
    await keepPicture(id, png);
    for (const path of [`02/${id}`, `zz/${id}`, '01/CAAAAAAAAAAAAAAAAAAAAA'])
      expect((await get(path)).status).toBe(404);
  });

  test.each([
    '01/short',
    '01/AAAAAAAAAAAAAAAAAAAAA%00',
    '..%2f..%2f01/AAAAAAAAAAAAAAAAAAAAAA',
    "01/'or'1'='1'or'1'='1'or'",
  ])('is refused at %s', async (path) => {
    expect([400, 404]).toContain((await get(path)).status);
  });
});

describe('a dummy picture', () => {
  test('is always the same for a username, and different for another username or bank', async () => {
    expect(dummyOf('anna.k')).toBe(dummyOf('anna.k'));
    const ids = new Set([dummyOf('anna.k'), dummyOf('anna.l'), dummyOf('anna.k', '02')].map(idOf));
    expect(ids.size).toBe(3);
    const [one, again] = [await get(dummyOf('anna.k')), await get(dummyOf('anna.k'))];
    expect(one.status).toBe(200);
    expect(one.text).toBe(again.text);
    expect(one.text).not.toBe((await get(dummyOf('anna.l'))).text);
  });

  test('looks like a real one, in address and response', async () => {
    const id = 'DAAAAAAAAAAAAAAAAAAAAA';
    await keepPicture(id, png);
    const [real, dummy] = [await get(`01/${id}`), await get(dummyOf('absent.here'))];
    const shape = ({ headers }: typeof real) => Object.keys(headers).toSorted();
    expect(shape(dummy)).toEqual(shape(real));
    expect(dummy.headers['content-disposition']).toBe(real.headers['content-disposition']);
    expect(idOf(dummyOf('absent.here'))).toMatch(/^[A-Za-z0-9_-]{21}[AQgw]$/);
  });

  test('has one canonical id only, like any other', async () => {
    const path = dummyOf('spelled.once');
    const last = path.at(-1) ?? '';
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const other = digits.charAt(digits.indexOf(last) + 1);
    expect((await get(`${path.slice(0, -1)}${other}`)).status).toBe(404);
  });

  test('of one bank is not found at another', async () => {
    expect((await get(`02/${idOf(dummyOf('anna.k'))}`)).status).toBe(404);
  });

  test('is shown for a user who has set none, when an application requests it', async () => {
    const user = await testApp.register();
    const hints = app(['hint']);
    const [known, unknown] = [
      await testApp.get(`/users/${user.username}`, hints),
      await testApp.get('/users/absent.at.all', hints),
    ];
    for (const { body, status } of [known, unknown]) {
      expect(status).toBe(200);
      const url = String(at(body, 'hint-picture-url'));
      expect((await testApp.call({ method: 'GET', path: url.slice(testOrigin.length) })).status).toBe(200);
    }
    expect(at(known.body, 'hint-picture-url')).toBe(
      `${testOrigin}${base}/pictures/${dummyOf(user.username)}`,
    );
  });

  test('is rendered from its address alone', async () => {
    const ctx = testApp.context();
    const pictureId = idOf(dummyOf('painted.name'));
    const { bytes, contentType } = await getPicture(ctx, { bankId: '01', pictureId });
    expect(contentType).toBe('image/png');
    expect(bytes.subarray(0, 8).equals(png)).toBe(true);
  });
});
