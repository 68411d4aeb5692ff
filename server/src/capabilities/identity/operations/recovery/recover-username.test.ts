import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noHumanCheck } from '../../ports/human-check.ts';
import {
  app,
  createIdentityTestApp,
  errorsOf,
  human,
  type IdentityTestApp,
} from '../../testing/identity-test-app.suite.ts';
import { createPartyTestServer, type PartyTestServer } from '../../testing/party-test-server.suite.ts';
import { type RecoverySteps, recoveryApp, recoverySteps } from '../../testing/recovery-steps.suite.ts';

let testApp: IdentityTestApp;
let words: RecoverySteps;
let parties: PartyTestServer;
beforeAll(async () => {
  testApp = await createIdentityTestApp({ poolSize: 10 });
  words = await recoverySteps(testApp);
  parties = await createPartyTestServer(testApp);
});
afterAll(async () => {
  await parties[Symbol.asyncDispose]();
  await testApp[Symbol.asyncDispose]();
});
let day = 0;
beforeEach(async () => {
  day += 2;
  testApp.clock.set('2026-11-15T10:00:00Z');
  testApp.clock.advance({ hours: 24 * day });
  await words.work();
  await words.messages();
});

describe('a username', () => {
  test('is sent to the verified address, found by address, number, customer number or itself, in any spelling', async () => {
    const user = await parties.customer();
    const { customerNumber, email, phone, username } = user;
    await words.work();
    await words.messages();
    const national = `0${phone.slice(3, 6)} / ${phone.slice(6)}`;
    for (const identifier of [
      email.toUpperCase(),
      phone,
      national.replace('/', ' '),
      customerNumber,
      username,
    ]) {
      expect((await words.recover(identifier)).status).toBe(202);
      await words.work();
      const messages = await words.messages();
      expect(messages).toMatchObject([{ medium: 'email', kind: 'security-notice', to: email }]);
      expect(messages[0]?.text).toContain(`name=${username}`);
    }
    const events = (await testApp.eventsOf(user.userId)).map(({ name }) => name);
    expect(events.filter((name) => name === 'username-recovery-requested')).toHaveLength(5);
  });

  test.each(['email', 'phone', 'customerNumber'] as const)(
    'is sent to the owner of the %s, although another user has it as a username',
    async (kind) => {
      const user = await parties.customer();
      const squatter = await testApp.register();
      // A username from the time before contacts of others were refused as usernames.
      await testApp.database.query(`update identity.user_account set username = $2 where user_id = $1`, [
        squatter.userId,
        user[kind].toLowerCase(),
      ]);
      await words.work();
      await words.messages();
      await words.recover(user[kind]);
      await words.work();
      expect(await words.messages()).toMatchObject([{ medium: 'email', to: user.email }]);
    },
  );

  test('is sent by SMS where that was requested', async () => {
    const user = await testApp.register();
    await words.recover(user.email, 'sms');
    await words.work();
    expect(await words.messages()).toMatchObject([{ medium: 'sms', to: user.phone }]);
  });

  test('is not sent when several users match, when none does, or when the user is suspended', async () => {
    const first = await parties.customer();
    const second = await testApp.register();
    await testApp.database.query(`update identity.user_account set customer_number = $2 where user_id = $1`, [
      second.userId,
      first.customerNumber,
    ]);
    const stopped = await testApp.register();
    await testApp.database.query(`update identity.user_account set status = 'suspended' where user_id = $1`, [
      stopped.userId,
    ]);
    await words.work();
    await words.messages();
    const responses = [];
    for (const identifier of [
      first.customerNumber,
      'absent@example.com',
      '+4915199999999',
      stopped.email,
      '☃',
    ]) {
      responses.push(await words.recover(identifier));
    }
    const [reference] = responses;
    for (const { body, headers, status } of responses) {
      expect([status, body]).toEqual([202, undefined]);
      expect(Object.keys(headers).toSorted()).toEqual(Object.keys(reference?.headers ?? {}).toSorted());
    }
    await words.work();
    expect(await words.messages()).toEqual([]);
  });

  test('is never in the queued rows, nor is the identifier of the request', async () => {
    const user = await testApp.register();
    await words.recover(user.email);
    await words.recover('someone.else@special.example');
    const [row] = await testApp.database.query<{ count: string }>(
      `select count(*) from platform.outbox_event
        where aggregate_kind = 'recovery' and (data like '%' || $1 || '%' or data like '%special%')`,
      [user.username],
    );
    expect(Number(row?.count)).toBe(0);
  });
});

test('three per hour for each identifier, in any spelling, together with temporary passwords', async () => {
  const user = await testApp.register();
  const statuses: number[] = [];
  for (const identifier of [user.email, user.email.toUpperCase(), user.email, ` ${user.email}`]) {
    statuses.push((await words.recover(identifier)).status);
  }
  expect(statuses).toEqual([202, 202, 202, 429]);
  const mixed: number[] = [];
  mixed.push((await words.recover(user.username)).status, (await words.reset(user.username)).status);
  mixed.push((await words.reset(user.username)).status, (await words.reset(user.username)).status);
  expect(mixed).toEqual([202, 204, 204, 429]);
});

test('a bot check and the scope are required of an application', async () => {
  const path = '/users/someone/username-recovery';
  const bare = await testApp.send('POST', path, { as: recoveryApp, body: {} });
  expect(errorsOf(bare)).toEqual(['400 x-human-check required']);
  const other = await testApp.send('POST', path, { as: app(['hint']), body: {}, headers: human });
  expect(other.status).toBe(403);
});

test('a token that the bot check rejects is forbidden', async () => {
  await using strict = await createIdentityTestApp({
    ports: {
      humanCheck: {
        ...noHumanCheck,
        verify: async ({ token }) => (token === 'really' ? 'human' : 'refused'),
      },
    },
  });
  const ask = async (token: string): Promise<number> => {
    const headers = { 'x-human-check': token };
    const path = '/users/someone/username-recovery';
    return (await strict.send('POST', path, { as: recoveryApp, body: {}, headers })).status;
  };
  expect([await ask('robot'), await ask('really')]).toEqual([403, 202]);
});
