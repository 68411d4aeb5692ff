import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { namedIn, provenIn, type SignInState } from '../../domain/sign-in/state.ts';
import { encryptState, readSignIn } from '../../steps/sign-in/live-sign-in.ts';
import { findSignIn, updateSignInAndCommit } from '../../store/sign-ins.store.ts';
import {
  createIdentityTestApp,
  type IdentityTestApp,
  type TestUser,
} from '../../testing/identity-test-app.suite.ts';
import { sampleStates } from '../../testing/sign-in-samples.suite.ts';
import {
  attemptsOf,
  restBeforeCode,
  type SignInWalk,
  signInBySms,
  tracesOf,
  walkIn,
  walkToFactor,
} from '../../testing/sign-in-steps.suite.ts';
import { findSignedInUser } from '../account/find-signed-in-user.ts';

let app: IdentityTestApp;
beforeAll(async () => {
  app = await createIdentityTestApp({ poolSize: 10 });
});
afterAll(() => app[Symbol.asyncDispose]());
let day = 0;
beforeEach(() => {
  day += 2;
  app.clock.set('2026-11-15T10:00:00Z');
  app.clock.advance({ hours: 24 * day });
});

const setState = async (userId: string, state: string): Promise<unknown> =>
  app.database.query(
    `update identity.user_account set status = $2, closed_at = case when $2 = 'closed' then modified_at end
      where user_id = $1`,
    [userId, state],
  );

const stateOf = async (walk: SignInWalk): Promise<SignInState | undefined> =>
  (await readSignIn(walk.ctx, { signInId: walk.signInId, secret: walk.secret() }))?.state;

/** Sets the state of a sign-in, as if a page had led there. */
async function putAt(walk: SignInWalk, state: SignInState): Promise<void> {
  const { bankId, db, identityVault } = walk.ctx;
  const row = await findSignIn(db, { bankId, signInId: walk.signInId });
  const bindingHash = identityVault.secretHash(walk.secret());
  await updateSignInAndCommit(db, {
    bankId,
    signInId: walk.signInId,
    bindingHash,
    previousBindingHash: identityVault.secretHash(''),
    formHash: Buffer.of(),
    formLockedUntil: null,
    repeatableUntil: app.clock.now(),
    sealedState: encryptState(walk.ctx, walk.signInId, { state }),
    rowVersion: row?.rowVersion ?? 0n,
    now: app.clock.now(),
  });
}

describe('a user who knows the password and has the phone', () => {
  test('is signed in after three pages, and all of it is recorded', async () => {
    const user = await app.register();
    restBeforeCode(app);
    const walk = await walkIn(app);
    expect(await walk.page()).toBe('identify');
    await walk.post('identify', { username: ` ${user.username.toUpperCase()} ` });
    expect(await walk.page()).toBe('password');
    await walk.post('password', { password: user.password });
    expect(await walk.view()).toMatchObject({ kind: 'code', factor: 'sms', ending: user.phone.slice(-2) });
    const { code } = await app.newestCode(user.userId);
    const outcome = await walk.post('code', { code });
    expect(outcome).toMatchObject({
      kind: 'finished',
      userId: user.userId,
      assurance: 'sca',
      methods: ['pwd', 'sms'],
    });
    expect(await walk.page()).toBe('over');
    const { audits, logins } = await tracesOf(app, user.userId);
    expect(logins).toEqual(['signed-in']);
    expect(audits.join()).toContain('signed-in');
    expect(audits.join()).not.toContain(user.password);
    expect(audits.join()).not.toContain(code);
    // The first sign-in needs no notice.
    expect((await app.eventsOf(user.userId)).map(({ name }) => name)).not.toContain('user-signed-in');
  });

  test('is notified of a sign-in from a new browser, and not of one from a paired browser', async () => {
    const user = await app.register();
    const { outcome } = await signInBySms(app, user);
    const browserSecret = outcome.kind === 'finished' ? outcome.browserSecret : '';
    app.clock.advance({ hours: 1 });
    await signInBySms(app, user, { browserInfo: { browserSecret } });
    const signInEvents = async (): Promise<number> =>
      (await app.eventsOf(user.userId)).filter(({ name }) => name === 'user-signed-in').length;
    expect(await signInEvents()).toBe(0);
    app.clock.advance({ hours: 1 });
    await signInBySms(app, user);
    expect(await signInEvents()).toBe(1);
  });

  test('is signed in by the password alone only where that is sufficient', async () => {
    const user = await app.register();
    const walk = await walkIn(app, { assurance: '1fa', browserInfo: { clientName: 'An app' } });
    await walk.post('identify', { username: user.username });
    expect(await walk.post('password', { password: user.password })).toMatchObject({
      kind: 'finished',
      assurance: '1fa',
      methods: ['pwd'],
    });
  });
});

