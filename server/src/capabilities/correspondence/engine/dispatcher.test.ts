import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { createLogger } from '#platform/log/logger.ts';
import type { ContactMedium } from '../domain/literals.ts';
import type { SendResult } from '../ports/channel.ts';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
} from '../testing/correspondence-test-app.suite.ts';
import { ask, idIn } from '../testing/recipient-steps.suite.ts';
import { createRememberingChannel, type RememberingChannel } from '../testing/remembering-channel.suite.ts';
import { type Dispatcher, type MediumChannels, startDispatcher } from './dispatcher.ts';

vi.setConfig({ testTimeout: 40_000 });

let app: CorrespondenceTestApp;
let database: Database;
const running: Dispatcher[] = [];

beforeAll(async () => {
  app = await createCorrespondenceTestApp();
  database = openDatabase({ url: app.database.appUrl, poolSize: 10 });
});
afterAll(async () => {
  await database.close();
  await app[Symbol.asyncDispose]();
});
beforeEach(async () => {
  for (const dispatcher of running.splice(0)) await dispatcher.stop();
  app.clock.set('2027-03-03T10:00:00Z');
  await app.database.query(`delete from correspondence.communication`);
});

interface Pair extends MediumChannels {
  readonly express: RememberingChannel;
  readonly common: RememberingChannel;
}

const pairOf = (medium: ContactMedium, capacity = 10): Pair => ({
  express: createRememberingChannel({ medium }),
  common: createRememberingChannel({ medium, capacity }),
});

function start(...channels: readonly MediumChannels[]): Dispatcher {
  const dispatcher = startDispatcher({
    banks: ['01', '02'],
    channels,
    contextFor: (bankId) => app.context(bankId),
    database,
    clock: app.clock,
    log: createLogger({ level: 'fatal' }),
  });
  running.push(dispatcher);
  return dispatcher;
}

async function stopAll(): Promise<void> {
  for (const dispatcher of running.splice(0)) await dispatcher.stop();
}

let asked = 0;
/** Messages to as many addresses by one medium. */
async function messages(count: number, kind: 'email' | 'sms', more = {}): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let place = 0; place < count; place += 1) {
    asked += 1;
    const details = kind === 'email' ? `a${asked}@example.org` : `+49151${String(10_000_000 + asked)}`;
    ids.push(idIn(await ask(app, { contact: { kind, details }, ...more })));
  }
  return ids;
}

const code = { 'message-kind': 'one-time-password' } as const;
const taken: SendResult = { kind: 'taken', reference: undefined, isDelivered: false };
const idsOf = (channel: RememberingChannel): readonly string[] =>
  channel.taken.map(({ communicationId }) => communicationId);

/** How many messages are in which state. */
async function counts(): Promise<Readonly<Record<string, number>>> {
  const rows = await app.database.query<{ status: string; many: number }>(
    `select status, count(*)::int as many from correspondence.communication group by status`,
  );
  return Object.fromEntries(rows.map(({ many, status }) => [status, many]));
}

/** Names under which workers show that they live. */
async function livingWorkers(): Promise<readonly number[]> {
  const rows = await app.database.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.map(({ pid }) => pid);
}

