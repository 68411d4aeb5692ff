import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { findLock } from '../store/login-attempts.store.ts';
import { findUser } from '../store/users.store.ts';
import {
  createIdentityTestApp,
  type IdentityTestApp,
  type TestUser,
} from '../testing/identity-test-app.suite.ts';
import { attemptsOf, tracesOf, walkIn } from '../testing/sign-in-steps.suite.ts';
import { type PasswordVerdict, type VerifyPassword, verifyPassword } from './verify-password.ts';

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

async function attempt(user: TestUser, secret: string): Promise<VerifyPassword> {
  const ctx = app.context();
  const found = await findUser(ctx.db, ctx, user.userId);
  return { user: found, name: user.username, deviceClass: 'other', secret, by: 'password' };
}

const prove = async (given: VerifyPassword, ports = {}): Promise<PasswordVerdict> =>
  verifyPassword({ ...app.context(), ...ports }, given, async (work, verdict) => {
    if (verdict.kind === 'right')
      work.audit({ aggregateKind: 'user', aggregateId: verdict.user.userId, changes: [] });
    return verdict;
  });

const kindOf = async (given: VerifyPassword): Promise<string> => (await prove(given)).kind;

describe('when an error occurs in between', () => {
  test('a right password whose consequences are not saved counts as a failed attempt', async () => {
    const user = await app.register();
    const given = await attempt(user, user.password);
    for (let index = 1; index <= 5; index += 1) {
      await expect(
        verifyPassword(app.context(), given, async () => {
          throw new Error('the machine stops');
        }),
      ).rejects.toThrow('the machine stops');
      expect(await attemptsOf(app, user.userId)).toEqual({ other: index });
    }
    // Fails closed.
    expect(await kindOf(given)).toBe('locked');
    app.clock.advance({ minutes: 16 });
    expect(await kindOf(given)).toBe('right');
    expect(await attemptsOf(app, user.userId)).toEqual({ other: 0 });
  });

  test('a wrong one whose consequences are not saved is counted as well', async () => {
    const user = await app.register();
    const given = await attempt(user, 'wrong');
    await expect(
      verifyPassword(app.context(), given, async () => {
        throw standardProblems.conflict();
      }),
    ).rejects.toBeInstanceOf(Problem);
    expect(await attemptsOf(app, user.userId)).toEqual({ other: 1 });
  });

  test('a process that crashes during the comparison leaves a failed attempt', async () => {
    const user = await app.register();
    const given = await attempt(user, user.password);
    let isAsked: (() => void) | undefined;
    const waits = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const { passwordHasher } = app.ports;
    // It never resolves: the process has crashed.
    void prove(given, {
      passwordHasher: {
        ...passwordHasher,
        verify: () => {
          isAsked?.();
          return new Promise(() => undefined);
        },
      },
    });
    await waits;
    expect(await attemptsOf(app, user.userId)).toEqual({ other: 1 });
  });

  test('where nothing could be compared nothing is counted', async () => {
    const user = await app.register();
    const given = await attempt(user, user.password);
    const { passwordHasher } = app.ports;
    const busy = {
      passwordHasher: {
        ...passwordHasher,
        verify: async () => Promise.reject(standardProblems['service-unavailable']()),
      },
    };
    for (let index = 0; index < 7; index += 1)
      await expect(prove(given, busy)).rejects.toBeInstanceOf(Problem);
    expect((await attemptsOf(app, user.userId))['other'] ?? 0).toBe(0);
    expect(await kindOf(given)).toBe('right');
  });
});

describe('locks', () => {
  test('each is twice as long as the one before, up to a day; a success resets them', async () => {
    const user = await app.register();
    const wrong = await attempt(user, 'wrong');
    const minutes: number[] = [];
    for (let lock = 0; lock < 9; lock += 1) {
      let verdict: PasswordVerdict = { kind: 'wrong', attemptsLeft: 5 };
      for (let index = 0; index < 5; index += 1) verdict = await prove(wrong);
      if (verdict.kind !== 'locked') throw new Error(`not locked but ${verdict.kind}`);
      const left = verdict.until.since(app.clock.now()).total('minutes');
      minutes.push(left);
      const found = await findLock(app.context().db, {
        bankId: '01',
        subject: user.userId,
        now: app.clock.now(),
      });
      expect(found?.toString()).toBe(verdict.until.toString());
      app.clock.advance({ minutes: left });
    }
    expect(minutes).toEqual([15, 30, 60, 120, 240, 480, 960, 1_440, 1_440]);
    expect(await kindOf(await attempt(user, user.password))).toBe('right');
    expect([await kindOf(wrong), (await attemptsOf(app, user.userId))['other']]).toEqual(['wrong', 1]);
    const locked = (await app.eventsOf(user.userId)).filter(({ name }) => name === 'user-locked');
    expect(locked).toHaveLength(9);
  });

  test('attempts during a lock change nothing, and do not extend it', async () => {
    const user = await app.register();
    const wrong = await attempt(user, 'wrong');
    for (let index = 0; index < 5; index += 1) await prove(wrong);
    app.clock.advance({ minutes: 14 });
    for (let index = 0; index < 20; index += 1) expect(await kindOf(wrong)).toBe('locked');
    app.clock.advance({ minutes: 1 });
    expect(await kindOf(await attempt(user, user.password))).toBe('right');
  });

  test('a warning comes before the hundredth, which closes unpaired browsers and suspends no user', async () => {
    const user = await app.register();
    const wrong = await attempt(user, 'wrong');
    const locks: string[] = [];
    for (let index = 1; index <= 110; index += 1) {
      const verdict = await prove(wrong);
      if (verdict.kind !== 'locked') continue;
      locks.push(`${index} ${verdict.isLastWarning}`);
      app.clock.advance({ hours: 24 });
    }
    expect(locks.slice(-6)).toEqual([
      '85 false',
      '90 true',
      '95 true',
      '100 false',
      '105 false',
      '110 false',
    ]);
    const ctx = app.context();
    expect((await findUser(ctx.db, ctx, user.userId))?.state).toBe('active');
    const events = await app.eventsOf(user.userId);
    expect(events.at(-1)).toMatchObject({ name: 'user-locked', data: { reason: 'login-hard-stop' } });
    expect(events.filter(({ name }) => name === 'user-locked')).toHaveLength(20);
    app.clock.advance({ hours: 24 * 30 });
    // The right password is refused there, looks like a wrong one, and is still accepted on paired browsers.
    expect(await kindOf(await attempt(user, user.password))).toBe('wrong');
    expect(await kindOf({ ...(await attempt(user, user.password)), deviceClass: 'paired' })).toBe('right');
    expect(await kindOf(await attempt(user, user.password))).toBe('wrong');
  });

  test('the hundredth attempt is still compared: the right password ends the count', async () => {
    const user = await app.register();
    await app.database.query(
      `insert into identity.login_attempts (bank_id, subject, device_class, failures, failures_in_row, locks, row_version,
         created_at, modified_at) values ('01', $1, 'other', 3, 99, 19, 1, $2, $2)`,
      [user.userId, app.clock.now().toString()],
    );
    expect(await kindOf(await attempt(user, user.password))).toBe('right');
    expect(await attemptsOf(app, user.userId)).toMatchObject({ other: 0 });
  });
});

