import type { Element } from '#platform/xml/xml-tree.ts';
import { childOf, namespaces, textOf, wholeNumber } from './element-search.ts';
import { PskcError } from './pskc-error.ts';

/** Use of a key: one of the three kinds of token, or the PIN of one, which only the token itself checks. */
export type KeyAlgorithm = 'hotp' | 'totp' | 'ocra' | 'pin';

/** Parameters of code generation. */
export interface AlgorithmParameters {
  readonly hash: 'sha1' | 'sha256' | 'sha512';
  /** Undefined if the file does not say. */
  readonly digits: number | undefined;
  /** The suite of an OCRA token as written; only its beginning has been validated. */
  readonly suite: string | undefined;
}

const suiteMaxLength = 64;
const digitsMax = 10;

const algorithms: ReadonlyMap<string, KeyAlgorithm> = new Map([
  [`${namespaces.pskc}:hotp`, 'hotp'],
  [`${namespaces.pskc}:totp`, 'totp'],
  [`${namespaces.pskc}#totp`, 'totp'],
  [`${namespaces.pskc}:ocra`, 'ocra'],
  [`${namespaces.pskc}:OCRA-1`, 'ocra'],
  [`${namespaces.pskc}#OCRA-1`, 'ocra'],
  [`${namespaces.pskc}:pin`, 'pin'],
]);

export function algorithmOf(key: Element): KeyAlgorithm {
  const algorithm = algorithms.get(key.attributes.get('Algorithm') ?? '');
  if (algorithm === undefined) throw new PskcError('algorithm', key.line);
  return algorithm;
}

export function parametersOf(key: Element, algorithm: 'hotp' | 'totp' | 'ocra'): AlgorithmParameters {
  const parameters = childOf(key, 'AlgorithmParameters');
  const digits = digitsOf(childOf(parameters, 'ResponseFormat'));
  const suite = textOf(parameters, 'Suite');
  if (suite !== undefined && suite.length > suiteMaxLength)
    throw new PskcError('algorithm-parameters', key.line);
  if (algorithm === 'ocra') return ocraParameters(suite, digits, key.line);
  return { hash: hashOf(suite, key.line), digits, suite: undefined };
}

function ocraParameters(
  suite: string | undefined,
  digits: number | undefined,
  line: number,
): AlgorithmParameters {
  const beginning = /^OCRA-1:HOTP-SHA(1|256|512)-(0|[4-9]|10):[CQ]/.exec(suite ?? '');
  if (beginning === null) throw new PskcError('algorithm-parameters', line);
  const ofSuite = Number(beginning[2]);
  if (digits !== undefined && digits !== ofSuite) throw new PskcError('algorithm-parameters', line);
  return { hash: hashOf(`SHA${beginning[1] ?? ''}`, line), digits: ofSuite, suite };
}

/** Manufacturers write the hash function in many ways; the default is that of RFC 4226. */
function hashOf(suite: string | undefined, line: number): AlgorithmParameters['hash'] {
  switch (
    suite
      ?.toUpperCase()
      .replace(/^HMAC-?/, '')
      .replace('SHA-', 'SHA')
  ) {
    case undefined:
    case 'SHA1':
      return 'sha1';
    case 'SHA256':
      return 'sha256';
    case 'SHA512':
      return 'sha512';
    default:
      throw new PskcError('algorithm-parameters', line);
  }
}

/** Accepts only decimal codes without check digits. */
function digitsOf(format: Element | undefined): number | undefined {
  if (format === undefined) return undefined;
  const { attributes, line } = format;
  const isDecimal = attributes.get('Encoding') === 'DECIMAL';
  const hasCheck = /^(?:true|1)$/.test(attributes.get('CheckDigits') ?? attributes.get('CheckDigit') ?? '');
  const length = wholeNumber(attributes.get('Length') ?? '', line);
  if (!isDecimal || hasCheck || length < 4 || length > digitsMax)
    throw new PskcError('algorithm-parameters', line);
  return length;
}
