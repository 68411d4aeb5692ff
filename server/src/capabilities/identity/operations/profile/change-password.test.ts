import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { virtualShard } from '#platform/kernel/ids.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import { runCommand } from '#platform/work/command.ts';
import { loginFailuresMax } from '../../domain/policy.ts';
import { findCredentials, upsertTemporaryPassword } from '../../store/credentials.store.ts';
import { insertSession } from '../../store/sessions.store.ts';
import {
  app,
  createIdentityTestApp,
  customer,
  errorsOf,
  goodPassword,
  type IdentityTestApp,
  refusalOf,
  staff,
  type TestUser,
} from '../../testing/identity-test-app.suite.ts';

let testApp: IdentityTestApp;
const ended: { readonly userId: string; readonly exceptSignInAt: string | undefined }[] = [];
beforeAll(async () => {
  const sessions: IdentityTestApp['ports']['sessions'] = {
    endAll: (_context, _work, { exceptSignInAt, userId }) => {
      ended.push({ userId, exceptSignInAt: exceptSignInAt?.toString() });
    },
  };
  testApp = await createIdentityTestApp({ poolSize: 10, ports: { sessions } });
});
afterAll(() => testApp[Symbol.asyncDispose]());
let user: TestUser;
beforeEach(async () => {
  testApp.clock.advance({ minutes: 10 });
  user = await testApp.register();
  ended.length = 0;
});

const better = 'seven violet tractors in fog';
const temporary = 'bcdfghjklmnpqrstvwxz';

const change = (current: string, next: string, as: TokenRequest = customer(user)): Promise<TestResponse> =>
  testApp.send('PUT', '/me/password', { as, body: { 'current-password': current, 'new-password': next } });
const isPassword = async (secret: string): Promise<boolean> => {
  const key = { bankId: '01', userId: user.userId, now: testApp.clock.now() };
  const { passwordHash } = await findCredentials(testApp.context().db, key);
  return (await testApp.ports.passwordHasher.verify('01', passwordHash, secret)).isRight;
};
const namesOf = async (): Promise<readonly string[]> =>
  (await testApp.eventsOf(user.userId))
    .map(({ name }) => name)
    .filter((name) => !/registered|activated/v.test(name));
const trailOf = async (): Promise<string> => {
  const rows = await testApp.database.query<{ record: string }>(
    'select record from platform.audit_entry where aggregate_id = $1',
    [user.userId],
  );
  return rows.map(({ record }) => record).join('\n');
};
const sendTemporary = async (minutes = 10): Promise<void> => {
  const { bankId, ...context } = testApp.context();
  const hash = await testApp.ports.passwordHasher.hash(bankId, temporary);
  const now = testApp.clock.now();
  await runCommand({ ...context, bankId }, async (work) => {
    const { userId } = user;
    upsertTemporaryPassword(work, {
      bankId,
      userId,
      hash,
      channel: 'sms',
      expiresAt: now.add({ minutes }),
      now,
    });
    work.audit({ aggregateKind: 'user', aggregateId: userId, changes: [] });
  });
};
const failures = async (): Promise<unknown> => {
  const rows = await testApp.database.query<{ device_class: string; failures: number }>(
    'select device_class, failures from identity.login_attempts where subject = $1 and failures > 0',
    [user.userId],
  );
  return rows;
};

