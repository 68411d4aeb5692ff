import { readCertificate } from './certificate-der.ts';

const keyUsageId = '2.5.29.15';
/** DER of a BIT STRING: tag, length, unused bits, then the bits, the first one highest. */
const bitString = { tag: 0x03, headerBytes: 3 } as const;
/** digitalSignature and contentCommitment (nonRepudiation) of RFC 5280 4.2.1.3. */
const signatureUses = 0b1100_0000;

/** Whether the key usage of a certificate allows signatures. A certificate without the extension does not say so. */
export function maySign(der: Uint8Array): boolean {
  const value = readCertificate(der).extensions.get(keyUsageId)?.value;
  if (value === undefined || value[0] !== bitString.tag) return false;
  return ((value[bitString.headerBytes] ?? 0) & signatureUses) !== 0;
}
