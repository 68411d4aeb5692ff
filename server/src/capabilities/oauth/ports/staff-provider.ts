import type { StaffProof, StaffRules } from '../domain/employee.ts';

/** What only this sign-in knows; whoever comes back must match all of it. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  /** RFC 7636: redeems the code; only its hash has left the house before. */
  readonly verifier: string;
}

/** A sign-in at the bank's own provider, as it is to be asked for. */
export interface StaffSignInRequest {
  readonly secrets: SignInSecrets;
  /** Where the browser is to come back to. */
  readonly redirectUri: string;
  /** Classes of authentication in the provider's words; none when anything will do. */
  readonly acrValues: readonly string[];
  readonly maxAgeSeconds: number;
  /** A session over there is not enough either. */
  readonly mustSignInAnew: boolean;
}

export type StaffSignInStart =
  | { readonly kind: 'redirect'; readonly url: URL }
  /** The provider does not answer, or does not work. */
  | { readonly kind: 'away' };

/** What the browser brought back. */
export interface StaffSignInReturn {
  readonly secrets: SignInSecrets;
  readonly redirectUri: string;
  readonly parameters: URLSearchParams;
}

export type StaffSignInEnd =
  | { readonly kind: 'proven'; readonly proof: StaffProof }
  /** The person said no over there. */
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'away' }
  /** The provider says itself that it cannot do what was asked for. */
  | { readonly kind: 'too-weak' }
  /** What came back does not prove anything. */
  | { readonly kind: 'not-proven' };

/** Port: the identity provider of one bank's staff. */
export interface StaffProvider {
  readonly rules: StaffRules;
  begin(request: StaffSignInRequest): Promise<StaffSignInStart>;
  /** Redeems what came back and verifies it. */
  finish(back: StaffSignInReturn): Promise<StaffSignInEnd>;
}

/** Port: the providers of all banks. */
export interface StaffProviders {
  of(bankId: string): StaffProvider | undefined;
}

/** No bank has one. */
export const noStaff: StaffProviders = { of: () => undefined };
