import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { virtualShard } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { noticedEvents } from '../../domain/notices.ts';
import { insertFormerContact } from '../../store/former-contacts.store.ts';
import { findUser, updateUser } from '../../store/users.store.ts';
import {
  createIdentityTestApp,
  customer,
  type IdentityTestApp,
  type TestUser,
} from '../../testing/identity-test-app.suite.ts';
import { createPartyTestServer, type PartyTestServer } from '../../testing/party-test-server.suite.ts';
import { type RecoverySteps, reactTo, recoverySteps } from '../../testing/recovery-steps.suite.ts';
import { notifyUser } from './notify-user.ts';

let app: IdentityTestApp;
let words: RecoverySteps;
let parties: PartyTestServer;
beforeAll(async () => {
  app = await createIdentityTestApp();
  words = await recoverySteps(app);
  parties = await createPartyTestServer(app);
});
afterAll(async () => {
  await parties[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});
beforeEach(async () => {
  app.clock.set('2026-11-15T10:00:00Z');
  await words.work();
  await words.messages();
});

const happened = (name: string, { userId }: Pick<TestUser, 'userId'>, data = {}): DeliveredEvent => ({
  id: `event of ${userId}`,
  name,
  version: 1,
  occurredAt: '2026-11-15T10:00:00+00:00',
  aggregateKind: 'user',
  aggregateId: userId,
  sequence: 1,
  data: { 'user-id': userId, ...data },
});

async function notices(event: DeliveredEvent): Promise<readonly string[]> {
  await reactTo(app, event);
  return (await words.messages())
    .map(({ medium, text, to }) => `${medium} ${to} ${wordsOf(text)}`)
    .toSorted();
}

/** The message text without its frame. */
const wordsOf = (text: string): string =>
  /"text":"([^"]*)"/v.exec(text)?.[1]?.replace(/ 2026.*$/v, '') ?? text;

describe('a user without a customer', () => {
  test.each([
    ['password-changed', 'password-changed'],
    ['password-reset-completed', 'password-reset'],
    ['username-changed', 'username-changed'],
    ['email-verification-started', 'email-change-started'],
    ['email-verified', 'email-changed'],
    ['phone-number-verification-started', 'phone-number-change-started'],
    ['phone-number-verified', 'phone-number-changed'],
    ['security-answers-set', 'security-answers-set'],
    ['linked-login-registered', 'linked-login-added'],
    ['linked-login-removed', 'linked-login-removed'],
    ['passkey-registered', 'passkey-added'],
    ['passkey-removed', 'passkey-removed'],
  ])('is notified of %s at every verified contact', async (name, what) => {
    const user = await app.register();
    expect(await notices(happened(name, user))).toEqual([
      `email ${user.email} ${what}`,
      `sms ${user.phone} ${what}`,
    ]);
  });

  test.each(['device-paired', 'device-unpaired'])(
    'is notified of %s, an event that names the user beside its own aggregate',
    async (name) => {
      const user = await app.register();
      const event = { ...happened(name, user), aggregateKind: 'device', aggregateId: 'a pairing' };
      await notifyUser(app.context(), event, user.userId);
      const sent = (await words.messages()).map(({ medium, text, to }) => `${medium} ${to} ${wordsOf(text)}`);
      expect(sent.toSorted()).toEqual([`email ${user.email} ${name}`, `sms ${user.phone} ${name}`]);
    },
  );

  test('is notified of a lock and of the last warning, of a sign-in, and of closed browsers', async () => {
    const user = await app.register();
    const until = '2026-11-15T10:15:00Z';
    expect(await notices(happened('user-locked', user, { until, 'is-last-warning': true }))).toEqual([
      `email ${user.email} locked`,
      `sms ${user.phone} locked`,
    ]);
    const browser = `Firefox ${'x'.repeat(80)}`;
    expect(await notices(happened('user-signed-in', user, { reason: browser }))).toEqual([
      `email ${user.email} sign-in ${browser.slice(0, 60)}`,
      `sms ${user.phone} sign-in ${browser.slice(0, 60)}`,
    ]);
    expect(
      await notices(happened('user-locked', user, { reason: 'login-hard-stop', 'is-last-warning': false })),
    ).toHaveLength(2);
  });

  test('is not notified of wrong passwords through a third party: they lock no browser', async () => {
    const user = await app.register();
    const lock = { until: '2026-11-15T10:15:00Z', 'is-last-warning': false, reason: 'third-party' };
    expect(await notices(happened('user-locked', user, lock))).toEqual([]);
  });

  test("is not notified of the bank's own measures", async () => {
    const user = await app.register();
    for (const reason of ['fraud', 'agent', 'death', 'second-factor'])
      expect(await notices(happened('user-suspended', user, { reason }))).toEqual([]);
  });

  test('is not notified at a contact that was never verified', async () => {
    const user = await app.register();
    const deps = { ...app.context(), now: app.clock.now() };
    await runCommand(app.context(), async (work) => {
      const found = await findUser(work, deps, user.userId);
      if (found === undefined) throw new Error('no such user');
      const profile = { ...found.profile, email: undefined, openEmail: user.email };
      updateUser(work, deps, { ...found, profile });
      work.audit({ aggregateKind: 'user', aggregateId: user.userId, changes: [] });
    });
    expect(await notices(happened('password-changed', user))).toEqual([`sms ${user.phone} password-changed`]);
  });
});