describe('a secret of a step', () => {
  test('changes after every step, and the old one is not valid any more', async () => {
    const user = await app.register();
    restBeforeCode(app);
    const walk = await walkIn(app);
    const seen = [walk.secret()];
    await walk.post('identify', { username: user.username });
    seen.push(walk.secret());
    await walk.post('password', { password: 'wrong' });
    seen.push(walk.secret());
    await walk.post('password', { password: user.password });
    seen.push(walk.secret());
    expect(new Set(seen).size).toBe(4);
    for (const old of seen.slice(0, -1)) {
      expect(await walk.send({ step: 'code', code: '000000' }, old)).toEqual({ kind: 'over' });
      expect(await readSignIn(walk.ctx, { signInId: walk.signInId, secret: old })).toBeUndefined();
    }
    expect(await walk.page()).toBe('code');
  });

  test('opens no other sign-in, and no other bank', async () => {
    const [one, other] = [await walkIn(app), await walkIn(app)];
    expect(await one.send({ step: 'identify', username: 'someone' }, other.secret())).toEqual({
      kind: 'over',
    });
    const elsewhere = { ...app.context('02'), ...app.ports };
    expect(await readSignIn(elsewhere, { signInId: one.signInId, secret: one.secret() })).toBeUndefined();
    expect(await one.page()).toBe('identify');
  });

  test('a form with another token, an old one, a truncated one or none is forged, and changes nothing', async () => {
    const user = await app.register();
    const [walk, other] = [await walkIn(app), await walkIn(app)];
    const vault = app.ports.identityVault;
    const old = vault.csrfOf('01', walk.secret());
    await walk.post('identify', { username: user.username });
    const own = vault.csrfOf('01', walk.secret());
    for (const csrf of [
      old,
      vault.csrfOf('01', other.secret()),
      vault.csrfOf('02', walk.secret()),
      '',
      own.slice(1),
      `${own} `,
    ])
      expect(await walk.send({ step: 'password', password: user.password, csrf })).toEqual({
        kind: 'forged',
      });
    expect(await walk.page()).toBe('password');
    expect(await attemptsOf(app, user.userId)).toEqual({});
  });
});

describe('the time limit', () => {
  test('ends a sign-in after five minutes without a request', async () => {
    const walk = await walkIn(app);
    app.clock.advance({ seconds: 299 });
    expect(await walk.page()).toBe('identify');
    app.clock.advance({ seconds: 299 });
    await walk.post('identify', { username: 'someone.else' });
    app.clock.advance({ seconds: 301 });
    expect(await walk.send({ step: 'password', password: 'x' })).toEqual({ kind: 'over' });
    expect(await walk.page()).toBe('over');
  });

  test('ends a sign-in after a quarter of an hour despite activity', async () => {
    const walk = await walkIn(app);
    for (let minute = 0; minute < 14; minute += 1) {
      app.clock.advance({ seconds: 60 });
      expect(await walk.page()).toBe('identify');
    }
    app.clock.advance({ seconds: 59 });
    expect(await walk.page()).toBe('identify');
    app.clock.advance({ seconds: 1 });
    expect(await walk.page()).toBe('over');
  });

  test("on the bank's own page: five minutes idle, fifteen in all", async () => {
    const user = await app.register();
    const { outcome } = await signInBySms(app, user);
    const secret = outcome.kind === 'finished' ? outcome.sessionSecret : '';
    const isIn = async (): Promise<boolean> => (await findSignedInUser(app.context(), secret)) !== undefined;
    app.clock.advance({ seconds: 299 });
    expect(await isIn()).toBe(true);
    app.clock.advance({ seconds: 301 });
    expect(await isIn()).toBe(false);
    expect(await findSignedInUser({ ...app.context('02') }, secret)).toBeUndefined();
    const again = await signInBySms(app, user);
    const second = again.outcome.kind === 'finished' ? again.outcome.sessionSecret : '';
    for (let minute = 0; minute < 14; minute += 1) {
      app.clock.advance({ seconds: 60 });
      expect(await findSignedInUser(app.context(), second)).toBeDefined();
    }
    app.clock.advance({ seconds: 60 });
    expect(await findSignedInUser(app.context(), second)).toBeUndefined();
  });
});

