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
  'cannot-sign': 'not_allowed',
  'confirmation-wrong': 'confirmation_failed',
  'subject-ended': 'resource_changed',
};

/** How an approval ended, as far as the way back depends on it. */
export type Ending =
  | { readonly kind: 'approved'; readonly confirmationCode?: string | undefined }
  | { readonly kind: 'failed'; readonly failure: Failure };

/**
 * Returns the address to which the browser returns: the one for success, or the other one if the third party gave one.
 * Always the stored address, with its own query kept and ours added.
 */
export function wayBack({ nokUri, state, uri }: ReturnAddress, ending: Ending): string {
  const url = new URL(ending.kind === 'failed' ? (nokUri ?? uri) : uri);
  if (ending.kind === 'failed') url.searchParams.set('error', errors[ending.failure]);
  else if (ending.confirmationCode !== undefined)
    url.searchParams.set('confirmationCode', ending.confirmationCode);
  if (state !== undefined) url.searchParams.set('state', state);
  return url.href;
}

/** Returns whether an address may be returned to: encrypted, and nothing in it that browsers treat specially. */
export function isReturnAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null && url.protocol === 'https:' && url.hash === '' && url.username === '' && url.password === ''
  );
}

/** Returns the origins that the page may send the browser to. */
export function originsOf({ nokUri, uri }: ReturnAddress): readonly string[] {
  return [...new Set([uri, ...(nokUri === undefined ? [] : [nokUri])].map((one) => new URL(one).origin))];
}
