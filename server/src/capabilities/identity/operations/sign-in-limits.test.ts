import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIdentityWorld, type IdentityWorld } from '../ports/identity-world.suite.ts';
import { type SignInWalk, walkIn, walkToFactor } from '../ports/sign-in-words.suite.ts';
import { tidyIdentity } from './tidy-identity.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await createIdentityWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

describe('what was counted', () => {
  /** So many wrong passwords for a name, and what is shown then. */
  async function guess(username: string, tries: number): Promise<SignInWalk> {
    const walk = await walkIn(world);
    await walk.post('identify', { username });
    for (let index = 0; index < tries; index += 1)
      await walk.post('password', { password: `wrong guess ${index} of somebody` });
    return walk;
  }

  test('looks the same after a pause whether or not somebody has the name', async () => {
    const names = [(await world.register()).username, 'nobody.has.this.name'];
    for (const name of names) await guess(name, 2);
    world.clock.advance({ hours: 49 });
    await tidyIdentity(world.context());
    const seen = [];
    for (const name of names) {
      const view = await (await guess(name, 1)).view();
      seen.push(view?.kind === 'password' ? [view.fault, view.attemptsLeft] : view?.kind);
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]).toEqual(['wrong', undefined]);
  });
});

describe('a sign-in that was left alone for five minutes', () => {
  test('is not woken up by being looked at twice', async () => {
    const user = await world.register();
    const walk = await walkToFactor(world, user);
    expect(await walk.page()).toBe('code');
    world.clock.advance({ seconds: 301 });
    expect([await walk.page(), await walk.page()]).toEqual(['over', 'over']);
  });

  test('is not kept awake by somebody who has another secret', async () => {
    const user = await world.register();
    const walk = await walkToFactor(world, user);
    world.clock.advance({ seconds: 200 });
    const other = await walkIn(world);
    expect(await walk.send({ step: 'resend' }, other.secret())).toEqual({ kind: 'over' });
    world.clock.advance({ seconds: 101 });
    expect(await walk.page()).toBe('over');
  });
});
