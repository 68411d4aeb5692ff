import type { Database } from '#platform/db/database.ts';
import { failureOf } from '#platform/db/failure.ts';
import { plainStatement } from '#platform/db/statement.ts';
import type { Context } from './context.ts';
import { errorNameOf } from './error-name.ts';
import type { DeliveredEvent, EventHandler } from './event-handler.ts';
import { type SystemDeps, systemContext } from './system-context.ts';

export interface ReactorOptions extends SystemDeps {
  /** Connected as the worker. */
  readonly worker: Database;
  readonly eventHandlers: readonly EventHandler[];
  /** After this many failures an event is parked; what follows it for the same aggregate waits. */
  readonly attemptsMax?: number;
}

/** What a job is about: everything one consumer still has to do for one aggregate. */
export interface ReactorJob {
  readonly bankId: string;
  readonly consumer: string;
  readonly aggregateKind: string;
  readonly aggregateId: string;
}

export interface EventProcessor {
  /** Works off the aggregate's events in order. Throws when one failed and is to be tried again. */
  run(job: ReactorJob): Promise<void>;
}

const attemptsMaxDefault = 8;

interface Open {
  readonly event_id: string;
  readonly event: string;
  readonly state: 'pending' | 'dead';
}

const findHead = plainStatement<Open>(`
  select event_id, event, state from platform.reaction
   where bank_id = $1 and consumer = $2 and aggregate_kind = $3 and aggregate_id = $4 and state in ('pending', 'dead')
   order by sequence limit 1`);

const settle = plainStatement(
  `
  update platform.reaction set state = 'done', settled_at = $4
   where bank_id = $1 and consumer = $2 and event_id = $3 and state = 'pending'`,
  'write',
);

const countFailure = plainStatement<{ state: string }>(
  `
  update platform.reaction
     set attempts = attempts + 1, last_error = $4,
         state = case when attempts + 1 >= $5 then 'dead' else state end
   where bank_id = $1 and consumer = $2 and event_id = $3 and state = 'pending' returning state`,
  'write',
);

/** Runs reactions. The order of one aggregate's events is kept even when one of them fails. */
export function createEventProcessor(options: ReactorOptions): EventProcessor {
  const byConsumer = new Map(
    options.eventHandlers.map((eventHandler) => [eventHandler.consumer, eventHandler]),
  );
  return {
    async run(job) {
      const eventHandler = byConsumer.get(job.consumer);
      if (eventHandler === undefined) throw new Error('no such consumer');
      let head = await findOpen(options, job, undefined);
      while (head?.state === 'pending') {
        const ending = await reactTo(options, eventHandler, job, head);
        if (ending === 'parked') return;
        head = await findOpen(options, job, ending === 'done' ? head.event_id : undefined);
      }
    },
  };
}

/**
 * The aggregate's first event that is still open. On the way the one before is settled, in case its reaction had
 * nothing to save; one that saved has settled itself.
 */
async function findOpen(
  { clock, worker }: ReactorOptions,
  { bankId, consumer, aggregateKind, aggregateId }: ReactorJob,
  done: string | undefined,
): Promise<Open | undefined> {
  const outcomes = await worker.flush([
    ...(done === undefined ? [] : [settle([bankId, consumer, done, clock.now()])]),
    findHead([bankId, consumer, aggregateKind, aggregateId]),
  ]);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- rows of the last statement above
  const [head] = (outcomes.at(-1)?.rows ?? []) as readonly Open[];
  return head;
}

/** How it went with one event: after the last, no other event of the aggregate may come. */
type Ending = 'done' | 'settled-by-another' | 'parked';

async function reactTo(
  options: ReactorOptions,
  eventHandler: EventHandler,
  job: ReactorJob,
  head: Open,
): Promise<Ending> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- written by the relay and by nobody else
  const event = JSON.parse(head.event) as DeliveredEvent;
  try {
    await eventHandler.react(contextFor(options, job, event), event);
    return 'done';
    // The job runner is one of the places where a failure can be dealt with: by counting it.
  } catch (error) {
    // Another worker settled it first: our effect was rolled back, theirs stands.
    if (failureOf(error).kind === 'row-count') return 'settled-by-another';
    return noteFailure(options, job, event, error);
  }
}

async function noteFailure(
  options: ReactorOptions,
  job: ReactorJob,
  event: DeliveredEvent,
  error: unknown,
): Promise<Ending> {
  const { attemptsMax = attemptsMaxDefault, worker } = options;
  const [row] = await worker.execute(
    countFailure([job.bankId, job.consumer, event.id, errorNameOf(error), attemptsMax]),
  );
  if (row === undefined) return 'settled-by-another';
  const isParked = row.state === 'dead';
  options.log.error(
    { jobKind: job.consumer, eventId: event.id, eventName: event.name, bankId: job.bankId, error },
    isParked ? 'reaction parked after its last attempt' : 'reaction failed and will be tried again',
  );
  if (isParked) return 'parked';
  throw error;
}

function contextFor(
  options: ReactorOptions,
  { bankId, consumer }: ReactorJob,
  event: DeliveredEvent,
): Context {
  return {
    ...systemContext(options, { job: consumer, bankId, requestId: event.id }),
    inbox: { consumer, eventId: event.id },
  };
}
