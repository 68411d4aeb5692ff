import { proofAlgorithms } from './proof-key.ts';

/** How a token was, or should have been, presented. */
export type TokenScheme = 'Bearer' | 'DPoP';

const algorithms = `algs="${proofAlgorithms.join(' ')}"`;

/** The `WWW-Authenticate` of RFC 9110 11.6.1: what was wrong, in the scheme that would be right. */
export function challenge(
  scheme: TokenScheme,
  parameters: Readonly<Record<string, string>>,
): { readonly headers: Readonly<Record<string, string>> } {
  const told = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`);
  // RFC 9449 7.1: a client that must sign learns with what.
  const all = scheme === 'DPoP' ? [...told, algorithms] : told;
  return { headers: { 'www-authenticate': `${scheme} ${all.join(', ')}` } };
}

/** For whoever brought nothing: both ways are open, and nothing was wrong yet. */
export const openChallenge = { headers: { 'www-authenticate': `Bearer, DPoP ${algorithms}` } } as const;
