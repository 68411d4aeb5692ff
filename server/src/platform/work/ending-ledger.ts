import type { Temporal } from 'temporal-polyfill';
import { parseTimestamp } from '#platform/kernel/timestamp.ts';
import type { DeliveredEvent, EventHandler } from './event-handler.ts';

/** An ending that must be repeated if an older backup is restored. */
export interface Ending {
  /** The name of its event. */
  readonly event: string;
  readonly bankId: string;
  /** The aggregate of the event: a user, a client, an employee, a token. */
  readonly subject: string;
  /** ISO 8601 */
  readonly at: string;
  /** From the event: why, which part of the subject, or how far it got. */
  readonly reason?: string;
  /** ISO 8601, from the event: when what it says is over by itself. */
  readonly until?: string;
}

/**
 * Port: the endings, stored outside the database and its backups. The worker appends them; after a backup was restored
 * the list is compared with the database. An entry may be there twice.
 */
export interface EndingLedger {
  append(ending: Ending): Promise<void>;
  list(): Promise<readonly Ending[]>;
}

/**
 * Appends each of these events to the ledger. It has no effect in the database, so an event whose worker is killed in
 * between is appended once more.
 */
export function endingHandler(ledger: EndingLedger, events: readonly string[]): EventHandler {
  return {
    consumer: 'ending-ledger',
    events,
    handle: (context, event) => ledger.append(endingOf(context.bankId, event)),
  };
}

/**
 * Events that are compared with a row contain the time the row was written: the event itself is dated slightly later,
 * when it is saved.
 */
function endingOf(bankId: string, { aggregateId, data, name, occurredAt }: DeliveredEvent): Ending {
  const { at, reason, until } = data;
  return {
    event: name,
    bankId,
    subject: aggregateId,
    at: typeof at === 'string' ? at : occurredAt,
    ...(typeof reason === 'string' && reason !== '' ? { reason } : {}),
    ...(typeof until === 'string' ? { until } : {}),
  };
}

/** Returns the newest ending of each subject, of these events. */
export function newestEndings(
  endings: readonly Ending[],
  { bankId, events }: { readonly bankId: string; readonly events: readonly string[] },
): readonly Ending[] {
  const newest = new Map<string, Ending>();
  for (const ending of endings) {
    if (ending.bankId !== bankId || !events.includes(ending.event)) continue;
    const before = newest.get(ending.subject);
    // An older one that was appended twice or late is still older.
    if (before === undefined || msOf(before.at) <= msOf(ending.at)) newest.set(ending.subject, ending);
  }
  return [...newest.values()];
}

/** Whether something ended after a row was written, so that the row cannot show it. */
export function isNewerThan({ at }: Ending, writtenAt: Temporal.Instant): boolean {
  return msOf(at) > writtenAt.epochMilliseconds;
}

function msOf(text: string): number {
  return parseTimestamp(text)?.epochMilliseconds ?? 0;
}

/** One thing that a restored backup has brought back, and how it is ended again. */
export interface RestoreStep {
  /** A constant phrase. */
  readonly what: string;
  readonly subject: string;
  apply(): Promise<unknown>;
}
