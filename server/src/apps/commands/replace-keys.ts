import { type SeedVault, signatureSealWalks } from '#capabilities/authorization/index.ts';
import { correspondenceIndexWalks, createCorrespondenceVault } from '#capabilities/correspondence/index.ts';
import { createIdentityVault, identityIndexWalks } from '#capabilities/identity/index.ts';
import { createPartyVault, partyIndexWalks } from '#capabilities/party/index.ts';
import type { Database } from '#platform/db/database.ts';
import { plainStatement } from '#platform/db/statement.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { reindexBank } from '#platform/key-ring/reindex.ts';
import { type Progress, type ReplacementNeeds, usualKeyPace } from '#platform/key-ring/replacement.ts';
import { ResealIncomplete, resealBank } from '#platform/key-ring/reseal.ts';
import { WalkIncomplete } from '#platform/key-ring/walk-rows.ts';
import { keyClasses, type ProductKeys } from '../product-keys.ts';
import type { KeysOptions } from './keys-options.ts';
import type { Print } from './print.ts';

/** Dependencies of replacing keys. */
export interface ReplaceDeps {
  readonly database: Database;
  readonly productKeys: ProductKeys;
  readonly seedVault: SeedVault;
  readonly options: KeysOptions;
  readonly print: Print;
}

/** Runs `keys reseal`: creates new encryption keys for a bank, and encrypts all values with them. */
export async function reseal(deps: ReplaceDeps): Promise<number> {
  const { options, print, seedVault } = deps;
  return once(deps, 'reseal', async () => {
    const seedKeys = await seedVault.rewrap(options.bankId);
    await resealBank(needsOf(deps), options.bankId, signatureSealWalks(deps.database, deps.productKeys.ring));
    const resealed = await seedVault.reseal(options.bankId);
    printReport(print, options, { seedKeysRewrapped: seedKeys, seedsResealed: resealed }, [
      `${seedKeys} seed keys wrapped again, ${resealed} seeds encrypted again`,
    ]);
  });
}

/** Runs `keys reindex`: creates new index keys for a bank, and builds all look-up indexes with them. */
export async function reindex(deps: ReplaceDeps): Promise<number> {
  const { database, options, productKeys } = deps;
  const { ring } = productKeys;
  return once(deps, 'reindex', () =>
    reindexBank(needsOf(deps), options.bankId, [
      ...identityIndexWalks(database, createIdentityVault(ring)),
      ...partyIndexWalks(database, createPartyVault(ring)),
      ...correspondenceIndexWalks(database, createCorrespondenceVault(ring)),
    ]),
  );
}

const tryLock = plainStatement<{ readonly is_held: boolean }>(
  'select pg_try_advisory_lock(hashtextextended($1, 0)) as is_held',
  'lock',
);

/** Runs an action once at a time for each bank. The lock ends with the connection, however the process ends. */
async function once(
  { database, options, print }: ReplaceDeps,
  action: string,
  run: () => Promise<void>,
): Promise<number> {
  const session = await database.session();
  try {
    const [outcome] = await session.flush([tryLock([`replace-keys ${options.bankId}`])]);
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the row type was compiled with the statement
    const [row] = (outcome?.rows ?? []) as readonly { readonly is_held: boolean }[];
    if (row?.is_held !== true) {
      print(`bank ${options.bankId}: another process is replacing keys; wait until it has finished`);
      return 1;
    }
    await run();
    printReport(print, options, { action, state: 'finished' }, [
      `bank ${options.bankId}: ${action} finished`,
    ]);
    return 0;
    // Print errors that an operator can correct; other errors keep their stack trace.
  } catch (error) {
    if (!(error instanceof ResealIncomplete) && !(error instanceof WalkIncomplete)) throw error;
    print(error.message);
    return 1;
  } finally {
    session.release('unknown');
  }
}

function needsOf({ database, options, print, productKeys }: ReplaceDeps): ReplacementNeeds {
  const { announceSeconds = usualKeyPace.announceSeconds, bankId, rowsPerSecond } = options;
  let reportedMs = 0;
  return {
    database,
    clock: systemClock,
    banks: [bankId],
    classes: keyClasses,
    ring: productKeys.ring,
    wrapping: productKeys.wrapping,
    pace: { announceSeconds, rowsPerSecond },
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    report(progress) {
      const nowMs = performance.now();
      const isLast = progress.rowsDone >= progress.rowsTotal;
      if (nowMs - reportedMs < reportEveryMs && !isLast) return;
      reportedMs = nowMs;
      printReport(print, options, { ...progress, secondsLeft: secondsLeft(progress) }, [lineOf(progress)]);
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

function printReport(
  print: Print,
  { bankId, form }: KeysOptions,
  facts: Readonly<Record<string, unknown>>,
  lines: readonly string[],
): void {
  if (form === 'text') for (const line of lines) print(line);
  else print(JSON.stringify({ bank: bankId, ...facts }));
}
