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

/** Which keys of a bank encrypt how much. */
export interface KeysStatus {
  readonly bank: string;
  readonly classes: readonly ClassStatus[];
  readonly runs: Readonly<Record<KeyAction, string>>;
  readonly keysUnderOldMasterKeys: number;
  readonly valuesUnderOldKeys: number;
  readonly secretsUnderOldPeppers: number;
  readonly mayRemoveOldMasterKeys: boolean;
}

type Deps = Pick<ReplaceDeps, 'bankId' | 'database' | 'keys' | 'seedVault'>;

/** Reads per class which keys encrypt how many values, and whether old master keys can be removed. */
export async function readKeysStatus(deps: Deps): Promise<KeysStatus> {
  const { bankId, database, keys, seedVault } = deps;
  const classes: ClassStatus[] = [];
  for (const keyClass of keyClasses) classes.push(await statusOf(deps, keyClass));
  const dependent =
    classes.flatMap((one) => one.keys).filter(({ isOutdated }) => isOutdated).length +
    (await seedVault.countOutdated(bankId));
  return {
    bank: bankId,
    classes,
    runs: { reseal: await stateOfRun(deps, 'reseal'), reindex: await stateOfRun(deps, 'reindex') },
    keysUnderOldMasterKeys: dependent,
    valuesUnderOldKeys: classes.reduce((sum, { valuesUnderOldKeys = 0 }) => sum + valuesUnderOldKeys, 0),
    ...(await countSecretsByPepper(database, bankId, keys.ring)),
    mayRemoveOldMasterKeys: dependent === 0,
  };
}

/** Formats the state of the keys for people. */
export function keysStatusLines(status: KeysStatus): readonly string[] {
  const { classes, keysUnderOldMasterKeys: dependent, runs, secretsUnderOldPeppers } = status;
  const { valuesUnderOldKeys: left } = status;
  return [
    ...classes.map(lineOf),
    ...Object.entries(runs).map(([action, state]) => `${action}: ${state}`),
    `${secretsUnderOldPeppers} passwords and security answers get the newest pepper at the next sign-in`,
    `${left} values are encrypted with older keys${left === 0 ? '' : '; run keys reseal'}`,
    dependent === 0
      ? 'Nothing is wrapped with an older master key: it can be removed from PORTICO_MASTER_KEYS.'
      : `${dependent} keys are wrapped with an older master key: do NOT remove it; run keys reseal.`,
  ];
}

async function statusOf(
  { bankId, database, keys: { ring, wrapping } }: Deps,
  keyClass: KeyClass,
): Promise<ClassStatus> {
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

async function stateOfRun({ bankId, database }: Deps, action: KeyAction): Promise<string> {
  const run = await findRun(database, bankId, action);
  if (run === undefined) return 'never run';
  return run.finishedAt === undefined
    ? `running since ${run.startedAt.toString()}; run it again to continue`
    : `finished ${run.finishedAt.toString()}`;
}

function lineOf({ keyClass, keys, use, valuesUnderOldKeys }: ClassStatus): string {
  const states = keys.map(({ isOutdated, keyId, state }) =>
    [keyId, state, ...(isOutdated ? ['(older master key)'] : [])].join(' '),
  );
  const rows = valuesUnderOldKeys === undefined ? '' : `  ${valuesUnderOldKeys} values with older keys`;
  return `${keyClass.padEnd(28)} ${use.padEnd(10)} ${states.join(', ')}${rows}`;
}
