import type { Temporal } from 'temporal-polyfill';
import type { KeyWrapping } from '#platform/crypto/key-wrapping.ts';
import { setBank } from '#platform/db/database.ts';
import { type BankKey, insertKeys, listBankKeys, replaceWrapped, retireKeys } from './bank-keys.store.ts';
import { acceptedForSecondsOf, type KeyClass } from './key-class.ts';
import type { KeyRing, KeyRingNeeds } from './key-ring.ts';
import { beginRun, findRun, finishRun, type KeyAction, type Walk } from './key-runs.store.ts';
import { newDataKey, ringPurpose, wrapKey } from './make-key.ts';

/** The speed of a replacement. */
export interface Pace {
  /** How long before its first use a new key is stored, so that every process has read it by then. */
  readonly announceSeconds: number;
  /** Maximum number of rows per second, so that the api keeps its share of the database. */
  readonly rowsPerSecond: number;
}

/** The default speed. */
export const usualKeyPace: Pace = { announceSeconds: 60, rowsPerSecond: 2_000 };

/** What a replacement needs. */
export interface ReplacementNeeds extends KeyRingNeeds {
  readonly ring: KeyRing;
  readonly pace: Pace;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Called after every batch. */
  readonly report: (progress: Progress) => void;
}

/** The progress of a replacement. */
export interface Progress extends Pick<Walk, 'task' | 'rowsDone' | 'rowsTotal'> {
  readonly bankId: string;
  readonly rowsPerSecond: number;
}

/** Rows that other transactions locked or changed during a pass are processed by the next one. */
export const passesMax = 20;
export const passPauseMs = 1_000;

/** Old keys stay accepted for this long after the new ones are current: running requests end within it. */
const graceSeconds = 60;

/** Starts a run with a new key for each of the classes, or resumes the running one; waits for its keys. */
export async function beginOrResume(
  needs: ReplacementNeeds,
  bankId: string,
  { action, classes }: { readonly action: KeyAction; readonly classes: readonly KeyClass[] },
): Promise<'begun' | 'resumed'> {
  const { clock, database, pace, ring, sleep, wrapping } = needs;
  const known = await findRun(database, bankId, action);
  const isUnderWay = known !== undefined && known.finishedAt === undefined;
  const startedAt = clock.now();
  const activatesAt = isUnderWay ? known.activatesAt : startedAt.add({ seconds: pace.announceSeconds });
  if (!isUnderWay) {
    const keys = await Promise.all(
      classes.map(({ name }) =>
        wrapKey(wrapping, bankId, {
          ...newDataKey(),
          keyClass: name,
          activeFrom: activatesAt,
          createdAt: startedAt,
        }),
      ),
    );
    const old = await listBankKeys(database, bankId);
    await database.flush([
      setBank([bankId]),
      ...beginRun(bankId, action, { startedAt, activatesAt }),
      insertKeys(bankId, keys),
      // Values that expire need no walk: the end of their key is known already.
      ...classes.flatMap((keyClass) => {
        const acceptedFor = acceptedForSecondsOf(keyClass);
        if (acceptedFor === undefined) return [];
        const at = activatesAt.add({ seconds: acceptedFor + graceSeconds });
        return [retireKeys(bankId, { keyClass: keyClass.name, keyIds: idsOf(old, keyClass), at })];
      }),
    ]);
  }
  await waitUntil(needs, activatesAt, sleep);
  await ring.load();
  return isUnderWay ? 'resumed' : 'begun';
}

function idsOf(keys: readonly BankKey[], { name }: KeyClass): readonly Buffer[] {
  return keys.filter(({ keyClass }) => keyClass === name).map(({ keyId }) => keyId);
}

async function waitUntil(
  { clock }: Pick<ReplacementNeeds, 'clock'>,
  instant: Temporal.Instant,
  sleep: ReplacementNeeds['sleep'],
): Promise<void> {
  for (;;) {
    const leftMs = instant.epochMilliseconds - clock.now().epochMilliseconds;
    if (leftMs <= 0) return;
    await sleep(Math.min(leftMs, 1_000));
  }
}

/** Ends a run: the older keys of these classes only decrypt from now on. */
export async function finishReplacement(
  { clock, database, ring }: ReplacementNeeds,
  bankId: string,
  { action, classes }: { readonly action: KeyAction; readonly classes: readonly KeyClass[] },
): Promise<void> {
  const now = clock.now();
  await database.flush([
    setBank([bankId]),
    ...classes.map(({ name }) => {
      const { id } = ring.current(bankId, name);
      const keyIds = ring.entries(bankId, name).map(({ keyId }) => keyId);
      return retireKeys(bankId, { keyClass: name, keyIds: keyIds.filter((one) => !one.equals(id)), at: now });
    }),
    finishRun(bankId, action, now),
  ]);
  await ring.load();
}

/** Rewraps every key of a bank that is wrapped under an older key-encryption key; returns their number. */
export async function rewrapKeys(
  { database, wrapping }: { readonly database: KeyRingNeeds['database']; readonly wrapping: KeyWrapping },
  bankId: string,
): Promise<number> {
  let count = 0;
  for (const key of await listBankKeys(database, bankId)) {
    const purpose = ringPurpose(bankId);
    if (!(await wrapping.isOutdated(purpose, key.wrapped))) continue;
    const wrapped = await wrapping.wrap(purpose, await wrapping.unwrap(purpose, key.wrapped));
    await replaceWrapped(database, bankId, { ...key, wrapped });
    count += 1;
  }
  return count;
}

/** Limits the rate of a walk. */
export function createPacer({ clock, pace, sleep }: Pick<ReplacementNeeds, 'clock' | 'pace' | 'sleep'>): {
  /** Waits until this many rows are allowed; returns the rate so far. */
  after(rows: number): Promise<number>;
} {
  const startedMs = clock.now().epochMilliseconds;
  let done = 0;
  return {
    async after(rows) {
      done += rows;
      const dueMs = (done / pace.rowsPerSecond) * 1_000;
      const elapsedMs = clock.now().epochMilliseconds - startedMs;
      if (dueMs > elapsedMs) await sleep(dueMs - elapsedMs);
      const totalMs = Math.max(1, clock.now().epochMilliseconds - startedMs);
      return (done / totalMs) * 1_000;
    },
  };
}
