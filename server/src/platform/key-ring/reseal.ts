import { Unsealable } from '#platform/crypto/envelope.ts';
import { createVault, type Vault } from '#platform/crypto/vault.ts';
import { deleteRetiredKey, listBankKeys } from './bank-keys.store.ts';
import type { IndexWalk } from './index-walk.ts';
import { type KeyClass, type SealedColumn, sealedColumnsOf } from './key-class.ts';
import { listWalks, saveWalk, type Walk } from './key-runs.store.ts';
import {
  beginOrResume,
  createPacer,
  finishReplacement,
  passesMax,
  passPauseMs,
  type ReplacementNeeds,
  rewrapKeys,
} from './replacement.ts';
import {
  countOutside,
  listNextRows,
  type Replacement,
  replaceRows,
  type SealedRow,
} from './sealed-rows.store.ts';
import { walkRows } from './walk-rows.ts';

const batchRowsDefault = 200;
/** Longer than any transaction: values encrypted before the end of a run are committed by then. */
const removeAfterHours = 24;

/** Values that stay encrypted under an old key, pass after pass: the run is not finished. */
export class ResealIncomplete extends Error {
  override readonly name = 'ResealIncomplete';
}

/**
 * Re-encrypts every value of a bank under new keys while all processes keep running. After a crash, the same call
 * resumes. The old keys are retired only when a scan finds nothing under them any more.
 */
export async function resealBank(
  needs: ReplacementNeeds,
  bankId: string,
  walks: readonly IndexWalk[] = [],
): Promise<void> {
  const classes = needs.classes.filter(({ use }) => use !== 'lasting' && use !== 'index');
  await removeRetiredKeys(needs, bankId);
  await rewrapKeys(needs, bankId);
  const action = 'reseal';
  await beginOrResume(needs, bankId, { action, classes });
  const walked = classes.filter((keyClass) => sealedColumnsOf(keyClass).length > 0);
  for (const keyClass of walked)
    for (const column of sealedColumnsOf(keyClass))
      if (column.isWalkedApart !== true) await resealColumn(needs, bankId, { keyClass, column });
  for (const walk of walks) await walkRows(needs, bankId, { action, table: walk });
  const marking = classes.filter(({ use }) => use === 'marking');
  await finishReplacement(needs, bankId, { action, classes: [...walked, ...marking] });
}

interface ColumnOfClass {
  readonly keyClass: KeyClass;
  readonly column: SealedColumn;
}

async function resealColumn(needs: ReplacementNeeds, bankId: string, of: ColumnOfClass): Promise<void> {
  const { clock, database, sleep } = needs;
  const task = `${of.column.table}.${of.column.column}`;
  const where = { bankId, keyId: needs.ring.current(bankId, of.keyClass.name).id };
  const known = (await listWalks(database, bankId, 'reseal')).find((one) => one.task === task);
  if (known?.finishedAt !== undefined) return;
  const rowsTotal = known?.rowsTotal ?? (await countOutside(database, of.column, where));
  let walk: Walk = known ?? { task, position: undefined, rowsDone: 0, rowsTotal, finishedAt: undefined };
  await saveWalk(database, bankId, 'reseal', walk);
  for (let pass = 0; pass < passesMax; pass += 1) {
    const passed = await walkOnce(needs, bankId, { ...of, walk });
    walk = passed.walk;
    if ((await countOutside(database, of.column, where)) === 0) {
      await saveWalk(database, bankId, 'reseal', { ...walk, finishedAt: clock.now() });
      return;
    }
    walk = { ...walk, position: undefined };
    // Values that cannot be decrypted will fail in the next pass too.
    if (passed.replaced === 0 && passed.unopened.length > 0)
      throw new ResealIncomplete(damaged(bankId, task, passed));
    await sleep(passPauseMs);
  }
  throw new ResealIncomplete(
    `bank ${bankId}: values in ${task} stay encrypted under an old key after ${passesMax} passes: a process writes them ` +
      'that does not know the new key. Look for processes with other master keys; then run keys reseal again',
  );
}

interface Pass {
  readonly walk: Walk;
  readonly replaced: number;
  /** Rows whose values cannot be decrypted with any key. */
  readonly unopened: readonly string[];
}

const namedMax = 10;

function damaged(bankId: string, task: string, { unopened }: Pass): string {
  return (
    `bank ${bankId}: ${unopened.length} values in ${task} cannot be decrypted, everything else there is re-encrypted: ` +
    `${unopened.slice(0, namedMax).join(', ')}. They were damaged or moved; restore or delete these rows, then run ` +
    'keys reseal again. The old keys stay until then'
  );
}

async function walkOnce(
  needs: ReplacementNeeds,
  bankId: string,
  { column, keyClass, walk: start }: ColumnOfClass & { readonly walk: Walk },
): Promise<Pass> {
  const { database, report, ring } = needs;
  const vault = createVault(ring, keyClass.name);
  const pacer = createPacer(needs);
  const { id: keyId } = ring.current(bankId, keyClass.name);
  const unopened: string[] = [];
  let walk = start;
  for (;;) {
    const at = { bankId, after: walk.position, keyId };
    const rows = await listNextRows(database, column, at, column.batchRows ?? batchRowsDefault);
    const last = rows.at(-1);
    if (last === undefined) return { walk, unopened, replaced: walk.rowsDone - start.rowsDone };
    const resealed = rows.map(resealedBy(vault, column, bankId));
    unopened.push(
      ...rows.filter((_, index) => resealed[index] === undefined).map(({ key }) => key.join(' ')),
    );
    const replaced = await replaceRows(
      database,
      column,
      bankId,
      resealed.filter((row) => row !== undefined),
    );
    walk = { ...walk, position: last.key, rowsDone: walk.rowsDone + replaced };
    await saveWalk(database, bankId, 'reseal', walk);
    report({ ...walk, bankId, rowsPerSecond: await pacer.after(rows.length) });
  }
}

function resealedBy(
  vault: Vault,
  column: SealedColumn,
  bankId: string,
): (row: SealedRow) => Replacement | undefined {
  return (row) => {
    const context = column.encryptionContextOf(bankId, row.key);
    try {
      return { ...row, after: vault.seal(context, vault.unseal(context, row.sealed)) };
    } catch (error) {
      if (error instanceof Unsealable) return undefined;
      throw error;
    }
  };
}

/** Deletes keys that have been retired for a day and that no stored value needs. */
async function removeRetiredKeys(
  { classes, clock, database, ring }: ReplacementNeeds,
  bankId: string,
): Promise<void> {
  const retiredBefore = clock.now().subtract({ hours: removeAfterHours });
  for (const key of await listBankKeys(database, bankId)) {
    if (key.retiredAt === undefined || key.retiredAt.epochMilliseconds >= retiredBefore.epochMilliseconds)
      continue;
    const keyClass = classes.find(({ name }) => name === key.keyClass);
    const columns = keyClass === undefined ? [] : sealedColumnsOf(keyClass);
    const { id: keyId } = ring.current(bankId, key.keyClass);
    const counts = await Promise.all(
      columns.map((column) => countOutside(database, column, { bankId, keyId })),
    );
    if (counts.every((count) => count === 0)) await deleteRetiredKey(database, bankId, key, retiredBefore);
  }
  await ring.load();
}
