import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { parseSteps, type Step } from './migration-steps.ts';

/**
 * How long a migration waits for one lock. While it waits for a lock on a table, every command on that table waits behind
 * it, so it gives up and tries again later. Shorter than `deadlock_timeout`: in a deadlock the migration ends, no command.
 */
const lockTimeoutMs = 100;
const statementTimeoutMs = 600_000;

/** Pauses between attempts grow from the first to the last; after this many attempts, about ten minutes, it fails. */
const firstPauseMs = 100;
const lastPauseMs = 2_000;
const maxAttempts = 300;

/** A step that repeats itself more often changes the same rows again and again. */
const maxBatches = 1_000_000;

const retriedCodes = new Set(['55P03', '40P01']);
const changes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** Applies one migration: in one transaction, or step by step if it says so. The last transaction records it. */
export async function applyMigration(
  client: pg.Client,
  sql: string,
  record: () => Promise<void>,
): Promise<void> {
  const steps = parseSteps(sql);
  for (const step of steps ?? []) await applyStep(client, step);
  await retryWhileLocked(client, async () => {
    await limitTime(client);
    await client.query('begin');
    if (steps === undefined) await client.query(sql);
    await record();
    await client.query('commit');
  });
}

async function applyStep(client: pg.Client, step: Step): Promise<void> {
  const attempt = (): Promise<void> => attemptStep(client, step);
  await retryWhileLocked(client, attempt);
}

async function attemptStep(
  client: pg.Client,
  { builtIndexes, isConcurrent, isRepeated, sql }: Step,
): Promise<void> {
  if (isConcurrent) await unlimitTime(client);
  else await limitTime(client);
  for (const name of builtIndexes) await dropInvalidIndexes(client, name);
  if (!isRepeated) {
    await client.query(sql);
    return;
  }
  for (let batch = 1; (await changeRows(client, sql)) > 0; batch += 1)
    assert(batch < maxBatches, 'a repeated step of a migration changes the same rows again');
}

/** Returns how many rows the statement changed. */
async function changeRows(client: pg.Client, sql: string): Promise<number> {
  const { command, rowCount } = await client.query(sql);
  assert(changes.has(command), 'a repeated step of a migration is one insert, update or delete');
  return rowCount ?? 0;
}

/** Drops what a broken build left: `if not exists` would take it for a finished index. */
async function dropInvalidIndexes(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ drop: string }>(
    `select format('drop index concurrently if exists %I.%I', n.nspname, c.relname) as drop
       from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
      where c.relname = $1 and c.relkind = 'i' and not i.indisvalid`,
    [name],
  );
  for (const { drop } of rows) await client.query(drop);
}

async function limitTime(client: pg.Client): Promise<void> {
  await client.query(`set lock_timeout = ${lockTimeoutMs}; set statement_timeout = ${statementTimeoutMs}`);
}

/** Building an index concurrently waits for the end of older transactions; no command waits for it meanwhile. */
async function unlimitTime(client: pg.Client): Promise<void> {
  await client.query('set lock_timeout = 0; set statement_timeout = 0');
}

/** Repeats an attempt that did not get a lock in time. What fails otherwise fails at once, rolled back. */
async function retryWhileLocked(client: pg.Client, attempt: () => Promise<void>): Promise<void> {
  let pauseMs = firstPauseMs;
  for (let nth = 1; ; nth += 1) {
    try {
      return await attempt();
    } catch (error) {
      // A broken connection has nothing to roll back; the failure itself is rethrown.
      await client.query('rollback').catch(() => undefined);
      if (nth === maxAttempts || !isLocked(error)) throw error;
    }
    await setTimeout(pauseMs);
    pauseMs = Math.min(2 * pauseMs, lastPauseMs);
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof pg.DatabaseError && retriedCodes.has(error.code ?? '');
}
