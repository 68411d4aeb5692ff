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
import { idIn, requestMessage } from '../testing/recipient-steps.suite.ts';
import { createRecordingChannel, type RecordingChannel } from '../testing/recording-channel.suite.ts';
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
  readonly codeChannel: RecordingChannel;
  readonly common: RecordingChannel;
}

const pairOf = (medium: ContactMedium, capacity = 10): Pair => ({
  codeChannel: createRecordingChannel({ medium }),
  common: createRecordingChannel({ medium, capacity }),
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

let requested = 0;
/** Queues one message by one medium to each of this many addresses. */
async function messages(count: number, kind: 'email' | 'sms', more = {}): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    requested += 1;
    const details =
      kind === 'email' ? `a${requested}@example.org` : `+49151${String(10_000_000 + requested)}`;
    ids.push(idIn(await requestMessage(app, { contact: { kind, details }, ...more })));
  }
  return ids;
}

const code = { 'message-kind': 'one-time-password' } as const;
const accepted: SendResult = { kind: 'accepted', reference: undefined, isDelivered: false };
const idsOf = (channel: RecordingChannel): readonly string[] =>
  channel.accepted.map(({ communicationId }) => communicationId);

/** Number of messages by status. */
async function counts(): Promise<Readonly<Record<string, number>>> {
  const rows = await app.database.query<{ status: string; many: number }>(
    `select status, count(*)::int as many from correspondence.communication group by status`,
  );
  return Object.fromEntries(rows.map(({ many, status }) => [status, many]));
}

/** Advisory locks that show which workers are alive. */
async function livingWorkers(): Promise<readonly number[]> {
  const rows = await app.database.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.map(({ pid }) => pid);
}