describe('an unknown user', () => {
  test('gets the same verdicts as a known one, attempt by attempt', async () => {
    const user = await app.register();
    const [known, unknown] = [
      await attempt(user, 'wrong'),
      {
        user: undefined,
        name: 'absent.of.this.name',
        deviceClass: 'other',
        secret: 'wrong',
        by: 'password',
      } as const,
    ];
    for (let index = 0; index < 7; index += 1)
      expect(JSON.stringify(await prove(unknown))).toBe(JSON.stringify(await prove(known)));
  });

  test('also before, at and after the hundredth', async () => {
    const user = await app.register();
    const known = await attempt(user, 'wrong');
    const unknown = { ...known, user: undefined, name: 'absent.at.all' };
    for (let index = 0; index < 130; index += 1) {
      const verdict = await prove(known);
      expect([index, JSON.stringify(await prove(unknown))]).toEqual([index, JSON.stringify(verdict)]);
      if (verdict.kind === 'locked') app.clock.advance({ hours: 24 });
    }
    // After a pause both start again, although only the user's long-term count is stored.
    app.clock.advance({ hours: 72 });
    for (let index = 0; index < 7; index += 1)
      expect(JSON.stringify(await prove(unknown))).toBe(JSON.stringify(await prove(known)));
  });

  test('costs one comparison, like a known one', async () => {
    let compared = 0;
    const { passwordHasher } = app.ports;
    const counting = {
      passwordHasher: {
        ...passwordHasher,
        verify: async (...given: Parameters<typeof passwordHasher.verify>) => {
          compared += 1;
          return passwordHasher.verify(...given);
        },
      },
    };
    const user = await app.register();
    const [wrong, right] = [await attempt(user, 'wrong'), await attempt(user, user.password)];
    for (const given of [
      wrong,
      right,
      { ...wrong, user: undefined, name: 'no.such.name' },
      { ...right, isVoid: true },
    ]) {
      compared = 0;
      await prove(given, counting);
      expect(compared).toBe(1);
    }
  });

  test('the audit trail contains neither the username nor the secret', async () => {
    const secret = 'a very special secret 1234';
    await prove({
      user: undefined,
      name: 'a.very.special.name',
      deviceClass: 'other',
      secret,
      by: 'password',
    });
    const rows = await app.database.query<{ record: string }>(`select record from platform.audit_entry`);
    const text = JSON.stringify(rows);
    expect([text.includes('very.special.name'), text.includes(secret)]).toEqual([false, false]);
  });
});

describe('other rules', () => {
  test('a void attempt is refused, and a password is not a temporary one', async () => {
    const user = await app.register();
    const right = await attempt(user, user.password);
    expect(await kindOf({ ...right, isVoid: true })).toBe('wrong');
    expect(await kindOf({ ...right, by: 'temporary' })).toBe('wrong');
    expect(await kindOf({ ...right, user: undefined })).toBe('wrong');
    expect(await kindOf({ ...right, secret: `${user.password} ` })).toBe('wrong');
    expect(await kindOf(right)).toBe('right');
    const { audits } = await tracesOf(app, user.userId);
    expect(audits.join()).not.toContain(user.password);
  });
});

describe('a right password', () => {
  test('refunds its own use only, not concurrent failures', async () => {
    const user = await app.register();
    const sourceAddress = '203.0.113.200';
    const usesOfAddress = async (): Promise<number> => {
      const [row] = await app.database.query<{ count: number }>(
        `select coalesce(sum(cardinality(uses)), 0)::int as count from identity.quota where scope = 'sign-in-address'`,
      );
      return row?.count ?? 0;
    };
    const before = await usesOfAddress();
    const enter = async (username: string, password: string): Promise<void> => {
      const walk = await walkIn(app, { sourceAddress, assurance: '1fa', browserInfo: { clientName: 'App' } });
      await walk.post('identify', { username });
      await walk.post('password', { password });
    };
    for (let index = 0; index < 5; index += 1) await enter(`beside.${index}`, `tried beside ${index}`);
    await enter(user.username, user.password);
    expect((await usesOfAddress()) - before).toBe(5);
  });
});