const everyStep = [
  'identify',
  'password',
  'temporary-password',
  'method',
  'code',
  'resend',
  'passkey',
  'new-password',
  'forgot-password',
  'forgot-username',
  'send-reset',
  'send-username',
  'other-user',
  'again',
  'constructor',
  '__proto__',
  'toString',
  '',
];

/** All right values at once, so that a step with a missing check would advance. */
const everyField = (user: TestUser, code: string): Readonly<Record<string, string>> => ({
  username: user.username,
  password: user.password,
  'temporary-password': user.password,
  'new-password': 'a quite different one 77',
  'repeat-password': 'a quite different one 77',
  factor: 'sms',
  code,
  contact: user.email,
  passkey: '{}',
});

describe('every step at every state', () => {
  const provenPages: readonly string[] = ['method', 'code', 'passkey', 'new-password'];

  /** Returns the result of a step from a state that was put there without any factor. */
  async function stepAt(user: TestUser, state: SignInState, step: string): Promise<unknown> {
    const walk = await walkIn(app);
    await putAt(walk, state);
    const { kind } = await walk.post(step, everyField(user, '123456'));
    const reached = await stateOf(walk);
    await app.database.query(`delete from identity.login_attempts where subject = $1`, [user.userId]);
    await app.database.query(`delete from identity.quota`);
    const isOnProvenPage = reached?.step !== state.step && provenPages.includes(reached?.step ?? '');
    return {
      at: state.step,
      step,
      kind,
      first: reached && provenIn(reached)?.first.kind,
      isFactorPassed: reached?.step === 'new-password' && state.step !== 'new-password',
      isOnProvenPage,
    };
  }

  /** One state per step and second factor, with and without a first factor. */
  function statesOf({ userId, username }: TestUser): readonly SignInState[] {
    const states = sampleStates({ userId, username }).filter(
      ({ assurance, step }) => assurance === 'sca' && step !== 'finished',
    );
    const kindOf = (state: SignInState): string =>
      [state.step, 'factor' in state && state.factor, 'first' in state].join();
    return [...Map.groupBy(states, kindOf).values()].flatMap(([state]) => state ?? []);
  }

  test('no user is signed in, and none chooses a password, before all factors are verified', async () => {
    const user = await app.register();
    restBeforeCode(app);
    for (const state of statesOf(user).filter((each) => !('first' in each))) {
      for (const step of everyStep) {
        const isPassword = state.step === 'password' && step === 'password' && state.userId !== undefined;
        expect(await stepAt(user, state, step)).toEqual({
          at: state.step,
          step,
          kind: 'continues',
          first: isPassword ? 'password' : undefined,
          isFactorPassed: false,
          isOnProvenPage: isPassword,
        });
      }
    }
    expect((await tracesOf(app, user.userId)).logins).not.toContain('signed-in');
    expect((await app.eventsOf(user.userId)).map(({ name }) => name)).not.toContain(
      'password-reset-completed',
    );
  }, 60_000);

  test('a first factor that is no longer valid signs no user in, and sets no password', async () => {
    const user = await app.register();
    restBeforeCode(app);
    for (const state of statesOf(user).filter((each) => 'first' in each)) {
      for (const step of everyStep)
        expect(await stepAt(user, state, step)).toMatchObject({ kind: 'continues', isFactorPassed: false });
    }
    expect((await tracesOf(app, user.userId)).logins).not.toContain('signed-in');
    expect((await app.eventsOf(user.userId)).map(({ name }) => name)).not.toContain(
      'password-reset-completed',
    );
  }, 60_000);

  test('after the password no step but the code signs the user in, and none as another user', async () => {
    const [user, other] = [await app.register(), await app.register()];
    for (const step of everyStep.filter((word) => word !== 'code')) {
      const walk = await walkIn(app);
      await putAt(walk, {
        step: 'code',
        assurance: 'sca',
        codesSent: 0,
        username: user.username,
        userId: user.userId,
        first: { kind: 'password', hash: 'none' },
        factor: 'sms',
        verificationId: 'none',
      });
      const outcome = await walk.post(step, everyField(other, '123456'));
      expect([step, outcome.kind]).toEqual([step, 'continues']);
      const reached = await stateOf(walk);
      expect([step, reached && namedIn(reached).userId]).toEqual([step, user.userId]);
    }
  });
});

