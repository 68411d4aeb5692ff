import { randomBytes } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { asKeyId } from './envelope.ts';
import type { DataKey } from './key-provider.ts';
import { WrappingUnavailable } from './key-wrapping.ts';
import { type OpenKeyNeeds, type OpenKeys, openKeys } from './open-keys.ts';

export type { DataKeyStore } from './data-key-store.ts';

/** What data keys need. */
export interface DataKeyNeeds extends OpenKeyNeeds {
  /** The age at which a new key is created; three months by default. */
  readonly epoch?: Temporal.Duration;
  /** How many values this process may encrypt with one key. */
  readonly usesMax?: number;
}

/**
 * Data keys of one class: created here, stored wrapped, cached unwrapped for at most a quarter of an hour. While the
 * key wrapping is unavailable, cached keys are used until they expire; then calls fail with `service-unavailable`.
 */
export interface DataKeys {
  /** Returns the key that encrypts new values. Call it for each value: each call counts as one use. */
  current(bankId: string): Promise<DataKey>;
  /** Returns the key that an old value was encrypted with. */
  byId(bankId: string, keyId: Buffer): Promise<DataKey | undefined>;
  /** Rewraps every key whose key-encryption key is not the newest; returns their number. */
  rewrap(bankId: string): Promise<number>;
  /** Counts the keys that `rewrap` would rewrap. */
  countOutdated(bankId: string): Promise<number>;
  /** Creates the next key now, whatever the age of the last one. */
  renew(bankId: string): Promise<DataKey>;
}

const secretBytes = 32;
const keyIdBytes = 8;
const defaultEpoch = Temporal.Duration.from({ hours: 91 * 24 });
/** Random nonces are safe for 2^32 values. Processes do not coordinate, so each may use a 256th. */
const defaultUsesMax = 2 ** 24;
const retryAfterSeconds = 5;

/** Creates data keys from a store, a key wrapping and a clock. */
export function createDataKeys(needs: DataKeyNeeds): DataKeys {
  const { clock, epoch = defaultEpoch, usesMax = defaultUsesMax } = needs;
  const open = openKeys(needs);
  const makeNext = makingOnce((bankId, last) => make(needs, open, { bankId, keyId: nextKeyId(last) }));
  const uses = useCounts();

  async function newest(bankId: string): Promise<DataKey> {
    const [last] = await open.list(bankId);
    if (last === undefined || uses.of(bankId, last.keyId) >= usesMax) return makeNext(bankId, last?.keyId);
    // A process that cannot unwrap the last key uses the wrong key wrapping and must not create keys there.
    const key = await open.open(bankId, last);
    if (Temporal.Instant.compare(clock.now(), last.createdAt.add(epoch)) < 0) return key;
    try {
      return await makeNext(bankId, last.keyId);
    } catch (error) {
      // A new key can wait; encryption must not.
      if (error instanceof WrappingUnavailable) return key;
      throw error;
    }
  }

  return {
    current: (bankId) =>
      orUnavailable(async () => {
        const key = await newest(bankId);
        uses.add(bankId, key.id);
        return key;
      }),
    byId: (bankId, keyId) => orUnavailable(() => find(open, bankId, keyId)),
    rewrap: (bankId) => orUnavailable(() => rewrap(needs, open, bankId)),
    countOutdated: (bankId) => orUnavailable(() => countOutdated(needs, open, bankId)),
    renew: (bankId) => orUnavailable(async () => makeNext(bankId, (await open.listAnew(bankId))[0]?.keyId)),
  };
}

interface NewKey {
  readonly bankId: string;
  readonly keyId: Buffer;
}

async function make(needs: DataKeyNeeds, open: OpenKeys, { bankId, keyId }: NewKey): Promise<DataKey> {
  const { keyClass, store, wrapping, clock } = needs;
  const key: DataKey = { id: asKeyId(keyId), secret: randomBytes(secretBytes) };
  const wrapped = await wrapping.wrap({ bankId, keyClass }, key.secret);
  const outcome = await store.insert(bankId, { keyId, wrapped, createdAt: clock.now() });
  const [winner] = await open.listAnew(bankId);
  if (outcome === 'inserted') {
    open.add(bankId, key);
    return key;
  }
  // Another process was first. Its key is the key of this epoch; ours was never used.
  if (winner === undefined) throw new Error('the store reports a key id as taken but does not have it');
  return open.open(bankId, winner);
}

/** Key ids count up, so that two processes that create the next key collide and the store decides. */
function nextKeyId(last: Buffer | undefined): Buffer {
  const id = Buffer.alloc(keyIdBytes);
  id.writeBigUInt64BE(last === undefined ? 1n : last.readBigUInt64BE() + 1n);
  return id;
}

type Making = (bankId: string, last: Buffer | undefined) => Promise<DataKey>;

/** Creates the next key of a bank once for all concurrent calls. */
function makingOnce(makeKey: Making): Making {
  const running = new Map<string, Promise<DataKey>>();
  return (bankId, last) => {
    const known = running.get(bankId);
    if (known !== undefined) return known;
    const started = makeKey(bankId, last).finally(() => running.delete(bankId));
    running.set(bankId, started);
    return started;
  };
}

interface UseCounts {
  of(bankId: string, keyId: Buffer): number;
  add(bankId: string, keyId: Buffer): void;
}

/** Counts how often this process has encrypted with the newest key of each bank. */
function useCounts(): UseCounts {
  const counts = new Map<string, { readonly keyId: Buffer; readonly count: number }>();
  const of = (bankId: string, keyId: Buffer): number => {
    const known = counts.get(bankId);
    return known?.keyId.equals(keyId) === true ? known.count : 0;
  };
  return { of, add: (bankId, keyId) => counts.set(bankId, { keyId, count: of(bankId, keyId) + 1 }) };
}

async function find(open: OpenKeys, bankId: string, keyId: Buffer): Promise<DataKey | undefined> {
  const known = (await open.list(bankId)).find((one) => one.keyId.equals(keyId));
  // Another process may have created it since the last read.
  const found = known ?? (await open.listAnew(bankId)).find((one) => one.keyId.equals(keyId));
  return found && open.open(bankId, found);
}

async function rewrap(needs: DataKeyNeeds, open: OpenKeys, bankId: string): Promise<number> {
  const { keyClass, store, wrapping } = needs;
  const purpose = { bankId, keyClass };
  let count = 0;
  for (const key of await open.listAnew(bankId)) {
    if (!(await wrapping.isOutdated(purpose, key.wrapped))) continue;
    const wrapped = await wrapping.wrap(purpose, await wrapping.unwrap(purpose, key.wrapped));
    await store.replace(bankId, { ...key, wrapped });
    count += 1;
  }
  await open.listAnew(bankId);
  return count;
}

async function countOutdated(
  { keyClass, wrapping }: DataKeyNeeds,
  open: OpenKeys,
  bankId: string,
): Promise<number> {
  const keys = await open.listAnew(bankId);
  const outdated = await Promise.all(
    keys.map(({ wrapped }) => wrapping.isOutdated({ bankId, keyClass }, wrapped)),
  );
  return outdated.filter(Boolean).length;
}

/** Turns an unavailable key wrapping into a temporary dependency failure. */
async function orUnavailable<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof WrappingUnavailable)) throw error;
    throw Object.assign(standardProblems['service-unavailable']({ retryAfterSeconds }), { cause: error });
  }
}
