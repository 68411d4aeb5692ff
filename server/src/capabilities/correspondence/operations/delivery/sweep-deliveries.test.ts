import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
} from '../../testing/correspondence-test-app.suite.ts';
import { initiate, rowOf } from '../../testing/delivery-steps.suite.ts';
import { sweepDeliveries } from './sweep-deliveries.ts';

let app: CorrespondenceTestApp;
beforeAll(async () => {
  app = await createCorrespondenceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.clock.set('2027-03-03T10:00:00Z');
  await app.database.query(`delete from correspondence.communication`);
});

const sweep = (bankId?: string) => sweepDeliveries(app.context(bankId));
const newMessage = async (more = {}): Promise<string> => initiate(app, await app.person(), more);
const claimed = (id: string, owner: string) =>
  app.database.query(
    `update correspondence.communication set status = 'sending', lease_owner = $2,
            lease_until = $3::timestamptz + interval '5 minutes', modified_at = $3
      where communication_id = $1`,
    [id, owner, app.clock.now().toString()],
  );
const statusOf = async (id: string): Promise<string> => (await rowOf(app, id)).status;
const namesOf = async (id: string): Promise<readonly string[]> =>
  (await app.eventsOf('communication', id)).map(({ name }) => name);
const entries = async (): Promise<number> => (await app.auditOf('delivery-queue', 'sweep')).length;

test('nothing is written if nothing is due', async () => {
  await newMessage();
  const before = await entries();
  expect(await sweep()).toBe(0);
  expect(await entries()).toBe(before);
});

describe('an expired message', () => {
  test('expires at its expiry time and not before, and emits one event', async () => {
    const id = await newMessage({ expires: '2027-03-03T10:10:00Z' });
    app.clock.set('2027-03-03T10:09:59Z');
    expect(await sweep()).toBe(0);
    app.clock.set('2027-03-03T10:10:00Z');
    expect(await sweep()).toBe(1);
    expect(await sweep()).toBe(0);
    expect(await namesOf(id)).toEqual(['communication-initiated', 'communication-expired']);
  });

  test('that is being sent is left to its worker, and expires afterwards', async () => {
    const id = await newMessage({ expires: '2027-03-03T10:01:00Z' });
    await claimed(id, 'gateway');
    app.clock.set('2027-03-03T10:02:00Z');
    await sweep();
    expect(await statusOf(id)).toBe('sending');
    app.clock.set('2027-03-03T10:05:00Z');
    await sweep();
    expect(await statusOf(id)).toBe('expired');
  });

  test('of another bank is not touched', async () => {
    const id = await newMessage({ expires: '2027-03-03T10:10:00Z' });
    app.clock.set('2027-03-03T10:10:00Z');
    expect(await sweep('02')).toBe(0);
    expect(await statusOf(id)).toBe('queued');
  });

  test('in the mailbox is visible there, and is delivered rather than expired', async () => {
    const number = await app.person();
    const id = await initiate(app, number, {
      'contact-medium': 'mailbox',
      'not-before': '2027-03-03T11:00:00Z',
      expires: '2027-03-03T11:30:00Z',
    });
    // No sweep for an hour.
    app.clock.set('2027-03-03T12:00:00Z');
    await sweep();
    expect(await statusOf(id)).toBe('delivered');
  });
});

describe('a claimed message without a report', () => {
  test('is requeued when the lease ends', async () => {
    const id = await newMessage();
    await claimed(id, 'gateway');
    app.clock.set('2027-03-03T10:04:59Z');
    expect(await sweep()).toBe(0);
    app.clock.set('2027-03-03T10:05:00Z');
    expect(await sweep()).toBe(1);
    expect(await rowOf(app, id)).toMatchObject({ status: 'queued', retry_count: 0 });
  });

  test('of a live worker stays with it; that of a dead one is requeued at once', async () => {
    const [living, dead] = [await newMessage(), await newMessage()];
    await claimed(living, 'worker:living');
    await claimed(dead, 'worker:dead');
    const client = new pg.Client({ connectionString: app.database.ownerUrl });
    await client.connect();
    try {
      await client.query(`select pg_advisory_lock(hashtextextended('worker:living', 0))`);
      app.clock.advance({ seconds: 4 });
      await sweep();
      expect([await statusOf(living), await statusOf(dead)]).toEqual(['sending', 'queued']);
    } finally {
      await client.end();
    }
    await expect.poll(async () => [await sweep(), await statusOf(living)][1]).toBe('queued');
  });

  test('of a gateway with any name is never treated as that of a dead worker', async () => {
    const id = await newMessage();
    await claimed(id, 'gateway-1');
    app.clock.advance({ minutes: 4 });
    expect(await sweep()).toBe(0);
    expect(await statusOf(id)).toBe('sending');
  });
});

test('more than one batch are all swept eventually', async () => {
  const id = await newMessage({ expires: '2027-03-03T10:10:00Z' });
  await app.database.query(
    `insert into correspondence.communication
       (bank_id, communication_id, message_id, content_id, sender_id, customer_number, medium, lane, status,
        message_kind, message_category, priority, urgency, sealed_contact, recipient_index, further_media,
        release_at, due_at, expires_at, retry_count, row_version, created_at, modified_at)
     select bank_id, gen_random_uuid(), message_id, content_id, sender_id, customer_number, medium, lane, status,
        message_kind, message_category, priority, urgency, sealed_contact, recipient_index, further_media,
        release_at, due_at, expires_at, retry_count, row_version, created_at, modified_at
       from correspondence.communication, generate_series(1, 600) where communication_id = $1`,
    [id],
  );
  app.clock.set('2027-03-03T10:10:00Z');
  expect([await sweep(), await sweep(), await sweep()]).toEqual([500, 101, 0]);
});

test('two concurrent sweeps expire each message once', async () => {
  const ids = await Promise.all(
    Array.from({ length: 10 }, () => newMessage({ expires: '2027-03-03T10:10:00Z' })),
  );
  app.clock.set('2027-03-03T10:10:00Z');
  await Promise.all([sweep(), sweep(), sweep()]);
  await sweep();
  for (const id of ids)
    expect(await namesOf(id)).toEqual(['communication-initiated', 'communication-expired']);
});