describe('between any two steps', () => {
  for (const state of ['suspended', 'closed', 'pending'])
    test(`a user who is ${state} does not advance`, async () => {
      const user = await app.register();
      const named = await walkIn(app);
      await named.post('identify', { username: user.username });
      const proved = await walkToFactor(app, user);
      const { code } = await app.newestCode(user.userId);
      await setState(user.userId, state);
      await named.post('password', { password: user.password });
      expect(await named.page()).toBe('password wrong');
      expect((await proved.post('code', { code })).kind).toBe('continues');
      expect(await proved.page()).toMatch(/^code code-(wrong|over)$/);
      expect((await tracesOf(app, user.userId)).logins).not.toContain('signed-in');
    });

  test('a password that was changed meanwhile is not valid any more', async () => {
    const user = await app.register();
    const walk = await walkToFactor(app, user);
    const { code } = await app.newestCode(user.userId);
    const hash = await app.ports.passwordHasher.hash('01', 'another password 4711');
    await app.database.query(
      `update identity.user_credential set hash = $2, row_version = row_version + 1, modified_at = modified_at + interval '1 s'
        where user_id = $1 and kind = 'password'`,
      [user.userId, hash],
    );
    expect((await walk.post('code', { code })).kind).toBe('continues');
    expect((await tracesOf(app, user.userId)).logins).not.toContain('signed-in');
  });

  test('no code is sent to a number in its cooling-off period', async () => {
    const user = await app.register();
    await app.database.query(
      `update identity.user_account set phone_cooling_off_until = $2 where user_id = $1`,
      [user.userId, app.clock.now().add({ hours: 24 }).toString()],
    );
    const walk = await walkToFactor(app, user);
    expect(await walk.page()).toBe('no-factor');
    app.clock.advance({ hours: 25 });
    expect(await (await walkToFactor(app, user)).page()).toBe('code');
  });
});

describe('a number that changes', () => {
  test('invalidates a code that was sent to the previous one', async () => {
    const user = await app.register();
    const walk = await walkToFactor(app, user);
    const { code } = await app.newestCode(user.userId);
    await app.database.query(
      `update identity.user_account set phone_cooling_off_until = $2 where user_id = $1`,
      [user.userId, app.clock.now().add({ hours: 24 }).toString()],
    );
    expect((await walk.post('code', { code })).kind).toBe('continues');
    expect((await tracesOf(app, user.userId)).logins).not.toContain('signed-in');
  });
});

describe('stepping up', () => {
  test('needs a second factor of the same user, and returns the method', async () => {
    const user = await app.register();
    restBeforeCode(app);
    const walk = await walkIn(app, { steppingUp: user.userId });
    expect(await walk.view()).toMatchObject({ kind: 'method', chosen: 'sms' });
    await walk.post('method', { factor: 'sms' });
    const { code } = await app.newestCode(user.userId);
    expect(await walk.post('code', { code })).toMatchObject({
      kind: 'finished',
      userId: user.userId,
      assurance: 'sca',
    });
  });

  test('with the code of another user fails', async () => {
    const [user, other] = [await app.register(), await app.register()];
    restBeforeCode(app);
    const walk = await walkIn(app, { steppingUp: user.userId });
    await walk.post('method', { factor: 'sms' });
    await walkToFactor(app, other);
    const { code } = await app.newestCode(other.userId);
    await walk.post('code', { code });
    expect(await walk.page()).toBe('code code-wrong');
  });

  test('of a suspended user fails', async () => {
    const user = await app.register();
    restBeforeCode(app);
    const walk = await walkIn(app, { steppingUp: user.userId });
    await setState(user.userId, 'suspended');
    await walk.post('method', { factor: 'sms' });
    expect((await walk.post('code', { code: '123456' })).kind).toBe('continues');
  });
});
