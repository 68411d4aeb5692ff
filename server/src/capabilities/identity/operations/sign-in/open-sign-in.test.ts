import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIdentityTestApp, type IdentityTestApp } from '../../testing/identity-test-app.suite.ts';
import { openSignIn } from './open-sign-in.ts';
import { viewSignIn } from './view-sign-in.ts';

let app: IdentityTestApp;
beforeAll(async () => {
  app = await createIdentityTestApp();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

describe('a new sign-in', () => {
  test('asks for the username, and knows one that the client passes', async () => {
    const ctx = app.context();
    const secret = await openSignIn(ctx, { signInId: 'hinted', assurance: 'sca', username: 'Anna.Bos' });
    const view = await viewSignIn(ctx, { signInId: 'hinted', secret });
    expect(view).toMatchObject({ kind: 'identify', username: 'anna.bos', error: undefined });
  });

  test('starts again under its id, and its earlier secret is not valid any more', async () => {
    const ctx = app.context();
    const first = await openSignIn(ctx, { signInId: 'again', assurance: 'sca' });
    const second = await openSignIn(ctx, { signInId: 'again', assurance: 'sca' });
    expect(await viewSignIn(ctx, { signInId: 'again', secret: first })).toBeUndefined();
    expect(await viewSignIn(ctx, { signInId: 'again', secret: second })).toMatchObject({ kind: 'identify' });
  });

  test('that steps a session up asks for the second factor only', async () => {
    const ctx = app.context();
    const { userId } = await app.register();
    const request = { signInId: 'stronger', assurance: 'sca', steppingUp: userId } as const;
    const secret = await openSignIn(ctx, request);
    const view = await viewSignIn(ctx, { signInId: 'stronger', secret });
    expect(view).toMatchObject({ kind: 'method', choices: [{ factor: 'sms' }] });
  });
});
