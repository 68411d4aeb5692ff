import type { SealCertificate, SealCertificates } from '#platform/auth/seal-certificates.ts';
import { decodeBase64 } from './canonical-base64.ts';
import { sealRefused } from './signature-problems.ts';

/** Base64 of the largest certificate that is read, with line breaks and the lines of a PEM file. */
const headerCharactersMax = 12_000;
const pemLines = /^-----BEGIN CERTIFICATE-----(.*)-----END CERTIFICATE-----$/;
const blanks = /[ \t]+/g;

/**
 * Reads and verifies TPP-Signature-Certificate: base64 of the DER bytes, or the text of a PEM file with blanks for its
 * line breaks.
 */
export async function sealFrom(
  value: string,
  seals: SealCertificates,
  bankId: string,
): Promise<SealCertificate> {
  const der = value.length > headerCharactersMax ? undefined : decodeBase64(base64In(value));
  if (der === undefined)
    throw sealRefused(
      'certificate-invalid',
      'TPP-Signature-Certificate must be one certificate: base64 of its DER bytes.',
    );
  const verdict = await seals.verify(der, bankId);
  if (verdict.kind === 'accepted') return verdict.certificate;
  throw sealRefused(verdict.literal, `TPP-Signature-Certificate is refused. ${verdict.message}`);
}

function base64In(value: string): string {
  const [, inner = value] = pemLines.exec(value.trim()) ?? [];
  return inner.replaceAll(blanks, '');
}
