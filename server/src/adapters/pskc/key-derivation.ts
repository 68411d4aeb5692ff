import { pbkdf2Sync } from 'node:crypto';
import type { Secret } from '#platform/kernel/secret.ts';
import type { Element } from '#platform/xml/xml-tree.ts';
import { bytesOf, childOf, namespaces, wholeNumber } from './element-search.ts';
import { PskcError } from './pskc-error.ts';

/** The hash functions of MACs by their XML identifiers. */
export const macHashes: ReadonlyMap<string, string> = new Map([
  [`${namespaces.signature}hmac-sha1`, 'sha1'],
  ['http://www.w3.org/2001/04/xmldsig-more#hmac-sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#hmac-sha384', 'sha384'],
  ['http://www.w3.org/2001/04/xmldsig-more#hmac-sha512', 'sha512'],
]);

const iterationsMax = 1_000_000;
const keyLengths = [16, 24, 32];

/** Derives the key of a passphrase by PBKDF2. RFC 6030 6.2. */
export function derivedKey(derived: Element, passphrase: Secret<string>): Uint8Array {
  const method = childOf(derived, 'KeyDerivationMethod', namespaces.encryption11);
  if (method?.attributes.get('Algorithm') !== `${namespaces.password}pbkdf2`) throw errorAt(derived);
  const parameters = childOf(method, 'PBKDF2-params', namespaces.password);
  if (parameters === undefined) throw errorAt(method);
  const salt = bytesOf(required(required(parameters, 'Salt'), 'Specified'), 'key-derivation');
  const iterations = numberIn(parameters, 'IterationCount');
  const keyBytes = numberIn(parameters, 'KeyLength');
  if (iterations < 1 || iterations > iterationsMax || !keyLengths.includes(keyBytes))
    throw errorAt(parameters);
  return pbkdf2Sync(passphrase.reveal(), salt, iterations, keyBytes, hashIn(parameters));
}

function hashIn(parameters: Element): string {
  const name = parameterOf(parameters, 'PRF')?.attributes.get('Algorithm');
  const hash = macHashes.get(name ?? `${namespaces.signature}hmac-sha1`);
  if (hash === undefined) throw errorAt(parameters);
  return hash;
}

function numberIn(parameters: Element, name: string): number {
  const { text, line } = required(parameters, name);
  return wholeNumber(text.trim(), line);
}

function required(element: Element, name: string): Element {
  const found = parameterOf(element, name);
  if (found === undefined) throw errorAt(element);
  return found;
}

function parameterOf(element: Element, name: string): Element | undefined {
  return childOf(element, name, '') ?? childOf(element, name, namespaces.password);
}

function errorAt({ line }: Element): PskcError {
  return new PskcError('key-derivation', line);
}
