import type { CertificateFault } from '#platform/auth/third-party-certificate.ts';
import type { Problem, ProblemFactory } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';

/** The headers of a signed message, as the standard spells them. */
export type SignatureHeaderName = 'Digest' | 'Signature' | 'TPP-Signature-Certificate';

/** One error of a signed message. */
export interface SignatureError {
  readonly header: SignatureHeaderName;
  /** A constant phrase for the log. */
  readonly reason: string;
  /**
   * For the developer of the caller: what was sent, what is expected. Contains no header value but those of the
   * signature itself.
   */
  readonly message: string;
}

/** SIGNATURE_INVALID. */
export function signatureInvalid(error: SignatureError): Problem {
  return withError(standardProblems['signature-invalid'], error);
}

/** SIGNATURE_MISSING. */
export function signatureMissing(error: SignatureError): Problem {
  return withError(standardProblems['signature-missing'], error);
}

/** CERTIFICATE_…, for the certificate of the signature: the path tells it from the client certificate. */
export function sealRefused(literal: CertificateFault['literal'], message: string): Problem {
  const header = 'TPP-Signature-Certificate';
  return withError(standardProblems[literal], { header, reason: `seal: ${literal}`, message });
}

function withError(factory: ProblemFactory, { header, reason, message }: SignatureError): Problem {
  return factory({ reason, fieldErrors: [{ part: 'header', path: [header], code: 'mismatch', message }] });
}
