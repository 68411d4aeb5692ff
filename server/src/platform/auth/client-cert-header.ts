import { certificateBytesMax } from './certificate-der.ts';

/** RFC 9440: one byte sequence of RFC 8941, without parameters. A list has a comma and does not match. */
const byteSequence = /^:([A-Za-z0-9+/]+={0,2}):$/;
const headerCharactersMax = 4 * Math.ceil(certificateBytesMax / 3) + 2;

/**
 * Reads the certificate that a trusted proxy forwards in `Client-Cert`; undefined unless the header is exactly in this
 * form.
 */
export function readClientCertHeader(value: string): Buffer | undefined {
  if (value.length > headerCharactersMax) return undefined;
  const base64 = byteSequence.exec(value)?.[1];
  if (base64 === undefined) return undefined;
  const der = Buffer.from(base64, 'base64');
  // Node's decoder accepts wrong padding and stray bits. A certificate must have one spelling only.
  return der.toString('base64') === base64 ? der : undefined;
}
