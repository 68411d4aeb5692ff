import { proofAlgorithms } from './proof-key.ts';

/** The authentication scheme of a token, as presented or as required. */
export type TokenScheme = 'Bearer' | 'DPoP';

const algorithms = `algs="${proofAlgorithms.join(' ')}"`;

/** Builds the `WWW-Authenticate` header of RFC 9110 11.6.1: the error, in the scheme that the client must use. */
export function challenge(
  scheme: TokenScheme,
  parameters: Readonly<Record<string, string>>,
): { readonly headers: Readonly<Record<string, string>> } {
  const printed = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`);
  // RFC 9449 7.1: the challenge names the supported algorithms.
  const all = scheme === 'DPoP' ? [...printed, algorithms] : printed;
  return { headers: { 'www-authenticate': `${scheme} ${all.join(', ')}` } };
}

/** The challenge for a request without credentials: both schemes, no error. */
export const openChallenge = { headers: { 'www-authenticate': `Bearer, DPoP ${algorithms}` } } as const;
