import type { StaffProof, StaffRules } from '../domain/employee.ts';

/** Secrets of one sign-in. The callback must match all of them. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  /** RFC 7636: redeems the code; only its hash was sent to the provider. */
  readonly verifier: string;
}

/** Authentication request to the bank's own provider. */
export interface StaffSignInRequest {
  readonly secrets: SignInSecrets;
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string;
  /** Authentication classes of the provider; empty if any is accepted. */
  readonly acrValues: readonly string[];
  readonly maxAgeSeconds: number;
  /** A session at the provider is not enough either. */
  readonly requiresNewSignIn: boolean;
}

export type StaffSignInStart =
  | { readonly kind: 'redirect'; readonly url: URL }
  /** The provider does not respond, or fails. */
  | { readonly kind: 'away' };

/** Callback parameters and the secrets to check them against. */
export interface StaffSignInReturn {
  readonly secrets: SignInSecrets;
  readonly redirectUri: string;
  readonly parameters: URLSearchParams;
}

export type StaffSignInEnd =
  | { readonly kind: 'proven'; readonly proof: StaffProof }
  /** The employee cancelled at the provider. */
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'away' }
  /** The provider reports that it cannot meet the requested authentication class. */
  | { readonly kind: 'too-weak' }
  /** The callback could not be verified. */
  | { readonly kind: 'not-proven' };

/** Port: identity provider for the staff of one bank. */
export interface StaffProvider {
  readonly rules: StaffRules;
  begin(request: StaffSignInRequest): Promise<StaffSignInStart>;
  /** Redeems the code and verifies the result. */
  finish(back: StaffSignInReturn): Promise<StaffSignInEnd>;
}

/** Port: staff providers of all banks. */
export interface StaffProviders {
  of(bankId: string): StaffProvider | undefined;
}

/** No bank has a staff provider. */
export const noStaff: StaffProviders = { of: () => undefined };
