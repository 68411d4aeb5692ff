import { type IncomingHttpHeaders, validateHeaderName, validateHeaderValue } from 'node:http';

/** Header names in lower case, one value each. */
export type EgressHeaders = Readonly<Record<string, string>>;

// Names the connection or the framing of the message: set by the client, or not at all.
const clientOwned: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const credentialNames: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization']);

/**
 * The headers that leave the house: those of the caller without cookies, without credentials unless the
 * purpose sends them, plus what the client answers for. Undefined when one of them may not be sent at all.
 */
export function outgoingHeaders(
  given: EgressHeaders,
  mayCarryCredentials: boolean,
): EgressHeaders | undefined {
  const entries = Object.entries(given).map(([name, value]) => [name.toLowerCase(), value] as const);
  if (!entries.every(([name, value]) => !clientOwned.has(name) && isSendable(name, value))) return undefined;
  const kept = entries.filter(
    ([name]) => name !== 'cookie' && (mayCarryCredentials || !credentialNames.has(name)),
  );
  // A compressed body would pass the size limit and grow afterwards.
  return { ...Object.fromEntries(kept), 'accept-encoding': 'identity' };
}

/** The headers of a response, without cookies: nothing here keeps them, nobody may start to. */
export function incomingHeaders(received: IncomingHttpHeaders): EgressHeaders {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(received)) {
    if (typeof value === 'string') kept[name] = value;
  }
  return kept;
}

// The runtime's checks answer by throwing; here a header with a line break is a refusal like any other.
function isSendable(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
