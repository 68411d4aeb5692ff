import { Secret } from '#platform/kernel/secret.ts';
import { XmlError } from '#platform/xml/xml-error.ts';
import { type Element, readXml } from '#platform/xml/xml-tree.ts';
import { childOf, childrenOf, namespaces, textOf } from './element-search.ts';
import { type AlgorithmParameters, algorithmOf, parametersOf } from './key-algorithm.ts';
import { type KeyValidity, validityOf } from './key-policy.ts';
import { numberOf, seedOf } from './key-values.ts';
import { PskcError } from './pskc-error.ts';
import { type TransportKey, type ValueProtection, valueProtection } from './value-protection.ts';

/** One key of a token. What the file does not say is undefined; the importer applies defaults. */
export interface PskcKey extends AlgorithmParameters, KeyValidity {
  readonly keyId: string;
  readonly algorithm: 'hotp' | 'totp' | 'ocra';
  readonly seed: Secret<Buffer>;
  readonly manufacturer: string | undefined;
  readonly serial: string | undefined;
  readonly issuer: string | undefined;
  readonly counter: number | undefined;
  readonly time: number | undefined;
  readonly timeStepSeconds: number | undefined;
  readonly timeDrift: number | undefined;
  /** Line of the key package in the file. */
  readonly line: number;
}

/** Content of a file. */
export interface PskcFile {
  readonly keys: readonly PskcKey[];
  /** PINs checked by the tokens themselves; their values are not read. */
  readonly pins: readonly { readonly keyId: string; readonly line: number }[];
  /** Whether the file is signed. The signature is not verified: trust in a file comes from its transport key. */
  readonly signature: 'none' | 'not-verified';
}

const idMaxLength = 128;

/** Reads a PSKC file, RFC 6030, as a whole. Throws only `PskcError`. */
export function readPskc(bytes: Uint8Array, transport: TransportKey): PskcFile {
  const container = containerIn(bytes);
  const { name, namespace, attributes, line } = container;
  if (name !== 'KeyContainer' || namespace !== namespaces.pskc || attributes.get('Version') !== '1.0')
    throw new PskcError('not-pskc', line);
  const protection = valueProtection(container, transport);
  const plain = transport.kind === 'none' ? 'allowed' : 'refused';
  const packages = childrenOf(container, 'KeyPackage');
  if (packages.length === 0) throw new PskcError('no-key', line);
  const entries = packages.map((keyPackage) =>
    atPackage(keyPackage, () => entryOf(keyPackage, protection, plain)),
  );
  assertDistinct(entries);
  const signed = [namespaces.pskc, namespaces.signature].some(
    (space) => childrenOf(container, 'Signature', space).length > 0,
  );
  return {
    keys: entries.filter((entry) => entry.algorithm !== 'pin'),
    pins: entries
      .filter(({ algorithm }) => algorithm === 'pin')
      .map(({ keyId, line: at }) => ({ keyId, line: at })),
    signature: signed ? 'not-verified' : 'none',
  };
}

/** Converts XML errors to a `PskcError`. */
function containerIn(bytes: Uint8Array): Element {
  try {
    return readXml(bytes);
  } catch (error) {
    if (!isXmlError(error)) throw error;
    const { line, reason } = error;
    throw new PskcError(reason === 'text-too-long' || reason === 'text-interrupted' ? 'value' : reason, line);
  }
}

/** The reader of trees has fewer reasons than that of documents. */
function isXmlError(error: unknown): error is XmlError {
  return error instanceof XmlError;
}

interface PinEntry {
  readonly algorithm: 'pin';
  readonly keyId: string;
  readonly line: number;
}

/** Adds the line of the package to errors within it. */
function atPackage<T>(keyPackage: Element, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PskcError) throw new PskcError(error.reason, keyPackage.line);
    throw error;
  }
}

function entryOf(
  keyPackage: Element,
  protection: ValueProtection,
  plain: 'allowed' | 'refused',
): PskcKey | PinEntry {
  const { line } = keyPackage;
  const [key, second] = childrenOf(keyPackage, 'Key');
  if (key === undefined) throw new PskcError('no-key', line);
  if (second !== undefined) throw new PskcError('several-keys', line);
  const keyId = bounded(key.attributes.get('Id'), line);
  if (keyId === undefined) throw new PskcError('value', line);
  const algorithm = algorithmOf(key);
  if (algorithm === 'pin') return { algorithm, keyId, line };
  const device = childOf(keyPackage, 'DeviceInfo');
  return {
    keyId,
    algorithm,
    ...parametersOf(key, algorithm),
    ...validityOf(key),
    seed: new Secret(seedOf(key, protection, plain)),
    manufacturer: bounded(textOf(device, 'Manufacturer'), line),
    serial: bounded(textOf(device, 'SerialNo'), line),
    issuer: bounded(textOf(key, 'Issuer'), line),
    counter: numberOf(key, 'Counter', protection),
    time: numberOf(key, 'Time', protection),
    timeStepSeconds: stepOf(key, protection),
    timeDrift: numberOf(key, 'TimeDrift', protection),
    line,
  };
}

function stepOf(key: Element, protection: ValueProtection): number | undefined {
  const seconds = numberOf(key, 'TimeInterval', protection);
  if (seconds === 0) throw new PskcError('value', key.line);
  return seconds;
}

/** Limits names and numbers for display and print: bounded length, no control characters. */
function bounded(text: string | undefined, line: number): string | undefined {
  if (text === undefined) return undefined;
  if (text === '' || text.length > idMaxLength || /\p{C}/u.test(text)) throw new PskcError('value', line);
  return text;
}

function assertDistinct(entries: readonly { readonly keyId: string; readonly line: number }[]): void {
  const seen = new Set<string>();
  for (const { keyId, line } of entries) {
    if (seen.has(keyId)) throw new PskcError('duplicate-key-id', line);
    seen.add(keyId);
  }
}
