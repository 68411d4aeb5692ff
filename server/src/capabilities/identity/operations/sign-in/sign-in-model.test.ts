import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { addressFailuresMax } from '../../domain/policy.ts';
import {
  createIdentityTestApp,
  type IdentityTestApp,
  type TestUser,
} from '../../testing/identity-test-app.suite.ts';
import {
  attemptsOf,
  restBeforeCode,
  type SignInWalk,
  tracesOf,
  type WalkOptions,
  walkIn,
} from '../../testing/sign-in-steps.suite.ts';
import { createTestDeviceCodes } from '../../testing/test-device-codes.suite.ts';

let app: IdentityTestApp;
let users: readonly TestUser[] = [];
beforeAll(async () => {
  app = await createIdentityTestApp({ poolSize: 10 });
  users = [await app.register(), await app.register({ password: 'amber quarry 63 swallows' })];
});
afterAll(() => app[Symbol.asyncDispose]());
let day = 0;
beforeEach(() => {
  day += 2;
  app.clock.set('2026-11-15T10:00:00Z');
  app.clock.advance({ hours: 24 * day });
});

type Action =
  | { readonly kind: 'identify' | 'password' | 'code' | 'reset'; readonly of: 0 | 1 | 2 }
  | { readonly kind: 'step'; readonly step: string };

const who = fc.constantFrom<0 | 1 | 2>(0, 1, 2);
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('identify' as const), of: who }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('password' as const), of: who }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('code' as const), of: who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reset' as const), of: who }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('step' as const),
      step: fc.constantFrom(
        'method',
        'resend',
        'other-user',
        'again',
        'forgot-password',
        'forgot-username',
        'new-password',
        'passkey',
        'temporary-password',
      ),
    }),
  },
);

/** A code that was sent to a user, or one that was never sent. */
async function codeFor(of: 0 | 1 | 2): Promise<string> {
  const user = users[of];
  const newest = user && (await app.newestCode(user.userId).catch(() => undefined));
  return newest?.code ?? '000000';
}

const stepFields = {
  factor: 'sms',
  passkey: '{}',
  'new-password': 'an entirely new one 8',
  'repeat-password': 'an entirely new one 8',
};

function fieldsOf(of: 0 | 1 | 2): Readonly<Record<'username' | 'password', string>> {
  const { password = 'wrong', username = 'absent.of.them' } = users[of] ?? {};
  return { username, password };
}

const stepOf = { identify: 'identify', password: 'password', code: 'code', reset: 'send-reset' } as const;

/** Returns the user who is signed in by it, if any. */
async function act(walk: SignInWalk, does: Action): Promise<string | undefined> {
  const outcome =
    does.kind === 'step'
      ? await walk.post(does.step, stepFields)
      : await walk.post(stepOf[does.kind], { ...fieldsOf(does.of), code: await codeFor(does.of) });
  return outcome.kind === 'finished' ? outcome.userId : undefined;
}

/** Clears the limits of earlier rounds. */
async function purgeLimits(): Promise<void> {
  for (const table of [
    'identity.login_attempts',
    'identity.quota',
    '"authorization".recipient_sends',
    '"authorization".send_tally',
    '"authorization".factor_attempts',
  ])
    await app.database.query(`delete from ${table}`);
}

describe('forms in any order', () => {
  test('sign no user in without the own password and then the own code', async () => {
    let entered = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 12 }), async (actions) => {
        await purgeLimits();
        app.clock.advance({ hours: 1 });
        const walk = await walkIn(app);
        const done: Action[] = [];
        for (const does of actions) {
          done.push(does);
          const userId = await act(walk, does);
          if (userId === undefined) continue;
          entered += 1;
          const of = users.findIndex((user) => user.userId === userId);
          expect(done.at(-1)).toEqual({ kind: 'code', of });
          const named = done.findIndex((each) => each.kind === 'identify' && each.of === of);
          const proved = done.findLastIndex((each) => each.kind === 'password' && each.of === of);
          expect(named).toBeGreaterThanOrEqual(0);
          expect(proved).toBeGreaterThan(named);
          return;
        }
      }),
      {
        numRuns: 150,
        examples: [
          [
            [
              { kind: 'identify', of: 0 },
              { kind: 'password', of: 0 },
              { kind: 'code', of: 0 },
            ],
          ],
        ],
      },
    );
    expect(entered).toBeGreaterThan(0);
  }, 120_000);
});

