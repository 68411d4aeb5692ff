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
import { guardOf, tracesOf, walkIn } from '../testing/sign-in-steps.suite.ts';
import { type PasswordVerdict, type ProvePassword, verifyPassword } from './verify-password.ts';

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

async function asked(user: TestUser, secret: string): Promise<ProvePassword> {
  const ctx = app.context();
  const found = await findUser(ctx.db, ctx, user.userId);
  return { user: found, name: user.username, deviceClass: 'other', secret, by: 'password' };
}

const prove = async (given: ProvePassword, ports = {}): Promise<PasswordVerdict> =>
  verifyPassword({ ...app.context(), ...ports }, given, async (work, verdict) => {
    if (verdict.kind === 'right')
      work.audit({ aggregateKind: 'user', aggregateId: verdict.user.userId, changes: [] });
    return verdict;
  });

const kindOf = async (given: ProvePassword): Promise<string> => (await prove(given)).kind;

describe('when something goes wrong in between', () => {
  test('a right password whose consequences are not saved stays an attempt that failed', async () => {
    const user = await app.register();
    const given = await asked(user, user.password);
    for (let index = 1; index <= 5; index += 1) {
      await expect(
        verifyPassword(app.context(), given, async () => {
          throw new Error('the machine stops');
        }),
      ).rejects.toThrow('the machine stops');
      expect(await guardOf(app, user.userId)).toEqual({ other: index });
    }
    // Closed, not open.
    expect(await kindOf(given)).toBe('locked');
    app.clock.advance({ minutes: 16 });
    expect(await kindOf(given)).toBe('right');
    expect(await guardOf(app, user.userId)).toEqual({ other: 0 });
  });

  test('a wrong one whose consequences are not saved is counted all the same', async () => {
    const user = await app.register();
    const given = await asked(user, 'wrong');
    await expect(
      verifyPassword(app.context(), given, async () => {
        throw standardProblems.conflict();
      }),
    ).rejects.toBeInstanceOf(Problem);
    expect(await guardOf(app, user.userId)).toEqual({ other: 1 });
  });

  test('a process that dies while it compares leaves an attempt that failed', async () => {
    const user = await app.register();
    const given = await asked(user, user.password);
    let isAsked: (() => void) | undefined;
    const waits = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const { passwordHasher } = app.ports;
    // It never answers: nobody is there any more.
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
    expect(await guardOf(app, user.userId)).toEqual({ other: 1 });
  });

  test('where nothing could be compared nothing is counted', async () => {
    const user = await app.register();
    const given = await asked(user, user.password);
    const { passwordHasher } = app.ports;
    const busy = {
      passwordHasher: {
        ...passwordHasher,
        verify: async () => Promise.reject(standardProblems['service-unavailable']()),
      },
    };
    for (let index = 0; index < 7; index += 1)
      await expect(prove(given, busy)).rejects.toBeInstanceOf(Problem);
    expect((await guardOf(app, user.userId))['other'] ?? 0).toBe(0);
    expect(await kindOf(given)).toBe('right');
  });
});

describe('locks', () => {
  test('each is twice as long as the one before, up to a day; a success forgets them', async () => {
    const user = await app.register();
    const wrong = await asked(user, 'wrong');
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
    expect(await kindOf(await asked(user, user.password))).toBe('right');
    expect([await kindOf(wrong), (await guardOf(app, user.userId))['other']]).toEqual(['wrong', 1]);
    const locked = (await app.eventsOf(user.userId)).filter(({ name }) => name === 'user-locked');
    expect(locked).toHaveLength(9);
  });

  test('attempts while it lasts change nothing, and do not make it longer', async () => {
    const user = await app.register();
    const wrong = await asked(user, 'wrong');
    for (let index = 0; index < 5; index += 1) await prove(wrong);
    app.clock.advance({ minutes: 14 });
    for (let index = 0; index < 20; index += 1) expect(await kindOf(wrong)).toBe('locked');
    app.clock.advance({ minutes: 1 });
    expect(await kindOf(await asked(user, user.password))).toBe('right');
  });

  test('a warning comes before the hundredth, which closes unknown browsers and suspends nobody', async () => {
    const user = await app.register();
    const wrong = await asked(user, 'wrong');
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
    // The right one opens nothing there, looks like a wrong one, and is still good where the customer came in before.
    expect(await kindOf(await asked(user, user.password))).toBe('wrong');
    expect(await kindOf({ ...(await asked(user, user.password)), deviceClass: 'paired' })).toBe('right');
    expect(await kindOf(await asked(user, user.password))).toBe('wrong');
  });

  test('the hundredth try is still compared: the right password ends the count', async () => {
    const user = await app.register();
    await app.database.query(
      `insert into identity.login_guard (bank_id, subject, device_class, failures, failures_in_row, locks, row_version,
         created_at, modified_at) values ('01', $1, 'other', 3, 99, 19, 1, $2, $2)`,
      [user.userId, app.clock.now().toString()],
    );
    expect(await kindOf(await asked(user, user.password))).toBe('right');
    expect(await guardOf(app, user.userId)).toMatchObject({ other: 0 });
  });
});

describe('somebody who does not exist', () => {
  test('is answered like somebody who does, attempt by attempt', async () => {
    const user = await app.register();
    const [somebody, nobody] = [
      await asked(user, 'wrong'),
      {
        user: undefined,
        name: 'nobody.of.this.name',
        deviceClass: 'other',
        secret: 'wrong',
        by: 'password',
      } as const,
    ];
    for (let index = 0; index < 7; index += 1)
      expect(JSON.stringify(await prove(nobody))).toBe(JSON.stringify(await prove(somebody)));
  });

  test('and so it stays before, at and after the hundredth', async () => {
    const user = await app.register();
    const somebody = await asked(user, 'wrong');
    const nobody = { ...somebody, user: undefined, name: 'nobody.at.all' };
    for (let index = 0; index < 130; index += 1) {
      const verdict = await prove(somebody);
      expect([index, JSON.stringify(await prove(nobody))]).toEqual([index, JSON.stringify(verdict)]);
      if (verdict.kind === 'locked') app.clock.advance({ hours: 24 });
    }
    // After a pause both begin anew, although only the user's long count is kept.
    app.clock.advance({ hours: 72 });
    for (let index = 0; index < 7; index += 1)
      expect(JSON.stringify(await prove(nobody))).toBe(JSON.stringify(await prove(somebody)));
  });

  test('costs one comparison, like everybody', async () => {
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
    const [wrong, right] = [await asked(user, 'wrong'), await asked(user, user.password)];
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

  test('the trail names neither the name nor what was tried', async () => {
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

describe('what else is judged', () => {
  test('a reason to say no is a no, and a password is no temporary one', async () => {
    const user = await app.register();
    const right = await asked(user, user.password);
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
  test('takes back its own use only, not what failed beside it', async () => {
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
      const walk = await walkIn(app, { sourceAddress, assurance: '1fa', visitor: { clientName: 'App' } });
      await walk.post('identify', { username });
      await walk.post('password', { password });
    };
    for (let index = 0; index < 5; index += 1) await enter(`beside.${index}`, `tried beside ${index}`);
    await enter(user.username, user.password);
    expect((await usesOfAddress()) - before).toBe(5);
  });
});
