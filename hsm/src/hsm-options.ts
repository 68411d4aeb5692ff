/** The token with the keys, and how to connect to it. */
export interface HsmOptions {
  /** Path of the vendor's PKCS#11 library. */
  readonly library: string;
  readonly tokenLabel: string;
  /** Path of a file with the user PIN. Read at each login, so that the PIN can change. */
  readonly pinFile: string;
  /** Prefix of the key labels. */
  readonly keyPrefix: string;
  /** Timeout of one call, including the time in the queue. */
  readonly timeoutMs: number;
}

const defaults = { keyPrefix: 'portico', timeoutMs: 2_000 } as const;
const timeoutMsMax = 60_000;
const prefixShape = /^[a-z][a-z0-9]{0,15}$/;

/** Parses the options of the configuration. Throws an error for the operator when one is invalid. */
export function readOptions(options: unknown): HsmOptions {
  if (typeof options !== 'object' || options === null) throw new Error('the HSM options must be an object');
  const known = ['library', 'tokenLabel', 'pinFile', 'keyPrefix', 'timeoutMs'];
  const unknown = Object.keys(options).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`unknown HSM option: ${unknown.join(', ')}`);
  const { keyPrefix, timeoutMs, ...texts }: Record<string, unknown> = { ...defaults, ...options };
  if (typeof keyPrefix !== 'string' || !prefixShape.test(keyPrefix))
    throw new Error('keyPrefix must be 1 to 16 lower-case letters and digits, and start with a letter');
  if (
    typeof timeoutMs !== 'number' ||
    !Number.isInteger(timeoutMs) ||
    timeoutMs < 1 ||
    timeoutMs > timeoutMsMax
  )
    throw new Error(`timeoutMs must be an integer from 1 to ${timeoutMsMax}`);
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
  if (typeof text !== 'string' || text === '') throw new Error(`HSM option ${name} is required`);
  return text;
}
