import type { TokenFacts } from './token-verifier.ts';

/** What a token can be revoked by: itself, its grant, its client or its person, from some time on. */
export type RevocableToken = Pick<
  TokenFacts,
  | 'banks'
  | 'tokenId'
  | 'grantId'
  | 'clientId'
  | 'issuedAtSeconds'
  | 'subject'
  | 'customer'
  | 'employee'
  | 'exchanged'
>;

/** Port: whether a valid token has been revoked. Called on every request, so it responds from memory. */
export interface TokenRevocations {
  isRevoked(token: RevocableToken): boolean;
}

/** For processes without an OAuth server of their own: no token can be revoked there. */
export const nothingRevokedTokens: TokenRevocations = { isRevoked: () => false };
