import { X509Certificate } from 'node:crypto';
import { readCertificate, readDirectoryText } from './certificate-der.ts';

/** Short names of RFC 4514; every other attribute is written by its number. */
const shortNames: ReadonlyMap<string, string> = new Map([
  ['2.5.4.3', 'CN'],
  ['2.5.4.6', 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.9', 'STREET'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
]);

/** The subject of a certificate as RFC 4514 writes it, the last name first; undefined when it cannot be read. */
export function subjectOf(der: Uint8Array): string | undefined {
  try {
    return readCertificate(der)
      .subject.map(({ id, value }) => `${shortNames.get(id) ?? id}=${escaped(readDirectoryText(value))}`)
      .toReversed()
      .join(',');
    // Old kinds of text and broken bytes alike: a subject we cannot spell matches nobody.
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

/** Whether a certificate names this host, spelled out; a wildcard names nobody. */
export function namesHost(der: Uint8Array, host: string): boolean {
  return (
    new X509Certificate(der).checkHost(host, { subject: 'never', wildcards: false }) !== undefined &&
    !host.startsWith('.')
  );
}
