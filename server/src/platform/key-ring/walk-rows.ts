import type { Temporal } from 'temporal-polyfill';
import { setBank } from '#platform/db/database.ts';
import { failureOf } from '#platform/db/failure.ts';
import type { IndexedRow, IndexWalk } from './index-walk.ts';
import { findRun, type KeyAction, listWalks, saveWalk, type Walk } from './key-runs.store.ts';
import { createPacer, passesMax, passPauseMs, type ReplacementNeeds } from './replacement.ts';

interface ActionOnTable {
  readonly action: KeyAction;
  readonly table: IndexWalk;
}

const batchRows = 100;

/** Rows that stay under an old key, pass after pass: the run is not finished. */
class WalkIncomplete extends Error {
  override readonly name = 'WalkIncomplete';
}

/** Updates the rows of a table, pass after pass, until a whole pass finds nothing to do. */
export async function walkRows(
  needs: ReplacementNeeds,
  bankId: string,
  { action, table }: ActionOnTable,
): Promise<void> {
  const { clock, database, sleep } = needs;
  const { task } = table;
  const known = await walkOf(needs, bankId, { action, table });
  if (known.finishedAt !== undefined) return;
  const settledAt = await settledAtOf(needs, bankId, action);
  let walk = known;
  let stale: readonly string[] = [];
  for (let pass = 0; pass < passesMax; pass += 1) {
    // A pass that began in the middle, or changed something, proves nothing: the last one finds nothing to do.
    const isWhole = walk.position === undefined && isReached(settledAt, clock.now());
    const passed = await walkOnce(needs, bankId, { action, table, walk });
    stale = passed.stale;
    walk = { ...passed.walk, position: undefined };
    if (isWhole && stale.length === 0) {
      await saveWalk(database, bankId, action, { ...walk, finishedAt: clock.now() });
      return;
    }
    await sleep(stale.length === 0 ? timeUntil(settledAt, clock.now()) : passPauseMs);
  }
  throw new WalkIncomplete(
    `bank ${bankId}: indexes or encrypted values in ${task} stay under an old key after ${passesMax} passes, for ${stale.length} rows: ` +
      `${stale.slice(0, 10).join(', ')}. Another row has the same value already, or the row was changed by hand; correct it, then run keys ${action} again`,
  );
}

/** Returns the position of the walk through a table. */
async function walkOf(
  { database }: ReplacementNeeds,
  bankId: string,
  { action, table }: ActionOnTable,
): Promise<Walk> {
  const known = (await listWalks(database, bankId, action)).find(({ task }) => task === table.task);
  if (known !== undefined) return known;
  const rowsTotal = await table.count(bankId);
  return { task: table.task, position: undefined, rowsDone: 0, rowsTotal, finishedAt: undefined };
}

/**
 * Returns when all commands that began before the new keys were current, and nodes whose clocks are late, have written.
 */
async function settledAtOf(
  { clock, database, pace }: ReplacementNeeds,
  bankId: string,
  action: KeyAction,
): Promise<Temporal.Instant> {
  const run = await findRun(database, bankId, action);
  return (run?.activatesAt ?? clock.now()).add({ seconds: pace.announceSeconds });
}

function isReached(instant: Temporal.Instant, now: Temporal.Instant): boolean {
  return instant.epochMilliseconds <= now.epochMilliseconds;
}

function timeUntil(instant: Temporal.Instant, now: Temporal.Instant): number {
  return Math.max(passPauseMs, instant.epochMilliseconds - now.epochMilliseconds);
}

interface Pass {
  readonly walk: Walk;
  /** Rows whose indexes were not made with the current keys. */
  readonly stale: readonly string[];
}

async function walkOnce(
  needs: ReplacementNeeds,
  bankId: string,
  { action, table, walk: start }: ActionOnTable & { readonly walk: Walk },
): Promise<Pass> {
  const { database, report } = needs;
  const pacer = createPacer(needs);
  const stale: string[] = [];
  let walk = start;
  for (;;) {
    const rows = await table.list(bankId, walk.position, batchRows);
    const last = rows.at(-1);
    if (last === undefined) return { walk, stale };
    const outdated = rows.filter(({ update }) => update !== undefined);
    await updateRows(needs, bankId, outdated);
    stale.push(...outdated.map(({ key }) => key.join(' ')));
    const rowsDone = Math.min(walk.rowsTotal, walk.rowsDone + outdated.length);
    walk = { ...walk, position: last.key, rowsDone };
    await saveWalk(database, bankId, action, walk);
    report({ ...walk, bankId, rowsPerSecond: await pacer.after(rows.length) });
  }
}

/** Updates all rows in one transaction; if one is refused, each in its own, and the refused one stays unchanged. */
async function updateRows(
  { database }: ReplacementNeeds,
  bankId: string,
  rows: readonly IndexedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const send = (some: readonly IndexedRow[]): Promise<unknown> =>
    database.flush([setBank([bankId]), ...some.flatMap(({ update = [] }) => update)]);
  if (await isDone(() => send(rows))) return;
  // A refused row is found again, and named, by the next pass.
  for (const row of rows) await isDone(() => send([row]));
}

async function isDone(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  }
}

/** Whether another row has the value, or the row is locked. */
function isRefused(error: unknown): boolean {
  const { kind } = failureOf(error);
  return kind === 'constraint' || kind === 'retry';
}
