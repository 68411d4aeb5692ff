/**
 * Redirect URIs. Redirect attacks use addresses that the checking side and the following side read differently. Only
 * addresses with a single reading and spelling are therefore valid, and a sent address must equal the registered one
 * code unit by code unit.
 */

/** Checked before any other rule reads the text. */
export const redirectUriLengthMax = 512;
const hostLengthMax = 253;

type Refusal = readonly [isBroken: (uri: string) => boolean, why: string];

const authority = String.raw`https:\/\/[a-z0-9.-]+(?::[1-9][0-9]{0,4})?`;
const path = String.raw`(?:(?:\/[A-Za-z0-9._~-]+)+\/?|\/)`;
const parameter = String.raw`[A-Za-z0-9._~-]+(?:=[A-Za-z0-9._~-]*)?`;
const query = String.raw`(?:\?${parameter}(?:&${parameter})*)?`;
const shape = new RegExp(`^${authority}${path}${query}$`);

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Names of the user's own machine, in any position. RFC 6761 6.3. */
const ownMachine = /^local(?:host|domain)[0-9]*$/;

/** Parameters of the authorization response; the redirect URI must not contain them already. */
const responseParameters = new Set([
  'code',
  'state',
  'iss',
  'error',
  'error_description',
  'error_uri',
  'response',
  'session_state',
  'access_token',
  'id_token',
]);

const refusals: readonly Refusal[] = [
  [(uri) => uri === '', 'is empty'],
  [(uri) => uri.length > redirectUriLengthMax, `is longer than ${redirectUriLengthMax} characters`],
  [
    (uri) => /[^\x21-\x7e]/.test(uri),
    'has a space, a control or a non-ASCII character; write an international host name in its xn-- form',
  ],
  [(uri) => !uri.startsWith('https://'), 'does not start with https://'],
  [(uri) => uri.includes('#'), 'has a fragment'],
  [(uri) => uri.includes('@'), 'has an @ (user info)'],
  [(uri) => /[\\;%*]/.test(uri), String.raw`has a \ ; % or *`],
  [
    (uri) => !shape.test(uri),
    'has more than host, port, path and query in plain characters; end a host without path with /',
  ],
];

/** Returns what is wrong with a redirect URI, or undefined if it can be registered. */
export function redirectUriError(uri: string): string | undefined {
  const inText = refusals.find(([isBroken]) => isBroken(uri))?.[1];
  if (inText !== undefined) return inText;
  const url = URL.parse(uri);
  // An address that the parser changes has a second spelling, such as dot segments or the default port.
  if (url?.href !== uri) return 'is not in canonical form';
  if (!isPublicName(url.hostname))
    return 'has an IP address, a name of the local machine, or an incomplete host name';
  const names = [...url.searchParams.keys()];
  if (names.some((name) => responseParameters.has(name)))
    return 'has a query parameter that belongs to the authorization response';
  return undefined;
}

/** Returns whether a redirect URI is valid and registered for the client. */
export function isRegistered(registered: readonly string[], sent: string): boolean {
  return redirectUriError(sent) === undefined && registered.includes(sent);
}

/**
 * Returns whether a host is a fully qualified public name: no IP address in any spelling, no wildcard, not the user's
 * own machine.
 */
export function isPublicName(host: string): boolean {
  const labels = host.split('.');
  const last = labels.at(-1) ?? '';
  return (
    host.length <= hostLengthMax &&
    labels.length >= 2 &&
    labels.every((one) => label.test(one)) &&
    // Some parsers read a name that ends in a number as an IP address.
    /^[a-z]/.test(last) &&
    !ownMachine.test(last)
  );
}
