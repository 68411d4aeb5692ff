import { X509Certificate } from 'node:crypto';
import { readCertificate, readDirectoryText } from './certificate-der.ts';

/** Short names of RFC 4514; every other attribute is written as its object identifier. */
const shortNames: ReadonlyMap<string, string> = new Map([
  ['2.5.4.3', 'CN'],
  ['2.5.4.6', 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.9', 'STREET'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
]);

/** Returns the subject of a certificate in RFC 4514 form, the last name first; undefined if it cannot be read. */
export function subjectOf(der: Uint8Array): string | undefined {
  try {
    return readCertificate(der)
      .subject.map(({ id, value }) => `${shortNames.get(id) ?? id}=${escaped(readDirectoryText(value))}`)
      .toReversed()
      .join(',');
    // Obsolete string types and malformed bytes alike: a subject without a canonical form matches no client.
  } catch {
    return undefined;
  }
}

function escaped(value: string): string {
  return value
    .replaceAll(/["+,;<>\\]/g, '\\$&')
    .replace(/^[ #]/, '\\$&')
    .replace(/ $/, '\\ ');
}

/** Whether a certificate names this host exactly; wildcards do not match. */
export function namesHost(der: Uint8Array, host: string): boolean {
  return (
    new X509Certificate(der).checkHost(host, { subject: 'never', wildcards: false }) !== undefined &&
    !host.startsWith('.')
  );
}
