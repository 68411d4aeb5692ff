import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

/** Loads an issuer's keys: from a file, or over the network through the egress client. */
export type LoadKeySet = () => Promise<string>;

export interface KeySetOptions {
  readonly load: LoadKeySet;
  readonly nowMs: () => number;
  /** Keys older than this are loaded again. */
  readonly freshForMs?: number;
  /** An unknown key id makes us look again, but not more often than this: strangers choose key ids. */
  readonly cooldownMs?: number;
}

const freshForMsDefault = 300_000;
const cooldownMsDefault = 5_000;

type LocalSet = ReturnType<typeof createLocalJWKSet>;

/**
 * An issuer's keys, kept. Many requests that miss at once share one load, and when loading fails the old keys go on
 * being believed: an issuer's short absence must not lock everybody out.
 */
export function createKeySet(options: KeySetOptions): JWTVerifyGetKey {
  const { load, nowMs, freshForMs = freshForMsDefault, cooldownMs = cooldownMsDefault } = options;
  let keys: LocalSet | undefined;
  let loadedAtMs = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;

  const reload = async (): Promise<void> => {
    loadedAtMs = nowMs();
    try {
      keys = createLocalJWKSet(parseKeySet(await load()));
      // Old keys serve on; without any, the token is refused by the caller below.
    } catch {
      return;
    } finally {
      loading = undefined;
    }
  };

  const reloadOnce = (): Promise<void> => {
    loading ??= reload();
    return loading;
  };

  return async (header, token) => {
    if (keys === undefined || nowMs() - loadedAtMs > freshForMs) await reloadOnce();
    try {
      return await find(keys, header, token);
      // A key we do not know may be new; any other failure is final.
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || nowMs() - loadedAtMs < cooldownMs) throw error;
      await reloadOnce();
      return find(keys, header, token);
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