describe('a password is changed', () => {
  test('by a user who knows it, and the old one is not valid any more', async () => {
    const response = await change(goodPassword, better);
    expect([response.status, response.text]).toEqual([204, '']);
    expect(await isPassword(better)).toBe(true);
    expect(await isPassword(goodPassword)).toBe(false);
    expect(await namesOf()).toEqual(['password-changed']);
    expect(await failures()).toEqual([]);
    const text = `${await trailOf()} ${JSON.stringify(await testApp.eventsOf(user.userId))} ${JSON.stringify(testApp.lines)}`;
    for (const secret of [goodPassword, better, 'argon2']) expect(text).not.toContain(secret);
    expect(text).toContain('Identity_Me_ChangePassword');
    expect(text).toContain('changed');
  });

  test('with one factor too: only the current password is required', async () => {
    const as = customer(user, { assurance: '1fa', ageSeconds: 900 });
    expect((await change(goodPassword, better, as)).status).toBe(204);
  });

  test('and all other sign-ins end; the one that changed it continues', async () => {
    const context = testApp.context();
    const now = testApp.clock.now();
    await runCommand(context, async (work) => {
      insertSession(work, {
        bankId: '01',
        sessionId: context.ids.uuid(virtualShard('01', user.userId)),
        userId: user.userId,
        secretHash: undefined,
        clientName: 'An app',
        browserName: 'A browser',
        browserId: undefined,
        assurance: 'sca',
        authenticatedAt: now.subtract({ hours: 1 }),
        seenAt: now,
        expiresAt: now.add({ hours: 1 }),
      });
      work.audit({ aggregateKind: 'user', aggregateId: user.userId, changes: [] });
    });
    const as = customer(user, { ageSeconds: 120 });
    expect((await change(goodPassword, better, as)).status).toBe(204);
    const signedInAt = now.subtract({ seconds: 120 });
    expect(ended).toEqual([{ userId: user.userId, exceptSignInAt: signedInAt.toString() }]);
    const open = await testApp.database.query(
      'select from identity.session where user_id = $1 and ended_at is null',
      [user.userId],
    );
    expect(open).toEqual([]);
  });

  test('to any long text: spaces, scripts and symbols count as they are, in one normalization form', async () => {
    const odd = '  caf\u0065\u0301 \u{1F40C} 東京の夜は長い  ';
    expect((await change(goodPassword, odd)).status).toBe(204);
    expect(await isPassword(odd.normalize('NFC'))).toBe(true);
    expect(await isPassword(odd.trim())).toBe(false);
    expect(refusalOf(await change(odd.normalize('NFC'), 'q8'.repeat(8).split('').toSorted().join('x')))).toBe(
      '440 password-does-not-meet-requirements',
    );
  });

  test('once by five concurrent requests that all know the old one: it is gone for the others', async () => {
    const newPasswords = Array.from({ length: 5 }, (_, index) => `wish ${index} of copper kettles`);
    const responses = await Promise.all(newPasswords.map((newPassword) => change(goodPassword, newPassword)));
    expect(responses.map(refusalOf).toSorted()).toEqual(['204', '400', '400', '400', '400']);
    const winner = newPasswords[responses.findIndex(({ status }) => status === 204)] ?? '';
    expect(await isPassword(winner)).toBe(true);
    expect((await namesOf()).filter((name) => name === 'password-changed')).toHaveLength(1);
  });
});

