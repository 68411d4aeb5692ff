import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFundsTestApp, type FundsTestApp, idIn } from '../testing/funds-test-app.suite.ts';
import { standingOfFundsConsent } from './standing-of-funds-consent.ts';

let app: FundsTestApp;
beforeAll(async () => {
  app = await createFundsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('a valid consent is open; an unknown one, and one that the third party deleted, are over', async () => {
  const holder = await app.holder();
  const path = await app.valid(holder);
  const standing = (id: string): ReturnType<typeof standingOfFundsConsent> =>
    standingOfFundsConsent(app.context(), id);
  expect(await standing(idIn(path))).toEqual({ kind: 'open' });
  await app.send({ method: 'DELETE', path });
  expect(await standing(idIn(path))).toEqual({ kind: 'over' });
  expect(await standing('nothing')).toEqual({ kind: 'over' });
});
