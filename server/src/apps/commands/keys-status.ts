import { Temporal } from 'temporal-polyfill';
import { countSecretsByPepper } from '#capabilities/identity/index.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import type { BankKey } from '#platform/key-ring/bank-keys.store.ts';
import { type KeyClass, sealedColumnsOf } from '#platform/key-ring/key-class.ts';
import { isRetired } from '#platform/key-ring/key-ring.ts';
import { findRun, type KeyAction } from '#platform/key-ring/key-runs.store.ts';
import { ringPurpose } from '#platform/key-ring/make-key.ts';
import { countOutside } from '#platform/key-ring/sealed-rows.store.ts';
import { keyClasses } from '../product-keys.ts';
import type { ReplaceDeps } from './replace-keys.ts';

interface ClassStatus {
  readonly keyClass: string;
  readonly use: KeyClass['use'];
  readonly keys: readonly { readonly keyId: string; readonly state: string; readonly isOutdated: boolean }[];
  /** Values that are not encrypted with the current key; undefined if the class has no columns. */
  readonly valuesUnderOldKeys: number | undefined;
}

/**
 * Runs `keys status`: prints per class which keys encrypt how many values, and whether old master keys can be removed.
 * The exit code is 1 while anything is wrapped with an old one.
 */
export async function keysStatus(deps: ReplaceDeps): Promise<number> {
  const { options, print, productKeys, seedVault } = deps;
  const { bankId } = options;
  const classes: ClassStatus[] = [];
  for (const keyClass of keyClasses) classes.push(await statusOf(deps, keyClass));
  const seedKeys = await seedVault.countOutdated(bankId);
  const dependent =
    classes.flatMap(({ keys }) => keys).filter(({ isOutdated }) => isOutdated).length + seedKeys;
  const left = classes.reduce((sum, { valuesUnderOldKeys = 0 }) => sum + valuesUnderOldKeys, 0);
  const peppers = await countSecretsByPepper(deps.database, bankId, productKeys.ring);
  const runs = await runsOf(deps);
  if (options.form === 'json') {
    const verdict = { keysUnderOldMasterKeys: dependent, valuesUnderOldKeys: left, ...peppers };
    print(
      JSON.stringify({ bank: bankId, classes, runs, ...verdict, mayRemoveOldMasterKeys: dependent === 0 }),
    );
    return dependent === 0 ? 0 : 1;
  }
  for (const one of classes) print(lineOf(one));
  for (const [action, state] of Object.entries(runs)) print(`${action}: ${state}`);
  print(
    `${peppers.secretsUnderOldPeppers} passwords and security answers get the newest pepper at the next sign-in`,
  );
  print(`${left} values are encrypted with older keys${left === 0 ? '' : '; run keys reseal'}`);
  print(
    dependent === 0
      ? 'Nothing is wrapped with an older master key: it can be removed from PORTICO_MASTER_KEYS.'
      : `${dependent} keys are wrapped with an older master key: do NOT remove it; run keys reseal.`,
  );
  return dependent === 0 ? 0 : 1;
}

async function statusOf(
  { database, options, productKeys }: ReplaceDeps,
  keyClass: KeyClass,
): Promise<ClassStatus> {
  const { bankId } = options;
  const { ring, wrapping } = productKeys;
  const { name, use } = keyClass;
  const current = ring.current(bankId, name);
  const now = systemClock.now();
  const keys = await Promise.all(
    ring.entries(bankId, name).map(async (entry) => ({
      keyId: entry.keyId.toString('hex'),
      state: stateOf(entry, entry.keyId.equals(current.id), now),
      isOutdated: await wrapping.isOutdated(ringPurpose(bankId), entry.wrapped),
    })),
  );
  let valuesUnderOldKeys: number | undefined;
  for (const column of sealedColumnsOf(keyClass))
    valuesUnderOldKeys =
      (valuesUnderOldKeys ?? 0) + (await countOutside(database, column, { bankId, keyId: current.id }));
  return { keyClass: name, use, keys, valuesUnderOldKeys };
}

function stateOf(entry: BankKey, isCurrent: boolean, now: Temporal.Instant): string {
  if (isCurrent) return 'current';
  if (isRetired(entry, now)) return 'retired';
  return Temporal.Instant.compare(entry.activeFrom, now) > 0 ? 'announced' : 'old';
}

async function runsOf({ database, options }: ReplaceDeps): Promise<Readonly<Record<KeyAction, string>>> {
  const stateOfRun = async (action: KeyAction): Promise<string> => {
    const run = await findRun(database, options.bankId, action);
    if (run === undefined) return 'never run';
    return run.finishedAt === undefined
      ? `running since ${run.startedAt.toString()}; run it again to continue`
      : `finished ${run.finishedAt.toString()}`;
  };
  return { reseal: await stateOfRun('reseal'), reindex: await stateOfRun('reindex') };
}

function lineOf({ keyClass, keys, use, valuesUnderOldKeys }: ClassStatus): string {
  const states = keys.map(({ isOutdated, keyId, state }) =>
    [keyId, state, ...(isOutdated ? ['(older master key)'] : [])].join(' '),
  );
  const rows = valuesUnderOldKeys === undefined ? '' : `  ${valuesUnderOldKeys} values with older keys`;
  return `${keyClass.padEnd(28)} ${use.padEnd(10)} ${states.join(', ')}${rows}`;
}
