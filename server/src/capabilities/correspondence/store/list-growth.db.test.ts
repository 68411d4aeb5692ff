import { randomBytes } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import type { Reader } from '#platform/db/reader.ts';
import { type BufferMeter, openBufferMeter, type PlanMode } from '#platform/testing/buffers.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { contactMedia, type DeliveryStatus } from '../domain/literals.ts';
import type { MailboxSortKey } from '../domain/mailbox.ts';
import type { CommunicationSortKey } from '../domain/queries.ts';
import { fillHistory } from '../testing/delivery-backlog.suite.ts';
import { listCommunicationRows } from './communication-list.read.ts';
import { createCorrespondenceVault } from './correspondence-vault.ts';
import { countMessages, listMessageRows } from './mailbox.read.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const modes: readonly PlanMode[] = ['force_custom_plan', 'force_generic_plan'];
const bankId = '01';
const history = 40_000;
const page = { page: 1, pageSize: 20, offset: 0, limit: 20, listWindow: 1_000 };

/** A look into the states of a user, by the worst of all plans. ADR-0150 */
const buffersOfState = 3.5;

/** A user who read and archived nothing. */
const owner = { bankId, own: ['C1'], userId: 'U1' };
/** A user who read everything. */
const reader = { ...owner, userId: 'U2' };

const vault = createCorrespondenceVault(createLocalKeys([randomBytes(32)]));

let database: TestDatabase;
let meter: BufferMeter;
beforeAll(async () => {
  database = await createTestDatabase();
  await fillHistory(database, { bankId, count: history });
  await database.query(
    `update correspondence.communication set status = 'failed'
      where communication_id in (select communication_id from correspondence.communication order by created_at limit 5)`,
  );
  await database.query(
    `insert into correspondence.mailbox_message (bank_id, message_id, customer_number, communication_id, content_id,
       status, is_read, folder, message_kind, message_category, urgency, has_attachments, received_at, row_version,
       created_at, modified_at)
     select bank_id, gen_random_uuid(), 'C1', communication_id, content_id, 'read', true, 'inbox', 'statement',
            'statement', 'normal', false, created_at, 1, created_at, created_at from correspondence.communication`,
  );
  await database.query(
    `insert into correspondence.content (bank_id, content_id, sealed, purge_at, created_at)
     select bank_id, content_id, '\\x00', created_at + interval '2 years', created_at
       from correspondence.communication`,
  );
  await database.query(
    `insert into correspondence.mailbox_state (bank_id, user_id, message_id, customer_number, status, is_read,
       message_kind, message_category, urgency, received_at, changed_at)
     select bank_id, 'U2', message_id, customer_number, 'read', true, message_kind, message_category, urgency,
            received_at, received_at from correspondence.mailbox_message`,
  );
  await database.query('vacuum analyze');
  meter = await openBufferMeter(database.appUrl, bankId);
});
afterAll(async () => {
  await meter[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const unanswered = (): Promise<never> => new Promise(() => undefined);
/** Passes the statement of the page on, or the one that counts. */
const onlyPage = (db: Reader): Reader => ({ ...db, first: unanswered });
const onlyCount = (db: Reader): Reader => ({ ...db, rows: unanswered });

describe.each(modes)('by a %s', (mode) => {
  const list = (
    statuses: readonly DeliveryStatus[],
    sortBy: CommunicationSortKey,
    only: (db: Reader) => Reader,
  ) =>
    meter.costOf(mode, (db) =>
      listCommunicationRows(only(db), {
        bankId,
        media: contactMedia,
        statuses,
        dueBy: undefined,
        sorting: { sortBy, sortOrder: 'desc' },
        page,
      }),
    );

  test('a page of communications does not read the others', async () => {
    expect(await list([], 'created', onlyPage)).toMatchObject({ rows: page.limit });
    expect((await list([], 'created', onlyPage)).buffers).toBeLessThan(400);
    // Five failed at the very beginning.
    expect(await list(['failed'], 'created', onlyPage)).toMatchObject({ rows: 5 });
    expect((await list(['failed'], 'created', onlyPage)).buffers).toBeLessThan(100);
  });

  test('sorting communications by another key reads the newest, up to the window', async () => {
    expect((await list([], 'expires', onlyPage)).buffers).toBeLessThan(page.listWindow * 6);
  });

  test('counting communications ends at the window', async () => {
    expect((await list([], 'created', onlyCount)).buffers).toBeLessThan(200);
    expect((await list(['failed'], 'created', onlyCount)).buffers).toBeLessThan(50);
  });

  const mailbox = (sortBy: MailboxSortKey, only: (db: Reader) => Reader, whose = owner) =>
    meter.costOf(mode, (db) =>
      listMessageRows(only(db), vault, {
        ...whose,
        span: {
          from: Temporal.Instant.from('2020-01-01T00:00:00Z'),
          to: Temporal.Instant.from('2030-01-01T00:00:00Z'),
        },
        statuses: ['unread', 'read'],
        categories: undefined,
        sortBy,
        sortOrder: 'asc',
        page,
      }),
    );

  test('a page of a mailbox does not read the other messages', async () => {
    const { buffers, rows } = await mailbox('received', onlyPage);
    expect(rows).toBe(page.limit);
    expect(buffers).toBeLessThan(page.limit * 20);
    expect((await mailbox('urgency', onlyPage)).buffers).toBeLessThan(page.listWindow * buffersOfState);
  });

  test('counting a mailbox ends at the window', async () => {
    expect((await mailbox('received', onlyCount)).buffers).toBeLessThan(page.listWindow * buffersOfState);
    const now = Temporal.Instant.from('2030-01-01T00:00:00Z');
    const { buffers } = await meter.costOf(mode, (db) => countMessages(db, owner, now));
    // Ten thousand messages of forty thousand.
    expect(buffers).toBeLessThan(10_000 * buffersOfState);
  });

  test('what a user read is skipped by its state', async () => {
    const now = Temporal.Instant.from('2030-01-01T00:00:00Z');
    const costs = [
      await mailbox('received', onlyPage, reader),
      await mailbox('received', onlyCount, reader),
      await meter.costOf(mode, (db) => countMessages(db, reader, now)),
    ];
    // The messages of this user, and never those of others.
    for (const { buffers } of costs) expect(buffers).toBeLessThan(history * buffersOfState);
  });
});
