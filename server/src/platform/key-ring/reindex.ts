import { setBank } from '#platform/db/database.ts';
import { failureOf } from '#platform/db/failure.ts';
import type { IndexedRow, IndexWalk } from './index-walk.ts';
import { listWalks, saveWalk, type Walk } from './key-runs.store.ts';
import {
  beginOrResume,
  createPacer,
  finishReplacement,
  type ReplacementNeeds,
  rewrapKeys,
} from './replacement.ts';

const batchRows = 100;
const passesMax = 20;
const passPauseMs = 1_000;

/** Indexes that stay under an old key, pass after pass: the run is not finished. */
export class ReindexIncomplete extends Error {
  override readonly name = 'ReindexIncomplete';
}

/**
 * Makes every look-up index of a bank anew under new keys while everything keeps running: look-ups ask for old and new
 * indexes until it is done. After a crash, the same call goes on where it stopped.
 */
export async function reindexBank(
  needs: ReplacementNeeds,
  bankId: string,
  walks: readonly IndexWalk[],
): Promise<void> {
  const classes = needs.classes.filter(({ use }) => use === 'index');
  const action = 'reindex';
  await rewrapKeys(needs, bankId);
  await beginOrResume(needs, bankId, { action, classes });
  for (const walk of walks) await reindexTable(needs, bankId, walk);
  await finishReplacement(needs, bankId, { action, classes });
}

async function reindexTable(needs: ReplacementNeeds, bankId: string, table: IndexWalk): Promise<void> {
  const { clock, database, sleep } = needs;
  const { task } = table;
  const known = (await listWalks(database, bankId, 'reindex')).find((one) => one.task === task);
  if (known?.finishedAt !== undefined) return;
  const rowsTotal = known?.rowsTotal ?? (await table.count(bankId));
  let walk: Walk = known ?? { task, position: undefined, rowsDone: 0, rowsTotal, finishedAt: undefined };
  let stale: readonly string[] = [];
  for (let pass = 0; pass < passesMax; pass += 1) {
    // A pass that began in the middle, or changed something, proves nothing: the last one finds nothing to do.
    const isWhole = walk.position === undefined;
    const passed = await walkOnce(needs, bankId, table, walk);
    stale = passed.stale;
    walk = { ...passed.walk, position: undefined };
    if (isWhole && stale.length === 0) {
      await saveWalk(database, bankId, 'reindex', { ...walk, finishedAt: clock.now() });
      return;
    }
    await sleep(passPauseMs);
  }
  throw new ReindexIncomplete(
    `bank ${bankId}: indexes in ${task} stay under an old key after ${passesMax} passes, for ${stale.length} rows: ` +
      `${stale.slice(0, 10).join(', ')}. Another row has the same value already; mend it, then run keys reindex again`,
  );
}

interface Pass {
  readonly walk: Walk;
  /** Rows whose indexes were not those of the current keys. */
  readonly stale: readonly string[];
}

async function walkOnce(
  needs: ReplacementNeeds,
  bankId: string,
  table: IndexWalk,
  start: Walk,
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
    await saveWalk(database, bankId, 'reindex', walk);
    report({ ...walk, bankId, rowsPerSecond: await pacer.after(rows.length) });
  }
}

/** All in one transaction; when one of them is refused, each on its own, and the refused one stays as it is. */
async function updateRows(
  { database }: ReplacementNeeds,
  bankId: string,
  rows: readonly IndexedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const send = (some: readonly IndexedRow[]): Promise<unknown> =>
    database.flush([setBank([bankId]), ...some.flatMap(({ update = [] }) => update)]);
  if (await isDone(() => send(rows))) return;
  // What is refused is found again, and named, by the next pass.
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

/** Whether another row has the value, or others hold the row. */
function isRefused(error: unknown): boolean {
  const { kind } = failureOf(error);
  return kind === 'constraint' || kind === 'retry';
}
