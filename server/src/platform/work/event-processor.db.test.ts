import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainStatement } from '#platform/db/statement.ts';
import { systemIds } from '#platform/kernel/ids.ts';
import { createWorkHarness, stepTaken, type WorkHarness } from '#platform/testing/work-harness.ts';
import { runCommand } from './command.ts';
import { discardDeadLetter, listDeadLetters, replayDeadLetter } from './dead-letters.ts';
import type { EventHandler } from './event-handler.ts';
import { createEventProcessor, type EventProcessor } from './event-processor.ts';
import { createOutboxRelay, type OutboxRelay } from './outbox-relay.ts';

const consumer = 'walker';
const attemptsMax = 3;

let harness: WorkHarness;
let relay: OutboxRelay;

beforeAll(async () => {
  harness = await createWorkHarness();
  await harness.database.query(`
    create schema test;
    create table test.effect (position bigint generated always as identity, aggregate_id text, step int);
    grant usage on schema test to portico_app;
    grant insert on test.effect to portico_app;`);
  relay = createOutboxRelay({
    database: harness.worker,
    clock: harness.clock,
    subscriptions: new Map([[stepTaken.name, [consumer]]]),
    fanOut: 'off',
  });
});
afterAll(() => harness[Symbol.asyncDispose]());

const insertEffect = plainStatement('insert into test.effect (aggregate_id, step) values ($1, $2)', 'write');

/** Saves one effect per event; fails while `isPoison` says so. */
function walking(isPoison: (step: unknown) => boolean = () => false): EventHandler {
  return {
    consumer,
    events: [stepTaken.name],
    async handle(context, { aggregateId, data }) {
      await runCommand(context, async (work) => {
        work.write(insertEffect([aggregateId, data['step']]));
        work.audit({ aggregateKind: 'walk', aggregateId, changes: [] });
        if (isPoison(data['step'])) throw new TypeError('poison');
      });
    },
  };
}

function processorWith(eventHandler: EventHandler): EventProcessor {
  const { clock, database, log, worker } = harness;
  return createEventProcessor({
    app: database.app,
    worker,
    clock,
    ids: systemIds(clock),
    log,
    eventHandlers: [eventHandler],
    attemptsMax,
  });
}

function jobFor(aggregateId: string): Parameters<EventProcessor['run']>[0] {
  return { bankId: '01', consumer, aggregateKind: 'walk', aggregateId };
}

async function stepsOf(aggregateId: string): Promise<readonly number[]> {
  const rows = await harness.database.query<{ step: number }>(
    'select step from test.effect where aggregate_id = $1 order by position',
    [aggregateId],
  );
  return rows.map(({ step }) => step);
}

async function statesOf(aggregateId: string): Promise<readonly string[]> {
  const rows = await harness.database.query<{ state: string }>(
    'select state from platform.inbox_event where aggregate_id = $1 order by sequence',
    [aggregateId],
  );
  return rows.map(({ state }) => state);
}

async function emitSteps(aggregateId: string, steps: readonly number[]): Promise<void> {
  for (const step of steps) await harness.runStep(aggregateId, step);
  await relay.relayOnce();
}

describe('an event handler', () => {
  test('has its effect once for each event, in order', async () => {
    await emitSteps('plain', [1, 2, 3]);
    const eventProcessor = processorWith(walking());
    await eventProcessor.run(jobFor('plain'));
    await eventProcessor.run(jobFor('plain'));
    expect(await stepsOf('plain')).toEqual([1, 2, 3]);
    expect(await statesOf('plain')).toEqual(['done', 'done', 'done']);
  });

  test('has its effect once although several workers process the same aggregate', async () => {
    const steps = Array.from({ length: 30 }, (_, index) => index);
    await emitSteps('crowded', steps);
    const eventProcessor = processorWith(walking());
    await Promise.all(Array.from({ length: 4 }, () => eventProcessor.run(jobFor('crowded'))));
    expect(await stepsOf('crowded')).toEqual(steps);
  });

  test('without anything to save is completed all the same', async () => {
    await emitSteps('idle', [1, 2]);
    const seen: unknown[] = [];
    const eventHandler: EventHandler = {
      ...walking(),
      handle: async (_, { data, sequence }) => void seen.push([sequence, data['step']]),
    };
    await processorWith(eventHandler).run(jobFor('idle'));
    expect(seen).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(await statesOf('idle')).toEqual(['done', 'done']);
  });

  test('that does not exist is an internal error', async () => {
    await expect(processorWith(walking()).run({ ...jobFor('plain'), consumer: 'unknown' })).rejects.toThrow(
      'no such consumer',
    );
  });
});

