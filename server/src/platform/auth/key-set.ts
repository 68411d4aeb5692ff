import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

/** Loads an issuer's keys: from a file, or over the network through the egress client. */
export type LoadKeySet = () => Promise<string>;

export interface KeySetOptions {
  readonly load: LoadKeySet;
  readonly nowMs: () => number;
  /** Keys older than this are loaded again. */
  readonly freshForMs?: number;
  /** An unknown key id triggers a load, but not more often than this: clients choose key ids. */
  readonly cooldownMs?: number;
  /** Keys that could not be reloaded for this long are no longer accepted. */
  readonly ageMaxMs?: number;
  /** Called on each failed load; `ageMs` is the age of the keys still in use, if any. */
  readonly onFailure?: (failure: KeySetFailure) => void;
}

export interface KeySetFailure {
  readonly error: unknown;
  readonly ageMs: number | undefined;
  readonly isTooOld: boolean;
}

const freshForMsDefault = 300_000;
const cooldownMsDefault = 5_000;
/** An issuer that is unavailable for longer may have withdrawn a stolen key meanwhile. */
const ageMaxMsDefault = 4 * 3_600_000;
/** While old keys are in use, requests wait for a failing load no more often than this. */
const retryMs = 60_000;

type LocalSet = ReturnType<typeof createLocalJWKSet>;

/**
 * Caches an issuer's keys. Concurrent misses share one load. If a load fails, the old keys stay accepted for a limited
 * time: a short outage of the issuer must not refuse every token, and a long one must not keep a withdrawn key valid.
 */
export function createKeySet(options: KeySetOptions): JWTVerifyGetKey {
  const { load, nowMs, onFailure } = options;
  const {
    ageMaxMs = ageMaxMsDefault,
    cooldownMs = cooldownMsDefault,
    freshForMs = freshForMsDefault,
  } = options;
  let keys: { readonly set: LocalSet; readonly loadedAtMs: number } | undefined;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;

  const reload = async (): Promise<void> => {
    triedAtMs = nowMs();
    try {
      keys = { set: createLocalJWKSet(parseKeySet(await load())), loadedAtMs: nowMs() };
      // The old keys stay in use; without any, the caller below refuses the token.
    } catch (error) {
      const ageMs = keys && nowMs() - keys.loadedAtMs;
      onFailure?.({ error, ageMs, isTooOld: ageMs === undefined || ageMs > ageMaxMs });
    } finally {
      loading = undefined;
    }
  };

  const isCoolingDown = (): boolean => nowMs() - triedAtMs < cooldownMs;

  const current = (): LocalSet | undefined =>
    keys !== undefined && nowMs() - keys.loadedAtMs <= ageMaxMs ? keys.set : undefined;

  /** Whether a load must be awaited. A load for an unknown key id does not delay tokens whose key is cached. */
  const isDue = (): boolean => {
    if (keys === undefined || current() === undefined) return true;
    const isOld = nowMs() - keys.loadedAtMs > freshForMs;
    return isOld && nowMs() - triedAtMs > Math.min(freshForMs, retryMs);
  };

  /** Requests during a load wait for it; requests shortly after a load use its outcome. */
  const reloadOnce = async (): Promise<void> => {
    if (loading === undefined && isCoolingDown()) return;
    loading ??= reload();
    await loading;
  };

  return async (header, token) => {
    if (isDue()) await reloadOnce();
    try {
      return await find(current(), header, token);
      // An unknown key may be new; any other failure is final.
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || (loading === undefined && isCoolingDown()))
        throw error;
      await reloadOnce();
      return find(current(), header, token);
    }
  };
}

async function find(keys: LocalSet | undefined, ...args: Parameters<LocalSet>): ReturnType<LocalSet> {
  if (keys === undefined) throw new errors.JWKSNoMatchingKey();
  return keys(...args);
}

function parseKeySet(text: string): JSONWebKeySet {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !Array.isArray(Reflect.get(value, 'keys'))) {
    throw new TypeError('not a key set');
  }
  // oxlint-disable-next-line typescript/consistent-type-assertions -- each key is checked by the library when it is used
  return value as JSONWebKeySet;
}
