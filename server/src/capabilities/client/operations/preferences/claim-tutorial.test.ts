import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import {
  createOwnDataTestApp,
  type OwnDataTestApp,
  signedIn,
  type TestClient,
} from '../../testing/own-data-test-app.suite.ts';

let app: OwnDataTestApp;
beforeAll(async () => {
  app = await createOwnDataTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const claim = (client: TestClient, body: object) =>
  app.call('PUT', '/preference/tutorial/claim', {
    as: signedIn(client, { assurance: '1fa', scope: 'client' }),
    body,
  });
const firstSteps = async (client: TestClient): Promise<unknown> => {
  const { body } = await app.call('GET', '/client', { as: signedIn(client) });
  return listAt(body, 'preferences', 'tutorials').find((one) => at(one, 'tutorialId') === 'first-steps');
};

test('a user claims a tutorial and takes the claim back; the last request wins, and other users are not concerned', async () => {
  const [client, other] = [await app.client(), await app.client()];
  expect(await firstSteps(client)).toEqual({ tutorialId: 'first-steps', version: 1, claimed: false });
  expect((await claim(client, { tutorialId: 'first-steps', claimed: true })).status).toBe(204);
  expect((await claim(client, { tutorialId: 'first-steps', version: 1, claimed: true })).status).toBe(204);
  expect(await firstSteps(client)).toMatchObject({ claimed: true, claimedAt: expect.any(String) });
  expect(await firstSteps(other)).toMatchObject({ claimed: false });
  expect((await claim(client, { tutorialId: 'first-steps', claimed: false })).status).toBe(204);
  expect(await firstSteps(client)).toEqual({ tutorialId: 'first-steps', version: 1, claimed: false });
  expect(await app.eventsOf(client.userId)).toContain('tutorial-claim-updated');
});

test('a claim of an older version does not count for the newer one', async () => {
  const client = await app.client();
  await claim(client, { tutorialId: 'first-steps', claimed: true });
  await app.identity.database.query('update client.tutorial_claim set version = 0 where user_id = $1', [
    client.userId,
  ]);
  expect(await firstSteps(client)).toEqual({ tutorialId: 'first-steps', version: 1, claimed: false });
});

test('an unknown tutorial and a version that does not exist are refused', async () => {
  const client = await app.client();
  const unknown = await claim(client, { tutorialId: 'nothing', claimed: true });
  expect(listAt(unknown.body, 'errors')).toMatchObject([{ field: 'tutorialId', code: 'enum' }]);
  const future = await claim(client, { tutorialId: 'first-steps', version: 2, claimed: true });
  expect(listAt(future.body, 'errors')).toMatchObject([{ field: 'version', code: 'maximum' }]);
});
