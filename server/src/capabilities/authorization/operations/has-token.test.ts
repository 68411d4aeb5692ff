import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthorizationTestApp, createAuthorizationTestApp } from '../testing/authorization-test-app.suite.ts';
import { enrolled, tokenSteps, withHotp } from '../testing/token-steps.suite.ts';
import type { User } from '../ports/users.ts';
import { hasToken } from './has-token.ts';

let world: AuthorizationTestApp;
beforeAll(async () => {
  world = await createAuthorizationTestApp();
});
afterAll(() => world[Symbol.asyncDispose]());

const has = ({ userId }: User, bankId = '01'): Promise<boolean> =>
  hasToken(world.context(bankId), { userId });

describe('hasToken', () => {
  test('a time token counts from its first right code on', async () => {
    const token = await enrolled(world, 'totp');
    expect(await has(token.user)).toBe(false);
    expect((await tokenSteps(world).oath(token.user.userId, token.codeNow())).status).toBe(204);
    expect(await has(token.user)).toBe(true);
  });

  test('an event token counts like one', async () => {
    const token = await withHotp(world);
    expect((await tokenSteps(world).oath(token.user.userId, token.codeAt(0))).status).toBe(204);
    expect(await has(token.user)).toBe(true);
  });

  test('one that only answers challenges makes no codes', async () => {
    const { tokenId, user } = await enrolled(world, 'ocra');
    await tokenSteps(world).setStatus(tokenId, 'active');
    expect(await has(user)).toBe(false);
    // Beside it there may be one that does.
    const other = await enrolled(world, 'totp', user);
    await tokenSteps(world).setStatus(other.tokenId, 'active');
    expect(await has(user)).toBe(true);
  });

  test('one that is out of use counts no more, and nobody has that of another person or bank', async () => {
    const { tokenId, user } = await enrolled(world, 'totp');
    await tokenSteps(world).setStatus(tokenId, 'active');
    expect(await has(user)).toBe(true);
    expect(await has(world.users.add())).toBe(false);
    expect(await has(user, 'nl')).toBe(false);
    await tokenSteps(world).setStatus(tokenId, 'ended');
    expect(await has(user)).toBe(false);
  });
});
