import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIdentityTestApp, type IdentityTestApp } from '../../testing/identity-test-app.suite.ts';
import { type SignInWalk, walkIn, walkToFactor } from '../../testing/sign-in-steps.suite.ts';
import { findFinishedSignIn } from './find-finished-sign-in.ts';

let app: IdentityTestApp;
beforeAll(async () => {
  app = await createIdentityTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** A state as it was stored before the states had members of their own, and had no version. */
const stateBefore = {
  step: 'code',
  assurance: 'sca',
  codesSent: 1,
  username: 'someone',
  userId: 'usr_1',
  first: { kind: 'password', hash: 'h' },
  factor: 'sms',
  verificationId: 'v',
  previousStep: 'password',
};

async function store(walk: SignInWalk, state: unknown): Promise<void> {
  const { bankId, identityVault } = walk.ctx;
  const place = { bankId, table: 'sign_in', rowId: walk.signInId } as const;
  await app.database.query(`update identity.sign_in set sealed_state = $2 where sign_in_id = $1`, [
    walk.signInId,
    identityVault.sealText(place, JSON.stringify(state)),
  ]);
}

test('a sign-in that another version has stored is over, for its page and for its forms', async () => {
  for (const state of [stateBefore, { ...stateBefore, version: 2 }, { ...stateBefore, version: 4 }]) {
    const walk = await walkIn(app);
    await store(walk, state);
    expect(await walk.page()).toBe('over');
    expect(await walk.send({ step: 'code', code: '123456' })).toEqual({ kind: 'over' });
    expect(await walk.send({ step: 'cancel' })).toEqual({ kind: 'over' });
  }
});

test('a form that is submitted again after the upgrade is over, and no password is compared', async () => {
  const user = await app.register();
  const walk = await walkIn(app);
  await walk.post('identify', { username: user.username });
  const secret = walk.secret();
  await walk.send({ step: 'password', password: user.password }, secret);
  await store(walk, stateBefore);
  expect(await walk.send({ step: 'password', password: 'another one 4711' }, secret)).toEqual({
    kind: 'over',
  });
});

test('a sign-in that had ended before the upgrade gives its result to no browser', async () => {
  const user = await app.register();
  const walk = await walkToFactor(app, user);
  const outcome = await walk.send({ step: 'code', ...(await app.newestCode(user.userId)) });
  if (outcome.kind !== 'finished') throw new Error('the user is not signed in');
  const { at, methods, userId } = outcome;
  const finished = { userId, assurance: 'sca', methods, at: at.toString(), browserName: 'Firefox on Linux' };
  await store(walk, { ...stateBefore, finished });
  const browserInfo = { browserName: 'Firefox on Linux', browserSecret: undefined, clientName: undefined };
  const request = { signInId: walk.signInId, secret: outcome.nextSecret, browserInfo };
  expect(await findFinishedSignIn(walk.ctx, request)).toBeUndefined();
});
