import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIdentityTestApp, type IdentityTestApp } from '../../testing/identity-test-app.suite.ts';
import { sessionsIn, tracesOf, walkIn } from '../../testing/sign-in-steps.suite.ts';
import { createTestDeviceCodes } from '../../testing/test-device-codes.suite.ts';
import { changeUserState } from '../users/change-user-state.ts';
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

describe('a sign-in that begins with a code of a device', () => {
  const deviceCodes = createTestDeviceCodes();
  const ports = { deviceCodes };

  test('starts at the password of its user, which completes it', async () => {
    const user = await app.register();
    const walk = await walkIn(app, { deviceToken: deviceCodes.issue(user.userId), ports });
    expect(await walk.view()).toMatchObject({ kind: 'password', username: user.username });
    expect((await walk.post('password', { password: 'wrong' })).kind).toBe('continues');
    const outcome = await walk.post('password', { password: user.password });
    const expected = { kind: 'finished', userId: user.userId, assurance: 'sca' };
    expect(outcome).toMatchObject({ ...expected, methods: ['pwd', 'otp', 'hwk'] });
    const { audits } = await tracesOf(app, user.userId);
    expect(audits.filter((record) => record.includes('exchanged'))).toHaveLength(1);
  });

  test('counts once, however many sign-ins begin with it at once', async () => {
    const user = await app.register();
    const deviceToken = deviceCodes.issue(user.userId);
    const walks = await Promise.all(
      Array.from({ length: 5 }, () => walkIn(app, { assurance: '1fa', deviceToken, ports })),
    );
    const pages = await Promise.all(walks.map((walk) => walk.page()));
    expect(pages.toSorted()).toEqual([...Array.from({ length: 4 }, () => 'identify'), 'password']);
    const fields = { step: 'password', password: user.password };
    const outcomes = await Promise.all(walks.map((walk) => walk.send(fields)));
    expect(sessionsIn(outcomes)).toBe(1);
  });

  test('is an ordinary one with any other text, and for a user who was closed', async () => {
    const closed = await app.register();
    const deviceToken = deviceCodes.issue(closed.userId);
    const change = { userId: closed.userId, to: 'closed', reason: 'customer' } as const;
    await changeUserState(app.context(), change);
    const ordinary = await (await walkIn(app, { username: 'anna.bos', ports })).view();
    for (const text of [deviceToken, deviceToken, 'a.b.c', '']) {
      const walk = await walkIn(app, { username: 'anna.bos', deviceToken: text, ports });
      const view = await walk.view();
      expect({ ...view, passkeyOptions: '' }).toEqual({ ...ordinary, passkeyOptions: '' });
    }
  });

  test('asks a signed-in user who steps up for the password, instead of another factor', async () => {
    const { userId, username } = await app.register();
    const options = { steppingUp: userId, deviceToken: deviceCodes.issue(userId), ports };
    expect(await (await walkIn(app, options)).view()).toMatchObject({ kind: 'password', username });
  });

  test.each(['1fa', 'sca'] as const)(
    'asks for another factor if the device is unpaired before the password: %s',
    async (assurance) => {
      const user = await app.register();
      const walk = await walkIn(app, { assurance, deviceToken: deviceCodes.issue(user.userId), ports });
      deviceCodes.unpairAll();
      expect((await walk.post('password', { password: user.password })).kind).toBe('continues');
      expect(await walk.page()).toBe('method');
      expect((await tracesOf(app, user.userId)).logins).toEqual([]);
    },
  );
});