describe('a customer', () => {
  test("is notified by the customer's notification settings", async () => {
    const user = await parties.customer();
    expect(await notices(happened('password-changed', user))).toEqual([`sms ${user.phone} password-changed`]);
  });

  test('is notified everywhere after a password reset', async () => {
    const user = await parties.customer();
    expect(await notices(happened('password-reset-completed', user))).toEqual([
      `email ${user.email} password-reset`,
      `mailbox ${user.customerNumber} password-reset`,
      `sms ${user.phone} password-reset`,
    ]);
  });

  test('who has died is not notified', async () => {
    const user = await parties.customer();
    await parties.reportDeath(user.customerNumber);
    expect(await notices(happened('password-changed', user))).toEqual([]);
  });

  test('who was erased is not notified, also while the user has not been erased yet', async () => {
    const user = await parties.customer();
    await parties.erase(user.customerNumber);
    expect(await notices(happened('password-changed', user))).toEqual([]);
  });
});

describe('a contact that was replaced', () => {
  const replace = async (user: TestUser, former: string, endedAt: string): Promise<void> => {
    const context = app.context();
    app.clock.set(endedAt);
    await runCommand(context, async (work) => {
      insertFormerContact(work, context, {
        formerContactId: context.ids.uuid(virtualShard('01', user.userId)),
        userId: user.userId,
        kind: 'email',
        value: former,
        now: app.clock.now(),
      });
      work.audit({ aggregateKind: 'user', aggregateId: user.userId, changes: [] });
    });
  };

  test('is notified as well, the one of that time and no other', async () => {
    const user = await app.register();
    await replace(user, 'before@example.com', '2026-11-15T10:00:00Z');
    await replace(user, 'long.before@example.com', '2026-11-14T10:00:00Z');
    expect(await notices(happened('email-verified', user))).toEqual([
      'email before@example.com email-changed',
      `email ${user.email} email-changed`,
      `sms ${user.phone} email-changed`,
    ]);
    expect(await notices(happened('phone-number-verified', user))).toHaveLength(2);
  });
});

test('an unknown user is not notified', async () => {
  for (const name of noticedEvents)
    expect(await notices(happened(name, { userId: 'usr_unknown' }))).toEqual([]);
});

test('changes by the API lead to a notice', async () => {
  const user = await app.register();
  await words.work();
  await words.messages();
  const answers = [
    { 'question-id': 'first-dish', answer: 'Burnt porridge' },
    { 'question-id': 'hiding-place', answer: 'Under the third stair' },
    { 'question-id': 'first-teacher', answer: 'Kwiatkowska' },
  ];
  await app.send('PUT', '/me/answers', { as: customer(user), body: { answers } });
  await words.work();
  expect((await words.messages()).map(({ text }) => wordsOf(text))).toEqual([
    'security-answers-set',
    'security-answers-set',
  ]);
});
