/** Which token holds the keys, and how it is reached. */
export interface HsmOptions {
  /** The PKCS#11 library of the maker. */
  readonly library: string;
  readonly tokenLabel: string;
  /** A file with the PIN of the user. Read at each login, so that it may change. */
  readonly pinFile: string;
  /** How the labels of our keys begin. */
  readonly keyPrefix: string;
  /** How long one call may take, waiting included. */
  readonly timeoutMs: number;
}

const defaults = { keyPrefix: 'portico', timeoutMs: 2_000 } as const;
const timeoutMsMax = 60_000;
const prefixShape = /^[a-z][a-z0-9]{0,15}$/;

/** Reads what the configuration says; throws a sentence for whoever wrote it. */
export function readOptions(given: unknown): HsmOptions {
  if (typeof given !== 'object' || given === null) throw new Error('the options of the HSM are an object');
  const known = ['library', 'tokenLabel', 'pinFile', 'keyPrefix', 'timeoutMs'];
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`the HSM has no option ${unknown.join(', ')}`);
  const { keyPrefix, timeoutMs, ...texts }: Record<string, unknown> = { ...defaults, ...given };
  if (typeof keyPrefix !== 'string' || !prefixShape.test(keyPrefix))
    throw new Error('keyPrefix is one word of lower case letters and digits');
  if (
    typeof timeoutMs !== 'number' ||
    !Number.isInteger(timeoutMs) ||
    timeoutMs < 1 ||
    timeoutMs > timeoutMsMax
  )
    throw new Error(`timeoutMs is a whole number from 1 to ${timeoutMsMax}`);
  return {
    library: textOf(texts, 'library'),
    tokenLabel: textOf(texts, 'tokenLabel'),
    pinFile: textOf(texts, 'pinFile'),
    keyPrefix,
    timeoutMs,
  };
}

function textOf(texts: Readonly<Record<string, unknown>>, name: string): string {
  const text = texts[name];
  if (typeof text !== 'string' || text === '') throw new Error(`the HSM needs the option ${name}`);
  return text;
}
