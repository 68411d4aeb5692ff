import Type from 'typebox';
import { plainStatement } from '../../server/src/platform/db/statement.ts';
import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import { runCommand } from '../../server/src/platform/work/command.ts';
import type { Context } from '../../server/src/platform/work/context.ts';
import { defineEvent, eventOf } from '../../server/src/platform/work/event.ts';
import type { EventHandler } from '../../server/src/platform/work/event-handler.ts';

const aggregateKind = 'torture';
const consumer = 'torture-effects';

/** The event of this run: the nth step of an aggregate. */
const stepTaken = defineEvent({
  name: 'torture-step-taken',
  version: 1,
  source: '/torture',
  aggregateKind,
  data: Type.Object({ nth: Type.Integer() }),
  summary: 'A step of a torture run.',
});

/** The tables have no constraint against duplicate effects, because the run counts them. */
const tables = `
  create schema torture;
  create table torture.effect (
    position bigint generated always as identity,
    bank_id text not null,
    aggregate_id text not null,
    event_id uuid not null,
    event_name text not null,
    sequence bigint not null,
    nth int);
  grant usage on schema torture to portico_app;
  grant insert on torture.effect to portico_app;`;

export async function createEffectTable(database: TestDatabase): Promise<void> {
  await database.query(tables);
}

const insertEffect = plainStatement(
  `insert into torture.effect (bank_id, aggregate_id, event_id, event_name, sequence, nth)
   values ($1, $2, $3, $4, $5, $6)`,
  'write',
);

/** Writes one row per event, in the transaction that completes the event. */
export function effectHandler(events: readonly string[], workMs: number): EventHandler {
  return {
    consumer,
    events,
    async handle(context, event) {
      if (workMs > 0) await new Promise((resolve) => setTimeout(resolve, workMs));
      await runCommand(context, async (work) => {
        const { aggregateId, data, id, name, sequence } = event;
        work.write(insertEffect([context.bankId, aggregateId, id, name, sequence, data['nth'] ?? null]));
        work.audit({ aggregateKind, aggregateId, changes: [{ field: 'sequence', after: sequence }] });
      });
    },
  };
}

/** Events of the additional event handler of the worker process. */
export const effectEvents: readonly string[] = [stepTaken.name, 'maintenance-planned'];

/** Runs a command that emits one step. */
export async function takeStep(context: Context, aggregateId: string, nth: number): Promise<void> {
  await runCommand(context, async (work) => {
    work.emit(eventOf(stepTaken, aggregateId, { nth }));
    work.audit({ aggregateKind, aggregateId, changes: [{ field: 'nth', after: nth }] });
  });
}

/** Comparison of the effects with the emitted events. */
export interface EffectVerdict {
  readonly events: number;
  readonly effects: number;
  readonly missing: number;
  readonly twice: number;
  /** Effects that came before an earlier one of their aggregate. */
  readonly outOfOrder: number;
  /** Aggregates whose numbers are not consecutive from 1. */
  readonly gaps: number;
  readonly deadLetters: number;
}

export async function verifyEffects(database: TestDatabase): Promise<EffectVerdict> {
  const [row] = await database.query<Record<keyof EffectVerdict, number>>(`
    with event as (select bank_id, event_id, aggregate_kind, aggregate_id, sequence from platform.outbox_event),
         counted as (select event_id, count(*) as many from torture.effect group by 1),
         ordered as (
           select sequence, lag(sequence) over (partition by bank_id, event_name, aggregate_id order by position) as before
             from torture.effect),
         numbered as (
           select count(*) as many, max(sequence) as last, count(distinct sequence) as different, min(sequence) as first
             from event group by bank_id, aggregate_kind, aggregate_id)
    select (select count(*)::int from event) as events,
           (select count(*)::int from torture.effect) as effects,
           (select count(*)::int from event where event_id not in (select event_id from counted)) as missing,
           (select count(*)::int from counted where many > 1) as twice,
           (select count(*)::int from ordered where sequence <= before) as "outOfOrder",
           (select count(*)::int from numbered
             where last is distinct from many or different <> many or first <> 1) as gaps,
           (select count(*)::int from platform.inbox_event where state = 'dead') as "deadLetters"`);
  if (row === undefined) throw new Error('no verdict');
  return row;
}

/** Polling interval; polling must not slow the work. */
const lookPauseMs = 200;

/** Tells whether every event was numbered, processed and published. */
export async function isWorkDone(database: TestDatabase): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, lookPauseMs));
  const [row] = await database.query<{ open: number }>(`
    select (select count(*) from platform.outbox_event where relayed_at is null or published_at is null)::int
         + (select count(*) from platform.inbox_event where state <> 'done')::int as open`);
  return row?.open === 0;
}

/** Returns the ids of all emitted events. */
export async function publishedIds(database: TestDatabase): Promise<readonly string[]> {
  const rows = await database.query<{ event_id: string }>('select event_id from platform.outbox_event');
  return rows.map(({ event_id }) => event_id);
}
