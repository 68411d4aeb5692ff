import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { User } from '../../ports/users.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import { enrolled, tokenSteps, withHotp } from '../../testing/token-steps.suite.ts';
import { hasToken } from './has-token.ts';

let app: AuthorizationTestApp;
beforeAll(async () => {
  app = await createAuthorizationTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const has = ({ userId }: User, bankId = '01'): Promise<boolean> => hasToken(app.context(bankId), { userId });

describe('hasToken', () => {
  test('a time token counts from its first right code on', async () => {
    const token = await enrolled(app, 'totp');
    expect(await has(token.user)).toBe(false);
    expect((await tokenSteps(app).oath(token.user.userId, token.codeNow())).status).toBe(204);
    expect(await has(token.user)).toBe(true);
  });

  test('an event token counts as well', async () => {
    const token = await withHotp(app);
    expect((await tokenSteps(app).oath(token.user.userId, token.codeAt(0))).status).toBe(204);
    expect(await has(token.user)).toBe(true);
  });

  test('one that only answers challenges does not count', async () => {
    const { tokenId, user } = await enrolled(app, 'ocra');
    await tokenSteps(app).setStatus(tokenId, 'active');
    expect(await has(user)).toBe(false);
    // Another token beside it may generate codes.
    const other = await enrolled(app, 'totp', user);
    await tokenSteps(app).setStatus(other.tokenId, 'active');
    expect(await has(user)).toBe(true);
  });

  test('an ended one does not count, nor does that of another user or bank', async () => {
    const { tokenId, user } = await enrolled(app, 'totp');
    await tokenSteps(app).setStatus(tokenId, 'active');
    expect(await has(user)).toBe(true);
    expect(await has(app.users.add())).toBe(false);
    expect(await has(user, 'nl')).toBe(false);
    await tokenSteps(app).setStatus(tokenId, 'ended');
    expect(await has(user)).toBe(false);
  });
});
