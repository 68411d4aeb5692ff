import { type IncomingHttpHeaders, validateHeaderName, validateHeaderValue } from 'node:http';

/** Header names in lower case, one value each. */
export type EgressHeaders = Readonly<Record<string, string>>;

// Headers of the connection or the message framing: only the client sets them.
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
 * Returns the headers to send: those of the caller without cookies, without credentials unless the purpose sends them,
 * plus those the client sets. Undefined if one of them must not be sent at all.
 */
export function outgoingHeaders(
  headers: EgressHeaders,
  mayCarryCredentials: boolean,
): EgressHeaders | undefined {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  if (!entries.every(([name, value]) => !clientOwned.has(name) && isSendable(name, value))) return undefined;
  const allowed = entries.filter(
    ([name]) => name !== 'cookie' && (mayCarryCredentials || !credentialNames.has(name)),
  );
  // A compressed body could pass the size limit and expand afterwards.
  return { ...Object.fromEntries(allowed), 'accept-encoding': 'identity' };
}

/** Returns the headers of a response without cookies, which are never stored. */
export function incomingHeaders(received: IncomingHttpHeaders): EgressHeaders {
  const allowed: Record<string, string> = {};
  for (const [name, value] of Object.entries(received)) {
    if (typeof value === 'string') allowed[name] = value;
  }
  return allowed;
}

// The runtime's checks throw; here a header with a line break is a refusal like any other.
function isSendable(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
