import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIdentityTestApp, type IdentityTestApp } from '../testing/identity-test-app.suite.ts';
import { openSignIn } from './open-sign-in.ts';
import { viewSignIn } from './view-sign-in.ts';

let app: IdentityTestApp;
beforeAll(async () => {
  app = await createIdentityTestApp();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

describe('a sign-in that begins', () => {
  test('asks who it is, and knows what somebody else has told already', async () => {
    const ctx = app.context();
    const secret = await openSignIn(ctx, { signInId: 'hinted', assurance: 'sca', username: 'Anna.Bos' });
    const view = await viewSignIn(ctx, { signInId: 'hinted', secret });
    expect(view).toMatchObject({ kind: 'identify', username: 'anna.bos', fault: undefined });
  });

  test('begins anew under its name, and what opened it before opens nothing', async () => {
    const ctx = app.context();
    const first = await openSignIn(ctx, { signInId: 'again', assurance: 'sca' });
    const second = await openSignIn(ctx, { signInId: 'again', assurance: 'sca' });
    expect(await viewSignIn(ctx, { signInId: 'again', secret: first })).toBeUndefined();
    expect(await viewSignIn(ctx, { signInId: 'again', secret: second })).toMatchObject({ kind: 'identify' });
  });

  test('that makes a session stronger asks for the second factor only', async () => {
    const ctx = app.context();
    const { userId } = await app.register();
    const asked = { signInId: 'stronger', assurance: 'sca', steppingUp: userId } as const;
    const secret = await openSignIn(ctx, asked);
    const view = await viewSignIn(ctx, { signInId: 'stronger', secret });
    expect(view).toMatchObject({ kind: 'method', choices: [{ factor: 'sms' }] });
  });
});