describe('an event whose handler fails', () => {
  /** Runs until nothing is retried; returns the number of failures. */
  async function runOut(eventProcessor: EventProcessor, aggregateId: string): Promise<number> {
    for (let failures = 0; ; failures += 1) {
      const error = await eventProcessor.run(jobFor(aggregateId)).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (error === undefined) return failures;
      if (!(error instanceof TypeError)) throw new Error('another failure', { cause: error });
    }
  }

  test('is a dead letter after its last attempt; later ones wait, other aggregates continue', async () => {
    await emitSteps('poisoned', [1, 2, 3]);
    await emitSteps('healthy', [1, 3]);
    const eventProcessor = processorWith(walking((step) => step === 2));
    expect(await runOut(eventProcessor, 'poisoned')).toBe(attemptsMax - 1);
    await eventProcessor.run(jobFor('healthy'));
    expect(await stepsOf('healthy')).toEqual([1, 3]);
    expect(await stepsOf('poisoned')).toEqual([1]);
    expect(await statesOf('poisoned')).toEqual(['done', 'dead', 'pending']);
    await emitSteps('poisoned', [4]);
    await eventProcessor.run(jobFor('poisoned'));
    expect(await stepsOf('poisoned')).toEqual([1]);
  });

  test('is listed by name and without its data', async () => {
    const [letter] = await listDeadLetters(harness.worker);
    expect(letter).toMatchObject({
      bankId: '01',
      consumer,
      eventName: stepTaken.name,
      attempts: attemptsMax,
      lastError: 'TypeError',
    });
  });

  test('succeeds when it is replayed, and so do those behind it', async () => {
    const [letter] = await listDeadLetters(harness.worker);
    expect(await replayDeadLetter(harness.worker, consumer, letter?.eventId ?? '')).toBe(true);
    expect(await statesOf('poisoned')).toEqual(['done', 'pending', 'pending', 'pending']);
    const jobs = await harness.database.query<{ queue_name: string | null }>(
      `select queue_name from graphile_worker.jobs where key = '01:walker:walk:poisoned'`,
    );
    expect(jobs).toHaveLength(1);
    // Outside the queue it would run beside the aggregate's next job.
    expect(jobs[0]?.queue_name).toMatch(/^inbox-\d+$/);
    await processorWith(walking()).run(jobFor('poisoned'));
    expect(await stepsOf('poisoned')).toEqual([1, 2, 3, 4]);
    expect(await listDeadLetters(harness.worker)).toEqual([]);
  });

  test('may be discarded; then later ones continue without it', async () => {
    await emitSteps('given-up', [1, 2, 3]);
    const eventProcessor = processorWith(walking((step) => step === 1));
    await runOut(eventProcessor, 'given-up');
    const [letter] = await listDeadLetters(harness.worker);
    const eventId = letter?.eventId ?? '';
    expect(await discardDeadLetter(harness.worker, harness.clock, { consumer, eventId })).toBe(true);
    expect(await discardDeadLetter(harness.worker, harness.clock, { consumer, eventId })).toBe(false);
    await eventProcessor.run(jobFor('given-up'));
    expect(await stepsOf('given-up')).toEqual([2, 3]);
    expect(await statesOf('given-up')).toEqual(['discarded', 'done', 'done']);
  });

  test('that recovers in time is not a dead letter', async () => {
    await emitSteps('shaky', [1, 2]);
    let failures = 0;
    const eventProcessor = processorWith(
      walking((step) => {
        if (step !== 1 || failures >= attemptsMax - 1) return false;
        failures += 1;
        return true;
      }),
    );
    expect(await runOut(eventProcessor, 'shaky')).toBe(attemptsMax - 1);
    expect(await stepsOf('shaky')).toEqual([1, 2]);
  });
});
