import { Temporal } from 'temporal-polyfill';
import type { Element } from '#platform/xml/xml-tree.ts';
import { bytesOf, childOf, namespaces, textOf, wholeNumber } from './element-search.ts';
import { PskcError } from './pskc-error.ts';
import type { ValueProtection } from './value-protection.ts';

const seedMaxBytes = 256;

/** Reads the secret of a key, plain or encrypted. */
export function seedOf(key: Element, protection: ValueProtection, plain: 'allowed' | 'refused'): Buffer {
  const secret = childOf(childOf(key, 'Data'), 'Secret');
  if (secret === undefined) throw new PskcError('secret-missing', key.line);
  const written = childOf(secret, 'PlainValue');
  // An attacker who replaced an encrypted seed by a plain one would control the token.
  if (written !== undefined && plain === 'refused') throw new PskcError('plain-secret', key.line);
  const decrypted = decryptedOf(secret, protection);
  if (written !== undefined && decrypted !== undefined) throw new PskcError('value', secret.line);
  const seed = written === undefined ? decrypted : bytesOf(written);
  if (seed === undefined) throw new PskcError('secret-missing', key.line);
  if (seed.length === 0 || seed.length > seedMaxBytes) throw new PskcError('value', secret.line);
  return seed;
}

/** Reads a number of the data of a key, plain or encrypted; only a drift may be negative. */
export function numberOf(
  key: Element,
  name: 'Counter' | 'Time' | 'TimeInterval' | 'TimeDrift',
  protection: ValueProtection,
): number | undefined {
  const element = childOf(childOf(key, 'Data'), name);
  if (element === undefined) return undefined;
  const written = textOf(element, 'PlainValue');
  const decrypted = decryptedOf(element, protection);
  if ((written === undefined) === (decrypted === undefined)) throw new PskcError('value', element.line);
  if (written !== undefined)
    return name === 'TimeDrift' ? signedNumber(written, element.line) : wholeNumber(written, element.line);
  if (decrypted === undefined || decrypted.length === 0 || decrypted.length > 8)
    throw new PskcError('value', element.line);
  return wholeNumber(BigInt(`0x${decrypted.toString('hex')}`).toString(), element.line);
}

/** Parses a time; without an offset it is UTC, as RFC 6030 requires. */
export function momentOf(element: Element | undefined, name: string): Temporal.Instant | undefined {
  const text = textOf(element, name);
  if (element === undefined || text === undefined) return undefined;
  const parts = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)(Z|[+-]\d{2}:\d{2})?$/.exec(text);
  if (parts === null) throw new PskcError('value', element.line);
  try {
    return Temporal.Instant.from(`${parts[1] ?? ''}${parts[2] ?? 'Z'}`);
  } catch {
    // The format is valid, but the date does not exist.
    throw new PskcError('value', element.line);
  }
}

function signedNumber(text: string, line: number): number {
  return text.startsWith('-') ? 0 - wholeNumber(text.slice(1), line) : wholeNumber(text, line);
}

function decryptedOf(element: Element, protection: ValueProtection): Buffer | undefined {
  const encrypted = childOf(element, 'EncryptedValue', namespaces.pskc);
  return encrypted === undefined ? undefined : protection.open(encrypted, childOf(element, 'ValueMAC'));
}
