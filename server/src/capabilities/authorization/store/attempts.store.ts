import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { AttemptState } from '../domain/attempt-state.ts';
import { dailyTriesMax, factorFailuresMax } from '../domain/policy.ts';
import { guardColumns, isOpen, reserving } from './attempt-sql.ts';
import { written } from './tables.ts';

/** Whose attempts are counted, and when. */
export interface GuardKey {
  readonly bankId: string;
  readonly subject: string;
  readonly now: Temporal.Instant;
}

interface GuardRow {
  readonly streak: number;
  readonly daily_cap: number;
  readonly locked_until: Temporal.Instant | null;
  readonly is_suspended: boolean;
  readonly tries_in_day: number;
  readonly blocks_in_day: number;
}

function guardAfter(row: GuardRow): AttemptState {
  return {
    streak: row.streak,
    dailyCap: row.daily_cap,
    triesInDay: row.tries_in_day,
    blocksInDay: row.blocks_in_day,
    lockedUntil: row.locked_until ?? undefined,
    isSuspended: row.is_suspended,
  };
}

/** The guard beside a code; empty where it let nobody pass. */
export type MaybeGuardRow = { readonly [Name in keyof GuardRow]: GuardRow[Name] | null };

export function guardIn(row: MaybeGuardRow): AttemptState | undefined {
  const { blocks_in_day, daily_cap, is_suspended, locked_until, streak, tries_in_day } = row;
  if (streak === null || daily_cap === null || is_suspended === null) return undefined;
  return guardAfter({
    streak,
    daily_cap,
    is_suspended,
    locked_until,
    tries_in_day: tries_in_day ?? 0,
    blocks_in_day: blocks_in_day ?? 0,
  });
}

const reserve = statement<GuardKey>('write')(({ bankId, now, subject }) =>
  written(sql<GuardRow>`
    insert into "authorization".factor_guard as g (bank_id, subject, tries, streak, blocks, is_suspended, daily_cap,
      row_version, created_at, modified_at)
    values (${bankId}, ${subject}, array[${now}::timestamptz], 1, '{}', false, ${sql.lit(dailyTriesMax)}, 1, ${now}, ${now})
    on conflict (bank_id, subject) do update set ${reserving(now)} where ${isOpen(now)}
    returning ${guardColumns(now)}`),
);

/** Enters an attempt as failed, before anything is compared; nothing when the person is blocked. */
export async function reserveAttempt(work: Writer, key: GuardKey): Promise<AttemptState | undefined> {
  const row = await work.execute(reserve(key));
  return row && guardAfter(row);
}

const clear = statement<GuardKey>('write')(({ bankId, now, subject }) =>
  written(sql`
    update "authorization".factor_guard
       set tries = tries[: cardinality(tries) - 1], streak = 0,
           blocks = case when streak = ${sql.lit(factorFailuresMax)} then blocks[: cardinality(blocks) - 1] else blocks end,
           locked_until = null, is_suspended = false, row_version = row_version + 1, modified_at = ${now}
     where bank_id = ${bankId} and subject = ${subject}`),
);

/** Takes back the attempt that was reserved in this very command: it succeeded. */
export function clearAttempt(work: Writer, key: GuardKey): void {
  work.write(clear(key));
}

interface OpenRow {
  readonly is_open: boolean;
  readonly free_at: Temporal.Instant | null;
}

/** When somebody may try again: the block is over, and the oldest attempt that counts is a day old. */
const look = statement<GuardKey>()(({ bankId, now, subject }) =>
  written(sql<OpenRow>`
    select ${isOpen(now)} as is_open,
           case when not g.is_suspended then greatest(
             case when g.streak >= ${sql.lit(factorFailuresMax)} then g.locked_until end,
             case when cardinality(g.tries) >= g.daily_cap
               then g.tries[cardinality(g.tries) - g.daily_cap + 1] + interval '24 hours' end) end as free_at
      from "authorization".factor_guard g
     where g.bank_id = ${bankId} and g.subject = ${subject}`),
);

const suspendedRetrySeconds = 86_400;

/** In how many seconds somebody who is blocked may try again; nothing when nothing is in the way. */
export async function blockedForSeconds(work: Writer, key: GuardKey): Promise<number | undefined> {
  const row = await work.first(look(key));
  if (row === undefined || row.is_open) return undefined;
  if (row.free_at === null) return suspendedRetrySeconds;
  return Math.max(1, Math.ceil(row.free_at.since(key.now).total('seconds')));
}

const hold = statement<GuardKey>('write')(({ bankId, now, subject }) =>
  written(sql<{ subject: string }>`
    insert into "authorization".factor_guard as g (bank_id, subject, tries, streak, blocks, is_suspended, daily_cap,
      row_version, created_at, modified_at)
    values (${bankId}, ${subject}, '{}', 0, '{}', false, ${sql.lit(dailyTriesMax)}, 1, ${now}, ${now})
    on conflict (bank_id, subject) do update set modified_at = ${now}
    returning g.subject`),
);

/** Makes sure that there is a guard, and holds it: whoever sends to the same person waits. */
export async function lockGuard(work: Writer, key: GuardKey): Promise<void> {
  await work.execute(hold(key));
}

const lift = statement<GuardKey>('write')(({ bankId, now, subject }) =>
  written(sql`
    update "authorization".factor_guard
       set tries = '{}', streak = 0, blocks = '{}', locked_until = null, is_suspended = false,
           row_version = row_version + 1, modified_at = ${now}
     where bank_id = ${bankId} and subject = ${subject}`),
);

/** Forgets all failures of somebody who has proved who they are. */
export function liftBlock(work: Writer, key: GuardKey): void {
  work.write(lift(key));
}

const narrow = statement<GuardKey & { readonly cap: number }>('write')(({ bankId, cap, now, subject }) =>
  written(sql`
    insert into "authorization".factor_guard as g (bank_id, subject, tries, streak, blocks, is_suspended, daily_cap,
      row_version, created_at, modified_at)
    values (${bankId}, ${subject}, '{}', 0, '{}', false, ${cap}, 1, ${now}, ${now})
    on conflict (bank_id, subject) do update set daily_cap = least(g.daily_cap, ${cap}::int), modified_at = ${now}`),
);

/** A factor that is easier to guess allows fewer attempts, whichever factor they are made at. */
export function capAttempts(work: Writer, key: GuardKey & { readonly cap: number }): void {
  work.write(narrow(key));
}

const forgottenMax = 20_000;

const forget = statement<{ readonly bankId: string; readonly before: Temporal.Instant }>('write')(
  ({ bankId, before }) =>
    written(sql`
    delete from "authorization".factor_guard where bank_id = ${bankId} and ctid = any(array(
      select ctid from "authorization".factor_guard
       where bank_id = ${bankId} and modified_at < ${before} and not is_suspended
         and daily_cap = ${sql.lit(dailyTriesMax)}
       order by modified_at limit ${sql.lit(forgottenMax)}))`),
);

/** Guards that nobody came to for long say nothing any more. */
export function purgeGuards(
  work: Writer,
  scope: { readonly bankId: string; readonly now: Temporal.Instant },
): void {
  work.write(forget({ bankId: scope.bankId, before: scope.now.subtract({ hours: 48 }) }));
}
