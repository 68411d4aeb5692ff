import type { Temporal } from 'temporal-polyfill';
import type { Database } from '#platform/db/database.ts';
import { plainStatement } from '#platform/db/statement.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { wakingCtes } from './waking.ts';

/** An event whose handler failed too often; it waits for the operator. */
export interface DeadLetter {
  readonly bankId: string;
  readonly consumer: string;
  readonly eventId: string;
  readonly eventName: string;
  readonly attempts: number;
  readonly lastError: string;
  readonly since: Temporal.Instant;
}

const listMax = 200;

interface Row {
  readonly bank_id: string;
  readonly consumer: string;
  readonly event_id: string;
  readonly event_name: string;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly created_at: Temporal.Instant;
}

const columns = `bank_id, consumer, event_id, event::json ->> 'name' as event_name, attempts, last_error, created_at`;

const list = plainStatement<Row>(`
  select ${columns} from platform.inbox_event where state = 'dead' order by created_at limit ${listMax}`);

const find = plainStatement<Row>(`
  select ${columns} from platform.inbox_event where consumer = $1 and event_id = $2 and state = 'dead'`);

/** Changes a dead letter and wakes its aggregate, in the queue of its other jobs. */
function wakingAfter(change: string): string {
  return `with changed as (${change} returning *), ${wakingCtes('changed')} select job from woken`;
}

const replay = plainStatement(
  wakingAfter(`update platform.inbox_event set state = 'pending', attempts = 0
                where consumer = $1 and event_id = $2 and state = 'dead'`),
  'write',
);

const discard = plainStatement(
  wakingAfter(`update platform.inbox_event set state = 'discarded', settled_at = $3
                where consumer = $1 and event_id = $2 and state = 'dead'`),
  'write',
);

/** Lists the oldest dead letters. */
export async function listDeadLetters(worker: Database): Promise<readonly DeadLetter[]> {
  return (await worker.query(list([]))).map(letterOf);
}

/** Returns one dead letter, however many there are. */
export async function findDeadLetter(
  worker: Database,
  { consumer, eventId }: { readonly consumer: string; readonly eventId: string },
): Promise<DeadLetter | undefined> {
  return (await worker.query(find([consumer, eventId]))).map(letterOf)[0];
}

function letterOf(row: Row): DeadLetter {
  return {
    bankId: row.bank_id,
    consumer: row.consumer,
    eventId: row.event_id,
    eventName: row.event_name,
    attempts: row.attempts,
    lastError: row.last_error ?? '',
    since: row.created_at,
  };
}

/** Retries a dead letter, and then the events that wait behind it. Returns false if there was nothing to replay. */
export async function replayDeadLetter(
  worker: Database,
  consumer: string,
  eventId: string,
): Promise<boolean> {
  const rows = await worker.execute(replay([consumer, eventId]));
  return rows.length > 0;
}

/** Discards a dead letter and continues with the events that wait behind it. */
export async function discardDeadLetter(
  worker: Database,
  clock: Clock,
  letter: { readonly consumer: string; readonly eventId: string },
): Promise<boolean> {
  const rows = await worker.execute(discard([letter.consumer, letter.eventId, clock.now()]));
  return rows.length > 0;
}
