import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createIdentityTestApp,
  customer,
  errorsOf,
  type IdentityTestApp,
  refusalOf,
  type TestUser,
} from '#capabilities/identity/testing/identity-test-app.suite.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import { createPictureWorker, defaultPictureLimits } from './picture-worker.ts';
import { jpegFrame, jpegOf, jpegSegment, jpegTables, painted } from './samples.suite.ts';

const scan = Buffer.concat([jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 0, 0])), Buffer.from([0])]);
/** 75,632 empty scans over twelve million pixels: minutes of work for a decoder. */
const hostile = Buffer.concat([
  Buffer.from('ffd8', 'hex'),
  jpegTables,
  jpegFrame(0xc2, [4_096, 2_928]),
  ...Array.from({ length: 75_632 }, () => scan),
  Buffer.from('ffd9', 'hex'),
]);
const honest = await jpegOf(painted(64, 48, (x, y) => [x * 3, y * 4, 90, 255]));
/** The product's limits, except for time limits that a busy machine may exceed. */
const pictureWorker = createPictureWorker({
  ...defaultPictureLimits,
  timeLimitMs: 60_000,
  waitMaxMs: 60_000,
});

const together = 6;
let arrived = 0;
const allArrived = Promise.withResolvers<void>();

/** Files named `together` are served when all of them have been requested, so that their requests run concurrently. */
async function readPicture(_bank: string, url: string): Promise<Buffer> {
  if (url.endsWith('together')) {
    arrived += 1;
    if (arrived === together) allArrived.resolve();
    await allArrived.promise;
  }
  return url.endsWith('hostile') ? hostile : honest;
}

let app: IdentityTestApp;
let attacker: TestUser;
let bystander: TestUser;
beforeAll(async () => {
  app = await createIdentityTestApp({
    ports: {
      pictureEncoder: pictureWorker,
      pictureSource: { read: readPicture },
    },
  });
  attacker = await app.register();
  bystander = await app.register();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await pictureWorker.close();
});

const put = (user: TestUser, name: string): Promise<TestResponse> =>
  app.send('PUT', `/users/${encodeURIComponent(user.username)}/profile-picture`, {
    as: customer(user),
    body: { 'picture-url': `https://content.example/${name}` },
  });

test('a picture that would take minutes is rejected without delaying other requests', async () => {
  const attacks = Array.from({ length: 18 }, () => put(attacker, 'hostile'));
  const looks = Array.from({ length: 20 }, () => app.get('/me', customer(bystander)));
  const own = put(bystander, 'honest');
  for (const response of await Promise.all(attacks))
    expect(errorsOf(response)).toEqual(['400 picture-url format']);
  for (const response of await Promise.all(looks)) expect(response.status).toBe(200);
  expect((await own).status).toBe(204);
});

test('pictures of one user are processed one at a time, concurrently with those of others', async () => {
  const many = Array.from({ length: together }, () => put(attacker, 'together'));
  const own = await put(bystander, 'honest');
  expect(own.status).toBe(204);
  const responses = await Promise.all(many);
  // One runs, one waits for it.
  expect(responses.filter(({ status }) => status === 204)).toHaveLength(2);
  expect(responses.filter(({ status }) => status !== 204).map(refusalOf)).toEqual(
    Array.from({ length: together - 2 }, () => '429 too-many-requests'),
  );
});
