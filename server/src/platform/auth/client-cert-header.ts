import { certificateBytesMax } from './certificate-der.ts';

/** RFC 9440: one byte sequence of RFC 8941, without parameters. A list has a comma and does not match. */
const byteSequence = /^:([A-Za-z0-9+/]+={0,2}):$/;
const headerCharactersMax = 4 * Math.ceil(certificateBytesMax / 3) + 2;

/** The certificate that a trusted proxy passes on in `Client-Cert`; undefined unless it is exactly in form. */
export function readClientCertHeader(value: string): Buffer | undefined {
  if (value.length > headerCharactersMax) return undefined;
  const base64 = byteSequence.exec(value)?.[1];
  if (base64 === undefined) return undefined;
  const der = Buffer.from(base64, 'base64');
  // Node's decoder forgives wrong padding and stray bits; two spellings of one certificate are one too many.
  return der.toString('base64') === base64 ? der : undefined;
}
