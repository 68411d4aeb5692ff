import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createIdentityTestApp,
  customer,
  type IdentityTestApp,
  type TestUser,
} from '../../testing/identity-test-app.suite.ts';
import { type RecoverySteps, recoveryApp, recoverySteps } from '../../testing/recovery-steps.suite.ts';
import { restBeforeCode, type SignInWalk, walkIn } from '../../testing/sign-in-steps.suite.ts';

let app: IdentityTestApp;
let words: RecoverySteps;
beforeAll(async () => {
  app = await createIdentityTestApp({ poolSize: 10 });
  words = await recoverySteps(app);
});
afterAll(() => app[Symbol.asyncDispose]());
let day = 0;
beforeEach(async () => {
  day += 2;
  app.clock.set('2026-11-15T10:00:00Z');
  app.clock.advance({ hours: 24 * day });
  await words.work();
  await words.messages();
});

const newPassword = 'seventeen quiet otters 9';
const chosen = { 'new-password': newPassword, 'repeat-password': newPassword };

const namesOf = async (userId: string): Promise<readonly string[]> =>
  (await app.eventsOf(userId)).map(({ name }) => name);

/** Returns the temporary password of the newest message. */
async function temporaryOf(): Promise<string> {
  await words.work();
  return /[b-z]{20}/v.exec((await words.messages()).at(-1)?.text ?? '')?.[0] ?? '';
}

describe('a user with a password sent by SMS and right security answers', () => {
  const answers = (last: string): unknown => ({
    answers: [
      { 'question-id': 'first-dish', answer: 'Burnt porridge' },
      { 'question-id': 'hiding-place', answer: 'Under the third stair' },
      { 'question-id': 'old-phone', answer: last },
    ],
  });
  const answer = async (user: TestUser, last = '471193'): Promise<number> => {
    const path = `/users/${user.username}/answers/validate`;
    return (await app.send('POST', path, { as: recoveryApp, body: answers(last) })).status;
  };
  const userWithAnswers = async (): Promise<TestUser> => {
    const user = await app.register();
    const { status } = await app.send('PUT', '/me/answers', {
      as: customer(user),
      body: answers('471193'),
    });
    expect(status).toBe(200);
    return user;
  };
  /** Enters a temporary password that was sent by SMS. */
  const entered = async (user: TestUser): Promise<SignInWalk> => {
    await app.database.query(`delete from identity.quota`);
    await words.reset(user.username, { channel: 'sms' });
    const temporary = await temporaryOf();
    restBeforeCode(app);
    const walk = await walkIn(app, { isReset: true });
    await walk.post('temporary-password', { username: user.username, 'temporary-password': temporary });
    return walk;
  };

  test('passes a code by SMS, chooses a password, and the answers open nothing more', async () => {
    const user = await userWithAnswers();
    expect(await answer(user)).toBe(200);
    const walk = await entered(user);
    expect(await walk.page()).toBe('code');
    await walk.post('new-password', chosen);
    expect(await walk.page()).toBe('code');
    await walk.post('code', { code: (await app.newestCode(user.userId)).code });
    await walk.post('new-password', chosen);
    expect(await namesOf(user.userId)).toContain('password-reset-completed');
    expect(await (await entered(user)).page()).toBe('no-factor');
  });

  test('gets no code after wrong answers, or when they are old', async () => {
    const user = await userWithAnswers();
    expect(await answer(user, '471194')).toBe(440);
    expect(await (await entered(user)).page()).toBe('no-factor');
    expect(await answer(user)).toBe(200);
    app.clock.advance({ minutes: 16 });
    expect(await (await entered(user)).page()).toBe('no-factor');
  });

  test('gets nothing by the answers alone', async () => {
    const user = await userWithAnswers();
    expect(await answer(user)).toBe(200);
    const walk = await walkIn(app, { isReset: true });
    await walk.post('temporary-password', {
      username: user.username,
      'temporary-password': 'bcdfghjkmnpqrstvwxzb',
    });
    expect(await walk.page()).toBe('temporary-password wrong');
    expect(await namesOf(user.userId)).not.toContain('password-reset-completed');
  });
});
