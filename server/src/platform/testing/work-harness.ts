import Type from 'typebox';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { systemIds } from '#platform/kernel/ids.ts';
import { createLogger, type Log } from '#platform/log/logger.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { defineEvent, eventOf } from '#platform/work/event.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';

/** The event of the tests of relay, fan-out and event handlers. */
export const stepTaken = defineEvent({
  name: 'step-taken',
  version: 1,
  source: '/test',
  aggregateKind: 'walk',
  data: Type.Object({ step: Type.Integer() }),
  summary: 'A step was taken.',
});

/** A database with all background work, each part started by the test. */
export interface WorkHarness {
  readonly database: TestDatabase;
  readonly worker: Database;
  readonly clock: FakeClock;
  readonly log: Log;
  context(bankId?: string): Context;
  /** Runs a real command that emits one event. */
  runStep(aggregateId: string, step: number, bankId?: string): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function createWorkHarness(): Promise<WorkHarness> {
  const database = await createTestDatabase();
  const worker = openDatabase({ url: database.workerUrl, poolSize: 4 });
  const clock = fakeClock('2026-11-15T10:00:00Z');
  const log = createLogger({ level: 'fatal' });
  const context = (bankId = '01'): Context => ({
    database: database.app,
    db: database.app.forBank(bankId),
    bankId,
    clock,
    ids: systemIds(clock),
    caller: { kind: 'system', job: 'test', bankId },
    log,
    origin: { operationId: 'Test_TakeStep', requestId: 'test', sourceAddress: undefined },
    idempotency: undefined,
  });
  return {
    database,
    worker,
    clock,
    log,
    context,
    runStep: (aggregateId, step, bankId) =>
      runCommand(context(bankId), async (work) => {
        work.emit(eventOf(stepTaken, aggregateId, { step }));
        work.audit({ aggregateKind: 'walk', aggregateId, changes: [] });
      }),
    async [Symbol.asyncDispose]() {
      await worker.close();
      await database[Symbol.asyncDispose]();
    },
  };
}