/** These forms of the password page leave it, and with it the code of a device that was verified before. */
const leaving: readonly string[] = ['other-user', 'forgot-password', 'forgot-username'];

/** After so many wrong passwords the user is locked out, and the code is lost. */
const wrongMax = 5;

/** Naive model: whether this password, after these forms, completes a sign-in that began with a code of `starter`. */
function isCompleted(starter: 0 | 1 | 2, before: readonly Action[], does: Action): boolean {
  const isLeft = before.some((each) => each.kind === 'step' && leaving.includes(each.step));
  const wrong = before.filter((each) => each.kind === 'password' && each.of !== starter).length;
  return does.kind === 'password' && does.of === starter && !isLeft && wrong < wrongMax;
}

describe('forms in any order, after a code of a device', () => {
  test('sign its user in by the password alone, as long as the page was not left', async () => {
    const ends = { code: 0, others: 0 };
    const deviceCodes = createTestDeviceCodes();
    const starters = fc.constantFrom<0 | 1>(0, 1);
    const levels = fc.constantFrom<'1fa' | 'sca'>('1fa', 'sca');
    const forms = fc.array(action, { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(starters, levels, forms, async (starter, assurance, actions) => {
        await purgeLimits();
        app.clock.advance({ hours: 1 });
        const { userId: owner = '' } = users[starter] ?? {};
        const deviceToken = deviceCodes.issue(owner);
        const walk = await walkIn(app, { assurance, deviceToken, ports: { deviceCodes } });
        for (const [index, does] of actions.entries()) {
          const before = actions.slice(0, index);
          const userId = await act(walk, does);
          const isByCode = isCompleted(starter, before, does);
          ends.code += isByCode ? 1 : 0;
          ends.others += userId !== undefined && !isByCode ? 1 : 0;
          expect([does, !isByCode || userId === owner]).toEqual([does, true]);
          if (userId === undefined) continue;
          // Any other way is an ordinary one: the page was left first.
          const isLeft = before.some((each) => each.kind === 'step' && leaving.includes(each.step));
          expect([isByCode || isLeft, before, does]).toEqual([true, before, does]);
          return;
        }
      }),
      {
        numRuns: 150,
        examples: [
          [0, 'sca', [{ kind: 'password', of: 0 }]],
          [
            1,
            '1fa',
            [
              { kind: 'password', of: 0 },
              { kind: 'password', of: 1 },
            ],
          ],
          [
            0,
            '1fa',
            [
              { kind: 'step', step: 'other-user' },
              { kind: 'identify', of: 1 },
              { kind: 'password', of: 1 },
            ],
          ],
        ],
      },
    );
    expect(ends.code).toBeGreaterThan(0);
    expect(ends.others).toBeGreaterThan(0);
  }, 240_000);
});

describe('a known and an unknown username', () => {
  test('are shown the same pages, attempt by attempt', async () => {
    await purgeLimits();
    const options: WalkOptions = {};
    const [known, unknown] = [await walkIn(app, options), await walkIn(app, options)];
    await known.post('identify', { username: users[0]?.username ?? '' });
    await unknown.post('identify', { username: 'person.9999999' });
    const bare = async (walk: SignInWalk): Promise<unknown> => {
      const view = await walk.view();
      return view?.kind === 'password'
        ? { ...view, username: '', hintPictureUrl: view.hintPictureUrl?.replace(/[\w\-]{22}$/v, 'ID') }
        : view;
    };
    for (let index = 0; index < 7; index += 1) {
      expect(await bare(unknown)).toEqual(await bare(known));
      for (const walk of [known, unknown]) await walk.post('password', { password: `wrong ${index}` });
    }
    expect(await unknown.page()).toBe('locked');
  });
});

describe('when a dependency is unavailable', () => {
  test('a full queue is reported; nothing is counted, and the same form works later', async () => {
    await purgeLimits();
    const user = await app.register();
    const { passwordHasher } = app.ports;
    let isFull = true;
    const walk = await walkIn(app, {
      assurance: '1fa',
      browserInfo: { clientName: 'App' },
      ports: { passwordHasher: { ...passwordHasher, isFull: () => isFull } },
    });
    await walk.post('identify', { username: user.username });
    for (let index = 0; index < 7; index += 1)
      expect((await walk.post('password', { password: user.password })).kind).toBe('busy');
    expect(await attemptsOf(app, user.userId)).toEqual({});
    isFull = false;
    expect((await walk.post('password', { password: user.password })).kind).toBe('finished');
  });

  test('no code can be sent: no user is signed in, and a user with the right password may try again', async () => {
    await purgeLimits();
    const user = await app.register();
    restBeforeCode(app);
    const { authorization } = app.ports;
    let isAway = true;
    const walk = await walkIn(app, {
      ports: {
        authorization: {
          ...authorization,
          users: {
            ...authorization.users,
            find: async (...given) => {
              if (isAway) throw standardProblems['service-unavailable']();
              return authorization.users.find(...given);
            },
          },
        },
      },
    });
    await walk.post('identify', { username: user.username });
    expect((await walk.post('password', { password: user.password })).kind).toBe('continues');
    expect(await walk.page()).toBe('method');
    expect((await walk.post('method', { factor: 'sms' })).kind).toBe('busy');
    expect(await walk.page()).toBe('method');
    isAway = false;
    await walk.post('method', { factor: 'sms' });
    expect(await walk.page()).toBe('code');
    expect((await walk.post('code', await app.newestCode(user.userId))).kind).toBe('finished');
    expect((await tracesOf(app, user.userId)).logins).toEqual(['signed-in']);
  });
});

describe('the source address', () => {
  const pagesFrom = async (addresses: readonly string[]): Promise<string> => {
    await purgeLimits();
    let page = '';
    for (const [index, sourceAddress] of addresses.entries()) {
      const walk = await walkIn(app, { sourceAddress });
      await walk.post('identify', { username: `absent.from.there.${index}` });
      await walk.post('password', { password: `tried from there ${index}` });
      page = await walk.page();
    }
    return page;
  };

  test('one network of 64 bits counts as one', async () => {
    const within = Array.from(
      { length: addressFailuresMax + 1 },
      (_, index) => `2001:db8:1:2::${index.toString(16)}`,
    );
    expect(await pagesFrom(within)).toBe('throttled');
    const apart = Array.from(
      { length: addressFailuresMax + 1 },
      (_, index) => `2001:db8:1:${index.toString(16)}::1`,
    );
    expect(await pagesFrom(apart)).toBe('password wrong');
  });

  test('both spellings of an address count as one', async () => {
    const spelled = Array.from({ length: addressFailuresMax + 1 }, (_, index) =>
      index % 2 === 0 ? '192.0.2.7' : '::ffff:192.0.2.7',
    );
    expect(await pagesFrom(spelled)).toBe('throttled');
  });

  test('counts for recovery as well', async () => {
    await purgeLimits();
    let page = '';
    for (let index = 0; index < 4; index += 1) {
      const walk = await walkIn(app, { sourceAddress: `2001:db8:9:9::${index + 1}` });
      await walk.post('forgot-password');
      await walk.post('send-reset', { username: `forgetful.${index}` });
      page = await walk.page();
    }
    expect(page).toBe('throttled');
  });
});