describe('it does not change', () => {
  test('when the current one is wrong, and that counts like a failed sign-in', async () => {
    expect(errorsOf(await change('not my password at all', better))).toEqual([
      '400 current-password mismatch',
    ]);
    expect(await isPassword(goodPassword)).toBe(true);
    expect(await failures()).toEqual([{ device_class: 'paired', failures: 1 }]);
    expect(ended).toEqual([]);
    expect(await trailOf()).toContain('wrong');
    expect((await change(goodPassword, better)).status).toBe(204);
    expect(await failures()).toEqual([]);
  });

  test('after five wrong ones, also for the right one, until the lock expires', async () => {
    for (let index = 0; index < loginFailuresMax; index += 1)
      expect((await change(`wrong guess number ${index}`, better)).status).toBe(400);
    expect(await namesOf()).toEqual(['user-locked']);
    const me = await testApp.get('/me', customer(user));
    expect(me.body).toMatchObject({
      status: 'locked',
      'lock-expires': testApp.clock.now().add({ minutes: 15 }).toString({ fractionalSecondDigits: 3 }),
    });
    const [right, wrong] = [await change(goodPassword, better), await change('wrong', better)];
    expect(errorsOf(right)).toEqual(['400 current-password mismatch']);
    expect(right.text).toBe(wrong.text);
    testApp.clock.advance({ minutes: 14, seconds: 59 });
    expect((await change(goodPassword, better)).status).toBe(400);
    testApp.clock.advance({ seconds: 1 });
    expect((await change(goodPassword, better)).status).toBe(204);
    expect((await testApp.get('/me', customer(user))).body).toMatchObject({ status: 'active' });
  });

  test('by forty concurrent guesses, of which five are compared', async () => {
    const guesses = Array.from({ length: 40 }, (_, index) => `wrong guess number ${index}`);
    const responses = await Promise.all(guesses.map((guess) => change(guess, better)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([400]));
    expect(await failures()).toEqual([{ device_class: 'paired', failures: loginFailuresMax }]);
    expect((await namesOf()).filter((name) => name === 'user-locked')).toHaveLength(1);
  });

  test('when the new one is the old one', async () => {
    expect(refusalOf(await change(goodPassword, goodPassword))).toBe('440 password-same-as-existing');
    expect(await failures()).toEqual([]);
    expect(await namesOf()).toEqual([]);
    expect(ended).toEqual([]);
  });

  test('when the new one is the old one in another normalization form', async () => {
    const composed = 'crème brûlée with 47 spoons';
    expect((await change(goodPassword, composed)).status).toBe(204);
    const response = await change(composed, composed.normalize('NFD'));
    expect(refusalOf(response)).toBe('440 password-same-as-existing');
  });

  test.each<readonly [string, () => string, readonly string[]]>([
    ['short', () => 'zqv tulip 93', ['too-short']],
    ['long', () => 'tulip marzipan '.repeat(9), ['too-long']],
    ['common', () => 'passwordpassword', ['blocklisted']],
    ['about the person', () => `lilac ${user.username} 47 marzipan`, ['contains-personal-data']],
    ['about their number', () => `lilac ${user.phone} marzipan`, ['contains-personal-data']],
    ['short and common', () => 'password', ['too-short', 'blocklisted']],
  ])('when the new one is %s, and the details say so', async (_, next, errors) => {
    const response = await change(goodPassword, next());
    expect(refusalOf(response)).toBe('440 password-does-not-meet-requirements');
    expect(at(response.body, 'details')).toBe(errors.join(', '));
    expect(response.text).not.toContain('marzipan');
    expect(await isPassword(goodPassword)).toBe(true);
    expect(await failures()).toEqual([]);
  });

  test('and errors of the new one are hidden from a caller who does not know the current one', async () => {
    const [bad, good] = [
      await change('not my password at all', 'short'),
      await change('not my password at all', better),
    ];
    expect(errorsOf(bad)).toEqual(['400 current-password mismatch']);
    expect(bad.text).toBe(good.text);
    expect(refusalOf(await change('same as this wrong one', 'same as this wrong one'))).not.toContain('440');
  });

  test('when members are missing, empty or unknown', async () => {
    const send = (body: unknown): Promise<TestResponse> =>
      testApp.send('PUT', '/me/password', { as: customer(user), body });
    expect(errorsOf(await send({}))).toEqual(['400 current-password required', '400 new-password required']);
    expect(errorsOf(await change('', better))).toEqual(['400 current-password too-short']);
    const more = { 'current-password': goodPassword, 'new-password': better, 'password-hash': 'x' };
    expect(errorsOf(await send(more))).toEqual(['400 password-hash unknown-field']);
    expect(errorsOf(await change('x'.repeat(1_025), better))).toEqual(['400 current-password too-long']);
    expect(await failures()).toEqual([]);
  });
});

describe('a temporary password', () => {
  test('counts as the current one, once, and is then deleted', async () => {
    await sendTemporary();
    expect((await change(temporary, better)).status).toBe(204);
    expect(await namesOf()).toEqual(['password-reset-completed']);
    expect((await testApp.get('/me', customer(user))).body).toMatchObject({
      'last-password-reset': testApp.clock.now().toString({ fractionalSecondDigits: 3 }),
    });
    expect(errorsOf(await change(temporary, 'another of copper kettles'))).toEqual([
      '400 current-password mismatch',
    ]);
    expect(await isPassword(better)).toBe(true);
  });

  test('is used by one of ten concurrent requests', async () => {
    await sendTemporary();
    const newPasswords = Array.from({ length: 10 }, (_, index) => `wish ${index} of copper kettles`);
    const responses = await Promise.all(newPasswords.map((newPassword) => change(temporary, newPassword)));
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
    expect((await namesOf()).filter((name) => name === 'password-reset-completed')).toHaveLength(1);
  });

  test('is invalid after it has expired; the password itself stays valid', async () => {
    await sendTemporary(10);
    expect((await change(goodPassword, better)).status).toBe(204);
    await sendTemporary(10);
    testApp.clock.advance({ minutes: 10 });
    expect((await change(temporary, 'another of copper kettles')).status).toBe(400);
    expect(await isPassword(better)).toBe(true);
  });

  test('is deleted when the password is changed without it', async () => {
    await sendTemporary();
    expect((await change(goodPassword, better)).status).toBe(204);
    expect((await change(temporary, 'another of copper kettles')).status).toBe(400);
  });

  test('does not allow the old password as the new one', async () => {
    await sendTemporary();
    expect(refusalOf(await change(temporary, goodPassword))).toBe('440 password-same-as-existing');
    // And is not consumed by that.
    expect((await change(temporary, better)).status).toBe(204);
  });

  test('needs a second factor, because anyone can request one', async () => {
    await sendTemporary();
    const weakly = await change(temporary, better, customer(user, { assurance: '1fa' }));
    expect(refusalOf(weakly)).toBe('401 step-up-required');
    expect(weakly.headers['www-authenticate']).toContain('acr_values="sca"');
    expect((await change(temporary, better)).status).toBe(204);
  });

  test('is not consumed by a new one that is refused', async () => {
    await sendTemporary();
    expect(refusalOf(await change(temporary, 'short'))).toBe('440 password-does-not-meet-requirements');
    expect((await change(temporary, better)).status).toBe(204);
  });
});

test('it is not changed by non-customers, closed users or suspended users', async () => {
  expect(refusalOf(await change(goodPassword, better, app(['me'])))).toBe('403 forbidden');
  expect(refusalOf(await change(goodPassword, better, staff(['identity.me'])))).toBe('403 forbidden');
  expect((await change(goodPassword, better, customer({ userId: 'usr_nobody' }))).status).toBe(401);
  expect((await change(goodPassword, better, customer(user, { banks: ['02'] }))).status).toBe(401);
  for (const state of ['suspended', 'closed']) {
    await testApp.database.query(
      `update identity.user_account set status = $2, closed_at = case when $2 = 'closed' then now() end where user_id = $1`,
      [user.userId, state],
    );
    expect([400, 401]).toContain((await change(goodPassword, better)).status);
    expect(await isPassword(goodPassword)).toBe(true);
  }
});
