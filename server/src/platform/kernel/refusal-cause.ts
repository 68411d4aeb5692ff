/**
 * Why a request got 401, 403 or 429. For the log only: the caller learns no more than the problem says, because a cause
 * would help an attacker with stolen tokens.
 */
export const refusalCauses = [
  // 401: the access token.
  'credentials-missing',
  'credentials-malformed',
  'token-malformed',
  'token-issuer-unknown',
  'token-key-unknown',
  'token-signature-invalid',
  'token-type-wrong',
  'token-audience-wrong',
  'token-expired',
  'token-not-yet-valid',
  'token-claims-invalid',
  'token-bank-not-of-issuer',
  'token-caller-not-of-issuer',
  'token-revoked',
  'token-unbound',
  'token-scheme-wrong',
  'token-certificate-not-shown',
  // 401: the proof of possession.
  'proof-missing',
  'proof-malformed',
  'proof-key-wrong',
  'proof-method-wrong',
  'proof-address-wrong',
  'proof-token-hash-missing',
  'proof-token-hash-wrong',
  'proof-expired',
  'proof-from-future',
  'proof-signature-invalid',
  'proof-replayed',
  // 401: the sign-in of a person, and the certificate of a third party.
  'sign-in-too-weak',
  'sign-in-too-old',
  'certificate-missing',
  'certificate-invalid',
  'certificate-expired',
  'certificate-revoked',
  'certificate-blocked',
  'role-invalid',
  // 401: the signature of a third party's request.
  'signature-missing',
  'signature-invalid',
  // 403
  'https-required',
  'bank-not-in-token',
  'caller-kind-not-allowed',
  'scope-missing',
  'role-missing',
  // 429
  'rate-limit-of-caller',
  'rate-limit-of-network',
  // Any of them: decided by the operation, not before it.
  'operation-refused',
] as const;

/** One of the causes; never external text. */
export type RefusalCause = (typeof refusalCauses)[number];

/** A cause with the value it concerns. */
export interface Refusal {
  readonly cause: RefusalCause;
  /** What the contract requires and the caller lacks: scopes or roles, of which one would be sufficient. */
  readonly required?: string;
  /** Class of the rate limit that was reached. */
  readonly rateClass?: string;
}

const literals: ReadonlySet<string> = new Set(refusalCauses);

/** Whether a problem's literal is itself the cause, such as `certificate-expired`. */
export function isRefusalCause(literal: string): literal is RefusalCause {
  return literals.has(literal);
}