describe('a dispatcher', () => {
  test('delivers what is due of every medium, and what comes later when it comes', async () => {
    const [mail, sms] = [pairOf('email'), pairOf('sms')];
    start(mail, sms);
    const [mails, texts, codes] = [
      await messages(5, 'email'),
      await messages(5, 'sms'),
      await messages(2, 'sms', code),
    ];
    await expect.poll(counts, { timeout: 10_000 }).toEqual({ sent: 12 });
    expect(idsOf(mail.common).toSorted()).toEqual(mails.toSorted());
    expect(idsOf(sms.common).toSorted()).toEqual(texts.toSorted());
    expect(idsOf(sms.express).toSorted()).toEqual(codes.toSorted());
    await messages(1, 'email');
    await expect.poll(counts, { timeout: 10_000 }).toEqual({ sent: 13 });
    await stopAll();
  });

  test('lets codes overtake a long queue of statements', async () => {
    const sms = pairOf('sms', 2);
    sms.common.answerWith(async () => {
      await setTimeout(50);
      return taken;
    });
    await messages(60, 'sms', { 'batch-id': 'statements', priority: 'low' });
    start(sms);
    await expect.poll(() => sms.common.taken.length, { timeout: 10_000 }).toBeGreaterThan(2);
    const [id = ''] = await messages(1, 'sms', code);
    await expect.poll(() => idsOf(sms.express), { timeout: 5_000 }).toEqual([id]);
    expect(sms.common.taken.length).toBeLessThan(50);
    await stopAll();
  });

  test('is not held up in one medium by another that is down', async () => {
    const [mail, sms] = [pairOf('email'), pairOf('sms')];
    mail.common.answerWith(() => ({ kind: 'unavailable', reason: 'smtp unreachable' }));
    await messages(20, 'email');
    await messages(20, 'sms');
    start(mail, sms);
    await expect.poll(() => sms.common.taken.length, { timeout: 10_000 }).toBe(20);
    // A server that is down is asked again, but not without end.
    await expect.poll(() => mail.common.attempts.length, { timeout: 10_000 }).toBeGreaterThan(0);
    const attempts = mail.common.attempts.length;
    expect(attempts).toBeLessThan(200);
    mail.common.answerWith(() => taken);
    const move = setInterval(() => app.clock.advance({ milliseconds: 500 }), 50);
    try {
      await expect.poll(() => mail.common.taken.length, { timeout: 15_000 }).toBe(20);
    } finally {
      clearInterval(move);
    }
    await stopAll();
    const [row] = await app.database.query<{ most: number }>(
      `select max(retry_count) as most from correspondence.communication`,
    );
    expect(row).toEqual({ most: 0 });
  });

  test('goes on at once when one recipient of many cannot be reached', async () => {
    const push = pairOf('email', 1);
    const away = await messages(1, 'email');
    push.common.answerWith(({ communicationId }) =>
      away.includes(communicationId) ? { kind: 'unavailable', reason: 'push unreachable' } : taken,
    );
    await messages(250, 'email');
    start(push);
    await expect.poll(() => push.common.taken.length, { timeout: 20_000, interval: 20 }).toBe(250);
    const attempts = push.common.attempts.filter(({ communicationId }) => away.includes(communicationId));
    // The clock stands still, so it is not due again.
    expect(attempts).toHaveLength(1);
    await stopAll();
  });

  test('is not held up by a channel that never ends, in another lane or medium', async () => {
    const [mail, sms] = [pairOf('email', 1), pairOf('sms')];
    const { promise, resolve } = Promise.withResolvers<SendResult>();
    mail.common.answerWith(() => promise);
    await messages(3, 'email', { 'batch-id': 'b' });
    start(mail, sms);
    await expect.poll(() => mail.common.attempts.length).toBeGreaterThan(0);
    await messages(3, 'sms');
    await messages(3, 'email', code);
    await expect.poll(() => sms.common.taken.length, { timeout: 10_000 }).toBe(3);
    await expect.poll(() => mail.express.taken.length, { timeout: 10_000 }).toBe(3);
    resolve(taken);
    await stopAll();
  });

  test('ends cleanly: what is under way is recorded, and nothing is begun afterwards', async () => {
    const mail = pairOf('email', 3);
    mail.common.answerWith(async () => {
      await setTimeout(100);
      return taken;
    });
    await messages(12, 'email');
    start(mail);
    await expect.poll(() => mail.common.attempts.length).toBeGreaterThan(0);
    await stopAll();
    const attempts = mail.common.attempts.length;
    expect(await counts()).not.toHaveProperty('sending');
    expect((await counts())['sent']).toBe(attempts);
    await messages(1, 'email');
    await setTimeout(300);
    expect(mail.common.attempts).toHaveLength(attempts);
    await expect.poll(livingWorkers).toEqual([]);
  });

  test('beside another one delivers each message once', async () => {
    const mail = pairOf('email');
    mail.common.answerWith(async () => {
      await setTimeout(5);
      return taken;
    });
    const ids = await messages(80, 'email');
    start(mail);
    start(mail);
    await expect.poll(counts, { timeout: 15_000 }).toEqual({ sent: 80 });
    await stopAll();
    expect(mail.common.attempts).toHaveLength(80);
    expect(idsOf(mail.common).toSorted()).toEqual(ids.toSorted());
  });

  test('whose connection is cut takes a new name and goes on', async () => {
    const mail = pairOf('email');
    const owners: unknown[] = [];
    mail.common.answerWith(async ({ communicationId }) => {
      const [row] = await app.database.query<{ lease_owner: string }>(
        `select lease_owner from correspondence.communication where communication_id = $1`,
        [communicationId],
      );
      owners.push(row?.lease_owner);
      return taken;
    });
    start(mail);
    await messages(1, 'email');
    await expect.poll(() => owners.length, { timeout: 5_000 }).toBe(1);
    const [pid] = await livingWorkers();
    expect(pid).toBeDefined();
    await app.database.query(`select pg_terminate_backend($1)`, [pid]);
    await expect
      .poll(async () => (await livingWorkers()).filter((one) => one !== pid).length, { timeout: 10_000 })
      .toBe(1);
    await messages(1, 'email');
    await expect.poll(() => owners.length, { timeout: 10_000 }).toBe(2);
    expect(owners[0]).toMatch(/^worker:/);
    expect(owners[1]).toMatch(/^worker:/);
    expect(owners[1]).not.toBe(owners[0]);
    await stopAll();
    expect(await counts()).toEqual({ sent: 2 });
  });

  test('whose connection is cut in the middle of a handover may hand it over again, and tells of it once', async () => {
    const mail = pairOf('email');
    const { promise, resolve } = Promise.withResolvers<SendResult>();
    mail.common.answerWith((_, attempt) => (attempt === 1 ? promise : taken));
    start(mail);
    const [id = ''] = await messages(1, 'email');
    await expect.poll(() => mail.common.attempts.length, { timeout: 5_000 }).toBe(1);
    const [pid] = await livingWorkers();
    await app.database.query(`select pg_terminate_backend($1)`, [pid]);
    app.clock.advance({ seconds: 5 });
    await expect.poll(counts, { timeout: 10_000 }).toEqual({ sent: 1 });
    // The first attempt ends late and otherwise; by then it is not ours to say any more.
    resolve({ kind: 'refused', reason: 'smtp 550' });
    await stopAll();
    expect(await counts()).toEqual({ sent: 1 });
    expect((await app.eventsOf('communication', id)).map(({ name }) => name)).toEqual([
      'communication-initiated',
      'communication-sent',
    ]);
    // Always under the same name, so that the far side can recognise it.
    expect(new Set(mail.common.attempts.map(({ communicationId }) => communicationId))).toEqual(
      new Set([id]),
    );
  });

  test('takes over what a worker held that is gone', async () => {
    const [id] = await messages(1, 'email');
    await app.database.query(
      `update correspondence.communication set status = 'sending', lease_owner = 'worker:gone',
              lease_until = $1::timestamptz + interval '5 minutes', modified_at = $1`,
      [app.clock.now().toString()],
    );
    app.clock.advance({ seconds: 5 });
    const mail = pairOf('email');
    start(mail);
    await expect.poll(() => idsOf(mail.common), { timeout: 5_000 }).toEqual([id]);
    await stopAll();
  });

  test('a channel that throws loses nothing', async () => {
    const mail = pairOf('email');
    mail.common.answerWith(() => {
      throw new Error('not a thing a channel does');
    });
    await messages(3, 'email');
    start(mail);
    await expect.poll(() => mail.common.attempts.length, { timeout: 5_000 }).toBeGreaterThanOrEqual(3);
    await stopAll();
    expect(await counts()).toEqual({ queued: 3 });
  });
});
