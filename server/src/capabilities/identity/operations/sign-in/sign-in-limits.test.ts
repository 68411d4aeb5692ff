import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressFailuresMax } from '../../domain/policy.ts';
import { reserveAttemptQuotas } from '../../steps/sign-in/attempt-quotas.ts';
import { createIdentityTestApp, type IdentityTestApp } from '../../testing/identity-test-app.suite.ts';
import { type SignInWalk, walkIn, walkToFactor } from '../../testing/sign-in-steps.suite.ts';
import { cleanUpIdentity } from '../maintenance/clean-up-identity.ts';

let app: IdentityTestApp;
beforeAll(async () => {
  app = await createIdentityTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

describe('the attempt counter', () => {
  /** Submits this many wrong passwords for a username, and returns the page that is shown then. */
  async function guess(username: string, tries: number): Promise<SignInWalk> {
    const walk = await walkIn(app);
    await walk.post('identify', { username });
    for (let index = 0; index < tries; index += 1)
      await walk.post('password', { password: `wrong guess ${index} of one user` });
    return walk;
  }

  test('looks the same after a pause for known and unknown usernames', async () => {
    const names = [(await app.register()).username, 'absent.has.this.name'];
    for (const name of names) await guess(name, 2);
    app.clock.advance({ hours: 49 });
    await cleanUpIdentity(app.context());
    const seen = [];
    for (const name of names) {
      const view = await (await guess(name, 1)).view();
      seen.push(view?.kind === 'password' ? [view.error, view.attemptsLeft] : view?.kind);
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]).toEqual(['wrong', undefined]);
  });
});

describe('a sign-in that was idle for five minutes', () => {
  test('stays idle when it is viewed twice', async () => {
    const user = await app.register();
    const walk = await walkToFactor(app, user);
    expect(await walk.page()).toBe('code');
    app.clock.advance({ seconds: 301 });
    expect([await walk.page(), await walk.page()]).toEqual(['over', 'over']);
  });

  test('is not touched by a request with another secret', async () => {
    const user = await app.register();
    const walk = await walkToFactor(app, user);
    app.clock.advance({ seconds: 200 });
    const other = await walkIn(app);
    expect(await walk.send({ step: 'resend' }, other.secret())).toEqual({ kind: 'over' });
    app.clock.advance({ seconds: 101 });
    expect(await walk.page()).toBe('over');
  });
});

describe('wrong passwords from the /64s of one /56', () => {
  const isFlooded = async (sourceAddress: string, secret: string): Promise<boolean> => {
    const ctx = app.context();
    const from = { ...ctx, origin: { ...ctx.origin, sourceAddress } };
    return (await reserveAttemptQuotas(from, { isPaired: false, secret })).blocked !== undefined;
  };
  const addressOf = (index: number): string => `2001:db8:5:${(index % 200).toString(16)}::7`;

  test('have 32 times the quota of one /64 together, and those of another /56 are not affected', {
    timeout: 180_000,
  }, async () => {
    const indexes = Array.from({ length: addressFailuresMax * 32 + 20 }, (_, index) => index);
    let flooded = 0;
    // In batches: there are thousands of them.
    while (indexes.length > 0) {
      const some = indexes.splice(0, 20);
      const responses = await Promise.all(some.map((index) => isFlooded(addressOf(index), `guess ${index}`)));
      flooded += responses.filter(Boolean).length;
    }
    expect(flooded).toBe(20);
    expect(await isFlooded('2001:db8:5:100::7', 'a guess')).toBe(false);
  });
});
