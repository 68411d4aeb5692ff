import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createIdentityTestApp,
  customer,
  faultsOf,
  type IdentityTestApp,
  refusalOf,
  type TestUser,
} from '#capabilities/identity/testing/identity-test-app.suite.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import { createPictureCraft, usualPictureRules } from './picture-worker.ts';
import { jpegFrame, jpegOf, jpegSegment, jpegTables, painted } from './samples.suite.ts';

const scan = Buffer.concat([jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 0, 0])), Buffer.from([0])]);
/** 75,632 empty scans over twelve million points: minutes of work for a decoder. */
const hostile = Buffer.concat([
  Buffer.from('ffd8', 'hex'),
  jpegTables,
  jpegFrame(0xc2, [4_096, 2_928]),
  ...Array.from({ length: 75_632 }, () => scan),
  Buffer.from('ffd9', 'hex'),
]);
const honest = await jpegOf(painted(64, 48, (x, y) => [x * 3, y * 4, 90, 255]));
/** The limits of the product, but for the times that a busy machine may need. */
const pictureCraft = createPictureCraft({ ...usualPictureRules, timeLimitMs: 60_000, waitMaxMs: 60_000 });

const together = 6;
let arrived = 0;
const allArrived = Promise.withResolvers<void>();

/** Files named `together` are read when all of them have been asked for, so that their requests wait side by side. */
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
      pictureCraft,
      pictureSource: { read: readPicture },
    },
  });
  attacker = await app.register();
  bystander = await app.register();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await pictureCraft.close();
});

const put = (user: TestUser, name: string): Promise<TestResponse> =>
  app.send('PUT', `/users/${encodeURIComponent(user.username)}/profile-picture`, {
    as: customer(user),
    body: { 'picture-url': `https://content.example/${name}` },
  });

test('a picture that costs minutes is refused without costing any request of others', async () => {
  const attacks = Array.from({ length: 18 }, () => put(attacker, 'hostile'));
  const looks = Array.from({ length: 20 }, () => app.get('/me', customer(bystander)));
  const own = put(bystander, 'honest');
  for (const answer of await Promise.all(attacks))
    expect(faultsOf(answer)).toEqual(['400 picture-url format']);
  for (const answer of await Promise.all(looks)) expect(answer.status).toBe(200);
  expect((await own).status).toBe(204);
});

test('pictures of one user are made one at a time, and those of others beside them', async () => {
  const many = Array.from({ length: together }, () => put(attacker, 'together'));
  const own = await put(bystander, 'honest');
  expect(own.status).toBe(204);
  const answers = await Promise.all(many);
  // One is made, one waits for it.
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(2);
  expect(answers.filter(({ status }) => status !== 204).map(refusalOf)).toEqual(
    Array.from({ length: together - 2 }, () => '429 too-many-requests'),
  );
});
