import type { Failure } from './authorisation.ts';
import type { ReturnAddress } from './details.ts';

/** What the third party reads in the address after a negative end, published with the bank profile. */
const errors: Readonly<Record<Failure, string>> = {
  cancelled: 'access_denied',
  declined: 'access_denied',
  'too-many-passwords': 'authentication_failed',
  'too-many-codes': 'authentication_failed',
  'timed-out': 'timed_out',
  'no-method': 'method_missing',
  'no-account': 'account_missing',
  'cannot-sign': 'not_allowed',
  'confirmation-wrong': 'confirmation_failed',
  'subject-ended': 'resource_changed',
};

const unavailable = 'temporarily_unavailable';

/** How an approval ended, as far as the way back depends on it. */
export type Ending =
  | { readonly kind: 'approved'; readonly confirmationCode?: string | undefined }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** It has not ended: the bank cannot go on at the moment. */
  | { readonly kind: 'unavailable' };

/** The way back from the page. */
export interface WayBack {
  /** Undefined if the third party gave no address. */
  readonly returnUrl: string | undefined;
  /** The host to which it leads, if that is not the third party's own: the customer sees it before the browser goes there. */
  readonly foreignHost?: string;
}

export const noWayBack: WayBack = { returnUrl: undefined };

/**
 * Returns the address to which the browser returns: the one for success, or the other one if the third party gave one.
 * Always the stored address, with its own query kept and ours added.
 */
export function wayBack(address: ReturnAddress, ending: Ending): WayBack {
  const returnUrl = urlAfter(address, ending);
  const { hostname } = new URL(address.onwardUri ?? returnUrl);
  return address.foreignHosts?.includes(hostname) === true
    ? { returnUrl, foreignHost: hostname }
    : { returnUrl };
}

function urlAfter({ nokUri, state, uri }: ReturnAddress, ending: Ending): string {
  const url = new URL(ending.kind === 'approved' ? uri : (nokUri ?? uri));
  if (ending.kind === 'failed') url.searchParams.set('error', errors[ending.failure]);
  else if (ending.kind === 'unavailable') url.searchParams.set('error', unavailable);
  else if (ending.confirmationCode !== undefined)
    url.searchParams.set('confirmationCode', ending.confirmationCode);
  if (state !== undefined) url.searchParams.set('state', state);
  return url.href;
}

/** Other characters in a host, which the address parser accepts, would be directives in the policy of the page. */
const hostPattern = /^(?:[a-z0-9.\-]+|\[[0-9a-f:.]+\])$/v;

/** Names of the customer's own machine. A request to it crosses no network, so no one else can read it (RFC 8252, 7.3). */
const ownMachine: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns whether an address may be returned to: encrypted, or on the customer's own machine, where developers run third
 * parties; and nothing in it that browsers treat specially.
 */
export function isReturnAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !isSafeFromReaders(url) || !hostPattern.test(url.hostname)) return false;
  return url.hash === '' && url.username === '' && url.password === '';
}

function isSafeFromReaders({ hostname, protocol }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && ownMachine.includes(hostname));
}

/**
 * Keeps which hosts are not the third party's own. The customer's own machine is no stranger: nothing that is sent there
 * leaves it.
 */
export function withForeignHosts(address: ReturnAddress, isOwn: (host: string) => boolean): ReturnAddress {
  const foreignHosts = urlsIn(address)
    .map(({ hostname }) => hostname)
    .filter((host) => !ownMachine.includes(host) && !isOwn(host));
  return foreignHosts.length === 0 ? address : { ...address, foreignHosts: [...new Set(foreignHosts)] };
}

/** Returns the origins to which a form of the page may send the browser. To a foreign host only a link leads. */
export function originsOf(address: ReturnAddress): readonly string[] {
  const { foreignHosts = [] } = address;
  const urls = urlsIn(address).filter(({ hostname }) => !foreignHosts.includes(hostname));
  return [...new Set(urls.map(({ origin }) => origin))];
}

function urlsIn({ nokUri, onwardUri, uri }: ReturnAddress): readonly URL[] {
  return [uri, nokUri, onwardUri].filter((one) => one !== undefined).map((one) => new URL(one));
}