describe('a dispatcher', () => {
  test('delivers due messages of every medium, and later ones when they become due', async () => {
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
    expect(idsOf(sms.codeChannel).toSorted()).toEqual(codes.toSorted());
    await messages(1, 'email');
    await expect.poll(counts, { timeout: 10_000 }).toEqual({ sent: 13 });
    await stopAll();
  });

  test('lets codes overtake a long queue of statements', async () => {
    const sms = pairOf('sms', 2);
    sms.common.respondWith(async () => {
      await setTimeout(50);
      return accepted;
    });
    await messages(60, 'sms', { 'batch-id': 'statements', priority: 'low' });
    start(sms);
    await expect.poll(() => sms.common.accepted.length, { timeout: 10_000 }).toBeGreaterThan(2);
    const [id = ''] = await messages(1, 'sms', code);
    await expect.poll(() => idsOf(sms.codeChannel), { timeout: 5_000 }).toEqual([id]);
    expect(sms.common.accepted.length).toBeLessThan(50);
    await stopAll();
  });

  test('is not blocked in one medium by an outage of another', async () => {
    const [mail, sms] = [pairOf('email'), pairOf('sms')];
    mail.common.respondWith(() => ({ kind: 'unavailable', reason: 'smtp unreachable' }));
    await messages(20, 'email');
    await messages(20, 'sms');
    start(mail, sms);
    await expect.poll(() => sms.common.accepted.length, { timeout: 10_000 }).toBe(20);
    // A server that is down is retried, but not in a busy loop.
    await expect.poll(() => mail.common.attempts.length, { timeout: 10_000 }).toBeGreaterThan(0);
    const attempts = mail.common.attempts.length;
    expect(attempts).toBeLessThan(200);
    mail.common.respondWith(() => accepted);
    const move = setInterval(() => app.clock.advance({ milliseconds: 500 }), 50);
    try {
      await expect.poll(() => mail.common.accepted.length, { timeout: 15_000 }).toBe(20);
    } finally {
      clearInterval(move);
    }
    await stopAll();
    const [row] = await app.database.query<{ most: number }>(
      `select max(retry_count) as most from correspondence.communication`,
    );
    expect(row).toEqual({ most: 0 });
  });

  test('continues at once when one recipient of many cannot be reached', async () => {
    const push = pairOf('email', 1);
    const away = await messages(1, 'email');
    push.common.respondWith(({ communicationId }) =>
      away.includes(communicationId) ? { kind: 'unavailable', reason: 'push unreachable' } : accepted,
    );
    await messages(250, 'email');
    start(push);
    await expect.poll(() => push.common.accepted.length, { timeout: 20_000, interval: 20 }).toBe(250);
    const attempts = push.common.attempts.filter(({ communicationId }) => away.includes(communicationId));
    // The clock is stopped, so it does not become due again.
    expect(attempts).toHaveLength(1);
    await stopAll();
  });

  test('is not blocked in another lane or medium by a channel that never returns', async () => {
    const [mail, sms] = [pairOf('email', 1), pairOf('sms')];
    const { promise, resolve } = Promise.withResolvers<SendResult>();
    mail.common.respondWith(() => promise);
    await messages(3, 'email', { 'batch-id': 'b' });
    start(mail, sms);
    await expect.poll(() => mail.common.attempts.length).toBeGreaterThan(0);
    await messages(3, 'sms');
    await messages(3, 'email', code);
    await expect.poll(() => sms.common.accepted.length, { timeout: 10_000 }).toBe(3);
    await expect.poll(() => mail.codeChannel.accepted.length, { timeout: 10_000 }).toBe(3);
    resolve(accepted);
    await stopAll();
  });

  test('stops cleanly: records what is in progress and starts nothing new', async () => {
    const mail = pairOf('email', 3);
    mail.common.respondWith(async () => {
      await setTimeout(100);
      return accepted;
    });
    await messages(12, 'email');
    start(mail);
    await expect.poll(() => mail.common.attempts.length).toBeGreaterThan(0);
    await stopAll();
    const attempts = mail.common.attempts.length;
    expect(await counts()).not.toHaveProperty('sending');
    expect((await counts())['sent']).toBe(attempts);
    await expect.poll(livingWorkers).toEqual([]);
    await messages(1, 'email');
    expect(mail.common.attempts).toHaveLength(attempts);
  });

  test('beside another dispatcher delivers each message once', async () => {
    const mail = pairOf('email');
    mail.common.respondWith(async () => {
      await setTimeout(5);
      return accepted;
    });
    const ids = await messages(80, 'email');
    start(mail);
    start(mail);
    await expect.poll(counts, { timeout: 15_000 }).toEqual({ sent: 80 });
    await stopAll();
    expect(mail.common.attempts).toHaveLength(80);
    expect(idsOf(mail.common).toSorted()).toEqual(ids.toSorted());
  });

  test('gets a new name after losing its connection and continues', async () => {
    const mail = pairOf('email');
    const owners: unknown[] = [];
    mail.common.respondWith(async ({ communicationId }) => {
      const [row] = await app.database.query<{ lease_owner: string }>(
        `select lease_owner from correspondence.communication where communication_id = $1`,
        [communicationId],
      );
      owners.push(row?.lease_owner);
      return accepted;
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

  test('that loses its connection while sending may send again, but emits one event', async () => {
    const mail = pairOf('email');
    const { promise, resolve } = Promise.withResolvers<SendResult>();
    mail.common.respondWith((_, attempt) => (attempt === 1 ? promise : accepted));
    start(mail);
    const [id = ''] = await messages(1, 'email');
    await expect.poll(() => mail.common.attempts.length, { timeout: 5_000 }).toBe(1);
    const [pid] = await livingWorkers();
    await app.database.query(`select pg_terminate_backend($1)`, [pid]);
    app.clock.advance({ seconds: 5 });
    await expect.poll(counts, { timeout: 10_000 }).toEqual({ sent: 1 });
    // The first attempt ends late with another result; by then its lease is gone and the result is ignored.
    resolve({ kind: 'refused', reason: 'smtp 550' });
    await stopAll();
    expect(await counts()).toEqual({ sent: 1 });
    expect((await app.eventsOf('communication', id)).map(({ name }) => name)).toEqual([
      'communication-initiated',
      'communication-sent',
    ]);
    // Always the same message id, so that the remote server recognises the duplicate.
    expect(new Set(mail.common.attempts.map(({ communicationId }) => communicationId))).toEqual(
      new Set([id]),
    );
  });

  test('takes over the messages of a dead worker', async () => {
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

  test('loses no message when a channel throws', async () => {
    const mail = pairOf('email');
    mail.common.respondWith(() => {
      throw new Error('a channel must not throw');
    });
    await messages(3, 'email');
    start(mail);
    await expect.poll(() => mail.common.attempts.length, { timeout: 5_000 }).toBeGreaterThanOrEqual(3);
    await stopAll();
    expect(await counts()).toEqual({ queued: 3 });
  });
});
