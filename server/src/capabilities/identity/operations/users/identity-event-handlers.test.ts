import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { systemIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/log/logger.ts';
import {
  createEventProcessor,
  type EventProcessor,
  type ProcessorJob,
} from '#platform/work/event-processor.ts';
import { createOutboxRelay, type OutboxRelay } from '#platform/work/outbox-relay.ts';
import { identityEventHandlers } from '../../event-handlers.ts';
import { findUser } from '../../store/users.store.ts';
import { createIdentityTestApp, type IdentityTestApp } from '../../testing/identity-test-app.suite.ts';
import { type RecoverySteps, reactTo, recoverySteps } from '../../testing/recovery-steps.suite.ts';

let testApp: IdentityTestApp;
let words: RecoverySteps;
let worker: Database;
let relay: OutboxRelay;
let eventProcessor: EventProcessor;
beforeAll(async () => {
  testApp = await createIdentityTestApp({ poolSize: 10 });
  words = await recoverySteps(testApp);
  worker = openDatabase({ url: testApp.database.workerUrl, poolSize: 4 });
  const { clock, services } = testApp;
  const eventHandlers = identityEventHandlers(testApp.ports);
  const names = [...new Set(eventHandlers.flatMap(({ events }) => events))];
  const consumersOf = (name: string): readonly string[] =>
    eventHandlers.filter(({ events }) => events.includes(name)).map(({ consumer }) => consumer);
  const subscriptions = new Map(names.map((name) => [name, consumersOf(name)]));
  relay = createOutboxRelay({ database: worker, clock, subscriptions, fanOut: 'off' });
  const log = createLogger({ level: 'fatal' });
  eventProcessor = createEventProcessor({
    app: services.database,
    worker,
    clock,
    ids: systemIds(clock),
    log,
    eventHandlers,
  });
});
afterAll(async () => {
  await worker.close();
  await testApp[Symbol.asyncDispose]();
});

/** The pending jobs, and how they ended. */
async function jobs(): Promise<readonly (ProcessorJob & { readonly state: string })[]> {
  await relay.relayOnce();
  const rows = await testApp.database.query<Record<'consumer' | 'kind' | 'id' | 'state', string>>(
    `select consumer, aggregate_kind as kind, aggregate_id as id, state from platform.inbox_event`,
  );
  return rows.map(({ consumer, id, kind, state }) => ({
    bankId: '01',
    consumer,
    aggregateKind: kind,
    aggregateId: id,
    state,
  }));
}

describe('a recovery', () => {
  test('is processed once by however many workers, and for an unknown user there is nothing left to do', async () => {
    const user = await testApp.register();
    await words.reset(user.username);
    await words.reset('absent.there');
    const open = await jobs();
    await Promise.all([...open, ...open, ...open].map((job) => eventProcessor.run(job)));
    expect(await words.messages()).toMatchObject([{ medium: 'email', to: user.email }]);
    expect(new Set((await jobs()).map(({ state }) => state))).toEqual(new Set(['done']));
  });
});

test('a user without a usable second factor is suspended; a user who only has to wait is not', async () => {
  const [gone, waiting] = [await testApp.register(), await testApp.register()];
  const blocked = (userId: string, data: Readonly<Record<string, unknown>>): Promise<void> =>
    reactTo(testApp, {
      id: `blocked ${userId}`,
      name: 'second-factor-blocked',
      version: 1,
      occurredAt: '2026-11-15T10:00:00+00:00',
      aggregateKind: 'user',
      aggregateId: userId,
      sequence: 1,
      data: { 'user-id': userId, 'is-last-warning': false, ...data },
    });
  await blocked(gone.userId, {});
  await blocked(waiting.userId, { until: '2026-11-15T11:00:00Z' });
  const stateOf = async (userId: string): Promise<string | undefined> =>
    (await findUser(testApp.context().db, testApp.context(), userId))?.state;
  expect([await stateOf(gone.userId), await stateOf(waiting.userId)]).toEqual(['suspended', 'active']);
});

test('consumers keep their names: rows in the inbox contain them', () => {
  expect(identityEventHandlers(testApp.ports).map(({ consumer }) => consumer)).toEqual([
    'identity-notices',
    'identity-contacts',
    'identity-recovery',
    'identity-parties',
    'identity-mandates',
    'identity-suspension',
  ]);
});
