import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyOathOtp } from '#capabilities/authorization/index.ts';
import { enrolToken, totpAnswer } from '../../testing/enrolled-token.suite.ts';
import { createIdentityTestApp, type IdentityTestApp } from '../../testing/identity-test-app.suite.ts';
import { type RecoverySteps, recoverySteps } from '../../testing/recovery-steps.suite.ts';
import { walkIn } from '../../testing/sign-in-steps.suite.ts';
import { registerAgent } from './register-agent.ts';

let app: IdentityTestApp;
let steps: RecoverySteps;
beforeAll(async () => {
  app = await createIdentityTestApp({ poolSize: 10 });
  steps = await recoverySteps(app);
});
afterAll(() => app[Symbol.asyncDispose]());

const register = (username: string) =>
  registerAgent(app.context(), { username, firstName: 'Agnes', lastName: 'Vogt', employeeId: 'e-1' });

describe('an agent', () => {
  test('is a user without customer number and contacts, whom signing rules and tokens can name', async () => {
    const { userId } = await register('agnes.vogt');
    const { authorization, ...ctx } = app.context();
    const known = await authorization.users.find(ctx.db, { bankId: '01', name: 'agnes.vogt' });
    expect(known).toMatchObject({ userId, kind: 'agent', status: 'active', customerNumber: undefined });
    const [entry] = await app.database.query<{ record: string }>(
      `select record from platform.audit_entry where aggregate_kind = 'user' and aggregate_id = $1`,
      [userId],
    );
    expect(entry?.record).toContain('"field":"employee","after":"e-1"');
    expect((await app.eventsOf(userId)).map(({ name }) => name)).toEqual([
      'user-registered',
      'user-activated',
    ]);
    await steps.work();
    expect(await steps.messages()).toEqual([]);
  });

  test('is authorized by the code of a token, once', async () => {
    const { userId } = await register('tom.token');
    const ctx = { ...app.context(), ...app.context().authorization };
    const token = await enrolToken(ctx, { userId, deviceId: undefined, kind: 'totp' });
    const otp = totpAnswer(token, app.clock.now());
    await verifyOathOtp(ctx, { userName: 'tom.token', otp });
    await expect(verifyOathOtp(ctx, { userName: 'tom.token', otp })).rejects.toMatchObject({
      literal: expect.stringMatching(/^(?:bad|replayed)-otp$/),
    });
  });

  test('signs in nowhere, and recovers no password', async () => {
    await register('nora.nowhere');
    const walk = await walkIn(app);
    await walk.post('identify', { username: 'nora.nowhere' });
    await walk.post('password', { password: 'any password at all 1' });
    expect(await walk.page()).toMatch(/^password /);
    expect((await steps.reset('nora.nowhere')).status).toBe(204);
    await steps.work();
    expect(await steps.messages()).toEqual([]);
  });

  test('has a name of its own: not that of a user, of the bank, or of a contact', async () => {
    const user = await app.register();
    await register('only.once');
    for (const name of [user.username, 'only.once', 'administrator', 'agnes@example.com', '4915112345678'])
      await expect(register(name)).rejects.toMatchObject({ literal: 'username-already-used' });
  });
});
