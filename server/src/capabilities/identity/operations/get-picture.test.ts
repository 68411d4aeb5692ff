import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { runCommand } from '#platform/work/command.ts';
import { hintPictureUrl } from '../steps/hint-picture-url.ts';
import { insertPicture } from '../store/pictures.store.ts';
import {
  app,
  base,
  createIdentityTestApp,
  type IdentityTestApp,
  testOrigin,
} from '../testing/identity-test-app.suite.ts';
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
  test('is given to everybody who knows its address, for a day', async () => {
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

  test('is not found under an id that nobody made, nor at another bank', async () => {
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

describe('a picture of nobody', () => {
  test('is always the same for a name, and another for another name or bank', async () => {
    expect(dummyOf('anna.k')).toBe(dummyOf('anna.k'));
    const ids = new Set([dummyOf('anna.k'), dummyOf('anna.l'), dummyOf('anna.k', '02')].map(idOf));
    expect(ids.size).toBe(3);
    const [one, again] = [await get(dummyOf('anna.k')), await get(dummyOf('anna.k'))];
    expect(one.status).toBe(200);
    expect(one.text).toBe(again.text);
    expect(one.text).not.toBe((await get(dummyOf('anna.l'))).text);
  });

  test('looks like that of somebody, address and answer', async () => {
    const id = 'DAAAAAAAAAAAAAAAAAAAAA';
    await keepPicture(id, png);
    const [real, dummy] = [await get(`01/${id}`), await get(dummyOf('nobody.here'))];
    const shape = ({ headers }: typeof real) => Object.keys(headers).toSorted();
    expect(shape(dummy)).toEqual(shape(real));
    expect(dummy.headers['content-disposition']).toBe(real.headers['content-disposition']);
    expect(idOf(dummyOf('nobody.here'))).toMatch(/^[A-Za-z0-9_-]{21}[AQgw]$/);
  });

  test('has one spelling only, like any other', async () => {
    const path = dummyOf('spelled.once');
    const last = path.at(-1) ?? '';
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const other = digits.charAt(digits.indexOf(last) + 1);
    expect((await get(`${path.slice(0, -1)}${other}`)).status).toBe(404);
  });

  test('of one bank is unknown at another', async () => {
    expect((await get(`02/${idOf(dummyOf('anna.k'))}`)).status).toBe(404);
  });

  test('is what a user has who has set none, and whom an application asks about', async () => {
    const user = await testApp.register();
    const hints = app(['hint']);
    const [known, unknown] = [
      await testApp.get(`/users/${user.username}`, hints),
      await testApp.get('/users/nobody.at.all', hints),
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

  test('is painted from its address alone', async () => {
    const ctx = testApp.context();
    const pictureId = idOf(dummyOf('painted.name'));
    const { bytes, contentType } = await getPicture(ctx, { bankId: '01', pictureId });
    expect(contentType).toBe('image/png');
    expect(bytes.subarray(0, 8).equals(png)).toBe(true);
  });
});
