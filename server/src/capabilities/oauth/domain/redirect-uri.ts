/**
 * Where a browser may be sent back to. Attacks on redirects live from one address having two readings: one by whoever
 * checks it, one by whoever follows it. So only addresses with a single reading are taken, in one spelling, and a
 * sent one must be that spelling, code unit by code unit.
 */

/** Checked before anything looks at the text. */
export const redirectUriLengthMax = 512;
const hostLengthMax = 253;

type Refusal = readonly [isBroken: (uri: string) => boolean, why: string];

const authority = String.raw`https:\/\/[a-z0-9.-]+(?::[1-9][0-9]{0,4})?`;
const path = String.raw`(?:(?:\/[A-Za-z0-9._~-]+)+\/?|\/)`;
const parameter = String.raw`[A-Za-z0-9._~-]+(?:=[A-Za-z0-9._~-]*)?`;
const query = String.raw`(?:\?${parameter}(?:&${parameter})*)?`;
const shape = new RegExp(`^${authority}${path}${query}$`);

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Names that mean the visitor's own machine, wherever they stand. RFC 6761 6.3. */
const ownMachine = /^local(?:host|domain)[0-9]*$/;

/** Parameters of the answer; one that stands in the address already would be there twice. */
const answerParameters = new Set([
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
    'has a space, a control or a non-ASCII character; write an international host in its xn-- form',
  ],
  [(uri) => !uri.startsWith('https://'), 'does not start with https://'],
  [(uri) => uri.includes('#'), 'has a fragment'],
  [(uri) => uri.includes('@'), 'has an @, as user-info would'],
  [(uri) => /[\\;%*]/.test(uri), String.raw`has a \ ; % or *`],
  [
    (uri) => !shape.test(uri),
    'has more than host, port, path and query in plain characters; a host alone is written with / at its end',
  ],
];

/** What is wrong with an address to be sent back to; undefined when it can be registered. */
export function redirectUriFault(uri: string): string | undefined {
  const inText = refusals.find(([isBroken]) => isBroken(uri))?.[1];
  if (inText !== undefined) return inText;
  const url = URL.parse(uri);
  // What the parser changes has a second spelling, such as dot segments or the usual port.
  if (url?.href !== uri) return 'is not in its canonical spelling';
  if (!isPublicName(url.hostname)) return 'names an address, this machine, or no full host name';
  const names = [...url.searchParams.keys()];
  if (names.some((name) => answerParameters.has(name)))
    return 'has a query parameter that belongs to the answer';
  return undefined;
}

/** Whether a browser may be sent to this address: it keeps the rule, and is one of the client's own. */
export function isRegistered(registered: readonly string[], sent: string): boolean {
  return redirectUriFault(sent) === undefined && registered.includes(sent);
}

/** A full host name of the public kind: no address in any spelling, no wildcard, not the visitor's own machine. */
export function isPublicName(host: string): boolean {
  const labels = host.split('.');
  const last = labels.at(-1) ?? '';
  return (
    host.length <= hostLengthMax &&
    labels.length >= 2 &&
    labels.every((one) => label.test(one)) &&
    // A name that ends in a number is read as an address by some.
    /^[a-z]/.test(last) &&
    !ownMachine.test(last)
  );
}
