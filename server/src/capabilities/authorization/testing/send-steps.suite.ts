import { createHash } from 'node:crypto';
import { systemIds } from '#platform/kernel/ids.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { LogFields } from '#platform/log/log-fields.ts';
import type { Log } from '#platform/log/logger.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { type FakeClock, fakeClock } from '#platform/testing/fake-clock.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { systemContext } from '#platform/work/system-context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { canonicalRecipient } from '../domain/sends/canonical-recipient.ts';
import { destinationOf } from '../domain/sends/destination.ts';
import { recordSendUse, reserveSend } from '../steps/sends.ts';

/** Options of a send in a test. */
export interface SendRequest {
  readonly clientId?: string;
  readonly isRegistered?: boolean;
}

export interface SendTestApp {
  readonly database: TestDatabase;
  readonly clock: FakeClock;
  /** Fields of the logged warnings. */
  readonly warnings: readonly LogFields[];
  context(bankId?: string): Context;
  /** Requests a message to a number or address; returns `sent`, or in how many seconds it may be sent. */
  send(contact: string, request?: SendRequest): Promise<'sent' | number>;
  /** Uses the code of a message that was sent now or this many minutes ago. */
  use(number: string, request?: SendRequest & { readonly minutesAgo?: number }): Promise<void>;
  /** Runs a change as its own command. */
  run(change: (work: Work) => void | Promise<void>): Promise<void>;
  /** Deletes all rows and resets the clock. */
  reset(): Promise<void>;
  /** Returns every counter as `scope key: used/sent`, in order. */
  counts(): Promise<readonly string[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

const audited = { aggregateKind: 'verification', aggregateId: 'test', changes: [] } as const;

/** Returns a substitute for the keyed hash. */
export function indexOf(contact: string): Buffer {
  const channel = contact.includes('@') ? 'email' : 'sms';
  return createHash('sha256')
    .update(canonicalRecipient(channel, contact) ?? contact)
    .digest();
}

/** Sends and their counters on a database of their own. */
export async function createSendTestApp(start = '2027-03-03T10:00:00Z'): Promise<SendTestApp> {
  const database = await createTestDatabase({ poolSize: 10 });
  const clock = fakeClock(start);
  const warnings: LogFields[] = [];
  const context = (bankId = '01'): Context =>
    systemContext(
      { app: database.app, clock, ids: systemIds(clock), log: remembering(warnings) },
      { job: 'test', bankId, requestId: 'test' },
    );
  const run = (change: (work: Work) => void | Promise<void>): Promise<void> =>
    runCommand(context(), async (work) => {
      await change(work);
      work.audit(audited);
    });
  return {
    database,
    clock,
    warnings,
    context,
    run,
    send: (contact, { clientId = 'web', isRegistered = false } = {}) => {
      const channel = contact.includes('@') ? 'email' : 'sms';
      const destination = channel === 'sms' ? destinationOf(contact) : undefined;
      const recipientIndexes = [indexOf(contact)];
      const now = clock.now();
      const asked = { channel, clientId, isRegistered, destination, recipientIndexes, now } as const;
      return run((work) => reserveSend(context(), work, asked)).then(() => 'sent', secondsOf);
    },
    use: (number, { clientId = 'web', isRegistered = false, minutesAgo = 0 } = {}) => {
      const destination = destinationOf(number);
      if (destination === 'refused') throw new Error('the destination is refused');
      const sentAt = clock.now().subtract({ minutes: minutesAgo });
      return run((work) =>
        recordSendUse(context(), work, {
          clientId,
          isRegistered,
          destination,
          sentAt,
          recipientIndexes: [indexOf(number)],
        }),
      );
    },
    reset: async () => {
      await database.empty(
        '"authorization".send_tally',
        '"authorization".recipient_sends',
        '"authorization".used_send',
      );
      clock.set(start);
      warnings.length = 0;
    },
    counts: async () => {
      // Counters over which the sends of a client are spread are added up.
      const rows = await database.query<{ line: string }>(
        `select scope || ' ' || counter || ': ' || sum(used) || '/' || sum(sent) as line
           from (select *, regexp_replace(tally_key, ' #[0-9]+$', '') as counter from "authorization".send_tally) as t
          group by scope, counter order by scope, counter`,
      );
      return rows.map(({ line }) => line);
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

function secondsOf(error: unknown): number {
  if (!(error instanceof Problem) || error.literal !== 'too-many-requests') throw error;
  const { retryAfterSeconds } = error.more;
  if (retryAfterSeconds === undefined) throw new Error('the problem has no retry time');
  return retryAfterSeconds;
}

function remembering(warnings: LogFields[]): Log {
  const nothing = (): undefined => undefined;
  const log: Log = {
    fatal: nothing,
    error: nothing,
    warn: (fields) => void warnings.push(fields),
    info: nothing,
    debug: nothing,
    child: () => log,
  };
  return log;
}
