import { createDecipheriv, createHmac } from 'node:crypto';
import { equalBytes } from '#platform/crypto/equal-bytes.ts';
import { once } from '#platform/kernel/once.ts';
import type { Secret } from '#platform/kernel/secret.ts';
import type { Element } from '#platform/xml/xml-tree.ts';
import { bytesOf, childOf, namespaces } from './element-search.ts';
import { derivedKey, macHashes } from './key-derivation.ts';
import { PskcError } from './pskc-error.ts';

/** The key or passphrase that the manufacturer delivered separately. */
export type TransportKey =
  | { readonly kind: 'none' }
  | { readonly kind: 'pre-shared-key'; readonly key: Secret<Uint8Array> }
  | { readonly kind: 'passphrase'; readonly passphrase: Secret<string> };

/** Decrypts the encrypted values of one file. */
export interface ValueProtection {
  readonly open: (value: Element, mac: Element | undefined) => Buffer;
}

const ciphers: ReadonlyMap<string, { readonly name: string; readonly keyBytes: number }> = new Map([
  [`${namespaces.encryption}aes128-cbc`, { name: 'aes-128-cbc', keyBytes: 16 }],
  [`${namespaces.encryption}aes192-cbc`, { name: 'aes-192-cbc', keyBytes: 24 }],
  [`${namespaces.encryption}aes256-cbc`, { name: 'aes-256-cbc', keyBytes: 32 }],
]);
const blockBytes = 16;

/** Reads how the values of a container are protected. Derives keys when the first value needs them. */
export function valueProtection(container: Element, transport: TransportKey): ValueProtection {
  const dataKey = once(() => dataKeyOf(container, transport));
  const macOf = once(() => macMethodOf(container, dataKey()));
  return {
    open(value, mac) {
      const key = dataKey();
      const encrypted = cipherValueOf(value);
      // The MAC is verified first: nothing of a modified value is decrypted. RFC 6030 6.1.1.
      assertMac(macOf()(encrypted), mac, value.line);
      return decrypted(value, encrypted, key);
    },
  };
}

function dataKeyOf(container: Element, transport: TransportKey): Uint8Array {
  const encryptionKey = childOf(container, 'EncryptionKey');
  if (encryptionKey === undefined) throw new PskcError('transport-key', container.line);
  const derived = childOf(encryptionKey, 'DerivedKey', namespaces.encryption11);
  switch (transport.kind) {
    case 'none':
      throw new PskcError('transport-key', encryptionKey.line);
    case 'pre-shared-key':
      if (derived !== undefined) throw new PskcError('transport-key', encryptionKey.line);
      if (childOf(encryptionKey, 'KeyName', namespaces.signature) === undefined)
        throw new PskcError('transport-key', encryptionKey.line);
      return transport.key.reveal();
    case 'passphrase':
      if (derived === undefined) throw new PskcError('transport-key', encryptionKey.line);
      return derivedKey(derived, transport.passphrase);
  }
}

function macMethodOf(container: Element, dataKey: Uint8Array): (bytes: Uint8Array) => Buffer {
  const method = childOf(container, 'MACMethod');
  if (method === undefined) throw new PskcError('mac-missing', container.line);
  const hash = macHashes.get(method.attributes.get('Algorithm') ?? '');
  const keyElement = childOf(method, 'MACKey');
  if (hash === undefined || keyElement === undefined) throw new PskcError('mac-method', method.line);
  const key = decrypted(keyElement, cipherValueOf(keyElement), dataKey);
  return (bytes) => createHmac(hash, key).update(bytes).digest();
}

function assertMac(right: Buffer, mac: Element | undefined, line: number): void {
  if (mac === undefined) throw new PskcError('mac-missing', line);
  const given = bytesOf(mac);
  if (!equalBytes(given, right)) throw new PskcError('mac-wrong', line);
}

function cipherValueOf(encrypted: Element): Buffer {
  const data = childOf(encrypted, 'CipherData', namespaces.encryption);
  const value = childOf(data, 'CipherValue', namespaces.encryption);
  if (value === undefined) throw new PskcError('encryption-method', encrypted.line);
  return bytesOf(value);
}

function decrypted(element: Element, bytes: Buffer, key: Uint8Array): Buffer {
  const method = childOf(element, 'EncryptionMethod', namespaces.encryption);
  const cipher = ciphers.get(method?.attributes.get('Algorithm') ?? '');
  if (cipher === undefined) throw new PskcError('encryption-method', element.line);
  if (cipher.keyBytes !== key.length) throw new PskcError('transport-key', element.line);
  if (bytes.length < 2 * blockBytes || bytes.length % blockBytes !== 0)
    throw new PskcError('decryption', element.line);
  const decipher = createDecipheriv(cipher.name, key, bytes.subarray(0, blockBytes));
  // The padding of XML Encryption differs from the library's: only its last byte counts.
  decipher.setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(bytes.subarray(blockBytes)), decipher.final()]);
  const padding = padded.at(-1) ?? 0;
  if (padding < 1 || padding > blockBytes) throw new PskcError('decryption', element.line);
  return padded.subarray(0, padded.length - padding);
}
