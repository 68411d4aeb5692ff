import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { systemIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/log/logger.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { createEventProcessor } from '#platform/work/event-processor.ts';
import { recoveryContact } from '../domain/recovery.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { lockUser, updateUser } from '../store/users.store.ts';
import { createIdentityTestApp, type IdentityTestApp } from '../testing/identity-test-app.suite.ts';
import { type RecoverySteps, recoverySteps } from '../testing/recovery-steps.suite.ts';
import { sendTemporaryPassword, type TemporaryPasswordRequest } from './recovery.ts';

let testApp: IdentityTestApp;
let words: RecoverySteps;
let worker: Database;
beforeAll(async () => {
  testApp = await createIdentityTestApp({ poolSize: 10 });
  words = await recoverySteps(testApp);
  worker = openDatabase({ url: testApp.database.workerUrl, poolSize: 2 });
});
afterAll(async () => {
  await worker.close();
  await testApp[Symbol.asyncDispose]();
});

/** The same ports, but a callback runs while a text is composed. */
function whileWriting(happens: () => Promise<void>): Context & IdentityPorts {
  const ctx = testApp.context();
  const { correspondence } = ctx.authorization;
  const renderer = {
    ...correspondence.documentRenderer,
    texts: async (job: Parameters<typeof correspondence.documentRenderer.texts>[0]) => {
      await happens();
      return correspondence.documentRenderer.texts(job);
    },
  };
  return {
    ...ctx,
    authorization: {
      ...ctx.authorization,
      correspondence: { ...correspondence, documentRenderer: renderer },
    },
  };
}

function requested(userId: string): TemporaryPasswordRequest {
  return {
    userId,
    recipientOf(user) {
      const contact = recoveryContact(user, 'email', testApp.clock.now());
      return contact && { contact, channel: contact.channel };
    },
  };
}

async function temporariesOf(userId: string): Promise<number> {
  const rows = await testApp.database.query(
    `select 1 from platform.outbox_event where aggregate_id = $1 and name = 'password-reset-requested'`,
    [userId],
  );
  return rows.length;
}

test('the user is not locked while the message is composed', async () => {
  const { userId } = await testApp.register();
  let isFree = false;
  const ctx = whileWriting(async () => {
    await testApp.database.query(`select from identity.user_account where user_id = $1 for update nowait`, [
      userId,
    ]);
    isFree = true;
  });
  await sendTemporaryPassword(ctx, requested(userId));
  expect(isFree).toBe(true);
  expect(await temporariesOf(userId)).toBe(1);
});

test('a user who was suspended while the message was composed gets none', async () => {
  const { userId } = await testApp.register();
  const ctx = whileWriting(async () => {
    await testApp.database.query(`update identity.user_account set status = 'suspended' where user_id = $1`, [
      userId,
    ]);
  });
  await sendTemporaryPassword(ctx, requested(userId));
  expect(await temporariesOf(userId)).toBe(0);
});

describe('in an event handler', () => {
  const consumer = 'identity-recovery';

  async function changeTo(userId: string, email: string): Promise<void> {
    const ctx = testApp.context();
    await runCommand(ctx, async (work) => {
      const user = await lockUser(work, ctx, userId);
      if (user === undefined) throw new Error('no such user');
      const profile = { ...user.profile, email };
      updateUser(work, { ...ctx, now: testApp.clock.now() }, { ...user, profile });
      work.audit({ aggregateKind: 'user', aggregateId: userId, changes: [] });
    });
  }

  /** Runs the handler of an event of this user once; returns the state of the event. */
  async function runHandler(userId: string, happens: () => Promise<void>): Promise<string> {
    const { clock, services } = testApp;
    const ids = systemIds(clock);
    const eventProcessor = createEventProcessor({
      app: services.database,
      worker,
      clock,
      ids,
      log: createLogger({ level: 'fatal' }),
      eventHandlers: [
        {
          consumer,
          events: ['recovery-requested'],
          handle: (context) =>
            sendTemporaryPassword({ ...whileWriting(happens), ...context }, requested(userId)),
        },
      ],
    });
    const job = { bankId: '01', consumer, aggregateKind: 'user', aggregateId: userId };
    await eventProcessor.run(job).catch(() => undefined);
    const [row] = await testApp.database.query<{ state: string }>(
      'select state from platform.inbox_event where aggregate_id = $1',
      [userId],
    );
    return row?.state ?? 'unknown';
  }

  async function emitRequest(userId: string): Promise<void> {
    const id = crypto.randomUUID();
    await testApp.database.query(
      `insert into platform.inbox_event (bank_id, consumer, event_id, aggregate_kind, aggregate_id, sequence, event, created_at)
       values ('01', $1, $2, 'user', $3, 1, $4, now())`,
      [consumer, id, userId, JSON.stringify({ id, name: 'recovery-requested' })],
    );
  }

  async function auditOf(userId: string): Promise<readonly string[]> {
    const rows = await testApp.database.query<{ record: string }>(
      `select record from platform.audit_entry
        where aggregate_id = $1 and record like '%temporary-password%' order by occurred_at, audit_id`,
      [userId],
    );
    return rows.map(({ record }) => record);
  }

  test('a contact that changes once while the message is composed gets one message, at its new address', async () => {
    const { userId } = await testApp.register();
    await emitRequest(userId);
    await words.messages();
    let writings = 0;
    const state = await runHandler(userId, async () => {
      writings += 1;
      if (writings === 1) await changeTo(userId, 'moved.once@example.com');
    });
    expect(await words.messages()).toMatchObject([{ medium: 'email', to: 'moved.once@example.com' }]);
    expect([state, writings, await temporariesOf(userId)]).toEqual(['done', 2, 1]);
    const audit = await auditOf(userId);
    expect(audit).toHaveLength(1);
    expect(audit[0]).toContain('"email"');
  });

  test('one that changes every time leaves nothing behind and gets its message later', async () => {
    const { userId } = await testApp.register();
    await emitRequest(userId);
    await words.messages();
    let writings = 0;
    const moving = async (): Promise<void> => {
      writings += 1;
      await changeTo(userId, `moved.${String(writings)}@example.com`);
    };
    expect(await runHandler(userId, moving)).toBe('pending');
    expect([await words.messages(), await auditOf(userId)]).toEqual([[], []]);
    expect(await runHandler(userId, async () => undefined)).toBe('done');
    expect(await words.messages()).toMatchObject([{ to: `moved.${String(writings)}@example.com` }]);
  });

  test('a user who was suspended meanwhile gets none, and that is recorded once', async () => {
    const { userId } = await testApp.register();
    await emitRequest(userId);
    await words.messages();
    const state = await runHandler(userId, async () => {
      await testApp.database.query(
        `update identity.user_account set status = 'suspended' where user_id = $1`,
        [userId],
      );
    });
    expect([state, await words.messages()]).toEqual(['done', []]);
    const audit = await auditOf(userId);
    expect(audit).toHaveLength(1);
    expect(audit[0]).toContain('"none"');
  });
});
