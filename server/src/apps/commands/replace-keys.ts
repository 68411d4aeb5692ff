import { type SeedVault, signatureSealWalks } from '#capabilities/authorization/index.ts';
import { correspondenceIndexWalks, createCorrespondenceVault } from '#capabilities/correspondence/index.ts';
import { createIdentityVault, identityIndexWalks } from '#capabilities/identity/index.ts';
import { createPartyVault, partyIndexWalks } from '#capabilities/party/index.ts';
import type { Database } from '#platform/db/database.ts';
import { plainStatement } from '#platform/db/statement.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { reindexBank } from '#platform/key-ring/reindex.ts';
import type { Pace, Progress, ReplacementNeeds } from '#platform/key-ring/replacement.ts';
import { resealBank } from '#platform/key-ring/reseal.ts';
import { keyClasses } from '../product-keys.ts';
import { refusal } from '../program/failure.ts';
import type { BankKeys } from '../program/need.ts';
import type { Output } from '../program/output.ts';

/** Dependencies of replacing the keys of a bank. */
export interface ReplaceDeps {
  readonly bankId: string;
  readonly database: Database;
  readonly keys: BankKeys;
  readonly seedVault: SeedVault;
  readonly pace: Pace;
  readonly out: Output;
}

/** Creates new encryption keys for a bank, and encrypts all values with them. */
export async function reseal(deps: ReplaceDeps): Promise<void> {
  const { bankId, database, keys, out, seedVault } = deps;
  await once(deps, 'reseal', async () => {
    const seedKeys = await seedVault.rewrap(bankId);
    await resealBank(needsOf(deps), bankId, signatureSealWalks(database, keys.ring));
    const resealed = await seedVault.reseal(bankId);
    out.progress(
      { bank: bankId, seedKeysRewrapped: seedKeys, seedsResealed: resealed },
      `${seedKeys} seed keys wrapped again, ${resealed} seeds encrypted again`,
    );
  });
}

/** Creates new index keys for a bank, and builds all look-up indexes with them. */
export async function reindex(deps: ReplaceDeps): Promise<void> {
  const { bankId, database, keys } = deps;
  await once(deps, 'reindex', () =>
    reindexBank(needsOf(deps), bankId, [
      ...identityIndexWalks(database, createIdentityVault(keys.ring)),
      ...partyIndexWalks(database, createPartyVault(keys.ring)),
      ...correspondenceIndexWalks(database, createCorrespondenceVault(keys.ring)),
    ]),
  );
}

const tryLock = plainStatement<{ readonly is_held: boolean }>(
  'select pg_try_advisory_lock(hashtextextended($1, 0)) as is_held',
  'lock',
);

/** Runs an action once at a time for each bank. The lock ends with the connection, however the process ends. */
async function once(
  { bankId, database, out }: ReplaceDeps,
  action: string,
  run: () => Promise<void>,
): Promise<void> {
  const session = await database.session();
  try {
    const [outcome] = await session.flush([tryLock([`replace-keys ${bankId}`])]);
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the row type was compiled with the statement
    const [row] = (outcome?.rows ?? []) as readonly { readonly is_held: boolean }[];
    if (row?.is_held !== true)
      throw refusal(`bank ${bankId}: another process is replacing keys; wait until it has finished`);
    await run();
    out.progress({ bank: bankId, action, state: 'finished' }, `bank ${bankId}: ${action} finished`);
  } finally {
    session.release('unknown');
  }
}

function needsOf({ bankId, database, keys, out, pace }: ReplaceDeps): ReplacementNeeds {
  let reportedMs = 0;
  return {
    database,
    clock: systemClock,
    banks: [bankId],
    classes: keyClasses,
    ring: keys.ring,
    wrapping: keys.wrapping,
    pace,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    report(progress) {
      const nowMs = performance.now();
      const isLast = progress.rowsDone >= progress.rowsTotal;
      if (nowMs - reportedMs < reportEveryMs && !isLast) return;
      reportedMs = nowMs;
      out.progress({ bank: bankId, ...progress, secondsLeft: secondsLeft(progress) }, lineOf(progress));
    },
  };
}

const reportEveryMs = 1_000;

function secondsLeft({ rowsDone, rowsPerSecond, rowsTotal }: Progress): number {
  return rowsPerSecond <= 0 ? 0 : Math.ceil(Math.max(0, rowsTotal - rowsDone) / rowsPerSecond);
}

function lineOf(progress: Progress): string {
  const { rowsDone, rowsPerSecond, rowsTotal, task } = progress;
  return `${task.padEnd(48)} ${rowsDone}/${rowsTotal}  ${Math.round(rowsPerSecond)} rows/s  ${secondsLeft(progress)} s left`;
}
