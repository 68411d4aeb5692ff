import type { TokenFacts } from './token-verifier.ts';

/** What a token can be revoked by: itself, its grant, its client or its person, from some moment on. */
export type RevocableToken = Pick<
  TokenFacts,
  'banks' | 'tokenId' | 'grantId' | 'clientId' | 'issuedAtSeconds' | 'subject' | 'customer' | 'employee'
>;

/** Port: whether a token that is good in itself has been taken back. Asked on every request, so it answers from memory. */
export interface TokenRevocations {
  isRevoked(token: RevocableToken): boolean;
}

/** For places without a server of their own: nobody there could have taken anything back. */
export const nothingRevokedTokens: TokenRevocations = { isRevoked: () => false };
