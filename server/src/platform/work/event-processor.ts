import type { Database } from '#platform/db/database.ts';
import { failureOf } from '#platform/db/failure.ts';
import { plainStatement } from '#platform/db/statement.ts';
import type { Context } from './context.ts';
import { errorNameOf } from './error-name.ts';
import type { DeliveredEvent, EventHandler } from './event-handler.ts';
import { isPending } from './inbox-state.ts';
import { type SystemDeps, systemContext } from './system-context.ts';

export interface EventProcessorOptions extends SystemDeps {
  /** Connected as the worker. */
  readonly worker: Database;
  readonly eventHandlers: readonly EventHandler[];
  /** After this many failures an event is a dead letter; later events of the same aggregate wait. */
  readonly attemptsMax?: number;
}

/** What a job processes: all pending events of one consumer for one aggregate. */
export interface ProcessorJob {
  readonly bankId: string;
  readonly consumer: string;
  readonly aggregateKind: string;
  readonly aggregateId: string;
}

export interface EventProcessor {
  /** Processes the aggregate's events in order. Throws if one failed and must be retried. */
  run(job: ProcessorJob): Promise<void>;
}

const attemptsMaxDefault = 8;

interface Open {
  readonly event_id: string;
  readonly event: string;
  readonly state: 'pending' | 'dead';
}

const findHead = plainStatement<Open>(`
  select event_id, event, state from platform.inbox_event
   where bank_id = $1 and consumer = $2 and aggregate_kind = $3 and aggregate_id = $4 and state in ('pending', 'dead')
   order by sequence limit 1`);

const markDone = plainStatement(
  `
  update platform.inbox_event set state = 'done', settled_at = $4
   where bank_id = $1 and consumer = $2 and event_id = $3 and ${isPending}`,
  'write',
);

const countFailure = plainStatement<{ state: string }>(
  `
  update platform.inbox_event
     set attempts = attempts + 1, last_error = $4,
         state = case when attempts + 1 >= $5 then 'dead' else state end
   where bank_id = $1 and consumer = $2 and event_id = $3 and ${isPending} returning state`,
  'write',
);

/** Runs event handlers. The order of one aggregate's events is preserved even if one of them fails. */
export function createEventProcessor(options: EventProcessorOptions): EventProcessor {
  const byConsumer = new Map(
    options.eventHandlers.map((eventHandler) => [eventHandler.consumer, eventHandler]),
  );
  return {
    async run(job) {
      const eventHandler = byConsumer.get(job.consumer);
      if (eventHandler === undefined) throw new Error('no such consumer');
      let head = await findOpen(options, job, undefined);
      while (head?.state === 'pending') {
        const ending = await handleEvent(options, eventHandler, job, head);
        if (ending === 'parked') return;
        head = await findOpen(options, job, ending === 'done' ? head.event_id : undefined);
      }
    },
  };
}

/**
 * Finds the aggregate's first pending event. Also completes the one before, in case its handler had nothing to save;
 * one that saved has completed itself.
 */
async function findOpen(
  { clock, worker }: EventProcessorOptions,
  { bankId, consumer, aggregateKind, aggregateId }: ProcessorJob,
  done: string | undefined,
): Promise<Open | undefined> {
  const outcomes = await worker.flush([
    ...(done === undefined ? [] : [markDone([bankId, consumer, done, clock.now()])]),
    findHead([bankId, consumer, aggregateKind, aggregateId]),
  ]);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- rows of the last statement above
  const [head] = (outcomes.at(-1)?.rows ?? []) as readonly Open[];
  return head;
}

/** The outcome of one event: after the last, no other event of the aggregate may be processed. */
type Ending = 'done' | 'settled-by-another' | 'parked';

async function handleEvent(
  options: EventProcessorOptions,
  eventHandler: EventHandler,
  job: ProcessorJob,
  head: Open,
): Promise<Ending> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- only the relay writes it
  const event = JSON.parse(head.event) as DeliveredEvent;
  try {
    await eventHandler.handle(contextFor(options, job, event), event);
    return 'done';
    // The job runner is one of the places that handle a failure: it counts it.
  } catch (error) {
    // Another worker completed it first: our effect was rolled back, theirs stands.
    if (failureOf(error).kind === 'row-count') return 'settled-by-another';
    return recordFailure(options, job, event, error);
  }
}

async function recordFailure(
  options: EventProcessorOptions,
  job: ProcessorJob,
  event: DeliveredEvent,
  error: unknown,
): Promise<Ending> {
  const { attemptsMax = attemptsMaxDefault, worker } = options;
  const [row] = await worker.execute(
    countFailure([job.bankId, job.consumer, event.id, errorNameOf(error), attemptsMax]),
  );
  if (row === undefined) return 'settled-by-another';
  const isDead = row.state === 'dead';
  options.log.error(
    { jobKind: job.consumer, eventId: event.id, eventName: event.name, bankId: job.bankId, error },
    isDead ? 'event handler failed, event is a dead letter' : 'event handler failed, will retry',
  );
  if (isDead) return 'parked';
  throw error;
}

function contextFor(
  options: EventProcessorOptions,
  { bankId, consumer }: ProcessorJob,
  event: DeliveredEvent,
): Context {
  return {
    ...systemContext(options, { job: consumer, bankId, requestId: event.id }),
    inbox: { consumer, eventId: event.id },
  };
}
