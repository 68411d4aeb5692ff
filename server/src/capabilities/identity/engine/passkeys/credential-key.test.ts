import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type CborMap, type CborValue, cbor } from '../../testing/test-authenticator.suite.ts';
import { isPlainAttestation } from './attestation.ts';
import { isSoundKey } from './credential-key.ts';
import { isWellFormed } from './signature-form.ts';

type Parts = readonly (readonly [number, CborValue])[];
const key = (...parts: Parts): Buffer => cbor(new Map(parts));
const bytes = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url');

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const otherEc = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const wideEc = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' });
const okp = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' });
const smallRsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' });

const ecParts: Parts = [
  [1, 2],
  [3, -7],
  [-1, 1],
  [-2, bytes(ec.x)],
  [-3, bytes(ec.y)],
];
const okpParts: Parts = [
  [1, 1],
  [3, -8],
  [-1, 6],
  [-2, bytes(okp.x)],
];
const rsaParts: Parts = [
  [1, 3],
  [3, -257],
  [-1, bytes(rsa.n)],
  [-2, bytes(rsa.e)],
];
/** The parts with some of them replaced. */
const changed = (parts: Parts, ...changes: Parts): Buffer => cbor(new Map([...parts, ...changes]));

describe('a public key', () => {
  test.each([
    ['ES256', ecParts],
    ['EdDSA', okpParts],
    ['RS256', rsaParts],
  ])('of %s is sound', (_name, parts) => {
    expect(isSoundKey(key(...parts))).toBe(true);
  });

  test.each([
    ['of an algorithm we did not ask for', changed(ecParts, [3, -35])],
    ['with no algorithm', key(...ecParts.filter(([name]) => name !== 3))],
    ['of a type that is not its algorithm’s', changed(ecParts, [1, 1])],
    ['of a curve that is not its algorithm’s', changed(ecParts, [-1, 2])],
    ['of P-384 for ES256', changed(ecParts, [-1, 2], [-2, bytes(wideEc.x)], [-3, bytes(wideEc.y)])],
    ['beside the curve', changed(ecParts, [-3, bytes(otherEc.y)])],
    ['with a short coordinate', changed(ecParts, [-2, bytes(ec.x).subarray(1)])],
    ['with half a point', key(...ecParts.slice(0, 4))],
    ['with more than belongs to it', changed(ecParts, [-4, 1])],
    ['with a coordinate that is no bytes', changed(ecParts, [-2, 'x'])],
    ['of another Edwards curve', changed(okpParts, [-1, 7])],
    ['of an Edwards curve, too short', changed(okpParts, [-2, bytes(okp.x).subarray(1)])],
    ['of 1024 bits', changed(rsaParts, [-1, bytes(smallRsa.n)])],
    ['of 8192 bits', changed(rsaParts, [-1, Buffer.alloc(1024, 0xff)])],
    ['with an exponent of 1', changed(rsaParts, [-2, Buffer.from([1])])],
    ['that is no map', cbor([1, 2])],
    ['that is empty', Buffer.alloc(0)],
    ['that is cut off', key(...ecParts).subarray(0, 60)],
    ['that is nested without end', Buffer.alloc(12_000, 0x81)],
  ])('%s is not', (_name, written) => {
    expect(isSoundKey(written)).toBe(false);
  });
});

describe('a signature of ES256', () => {
  const es256 = key(...ecParts);
  const isRight = (hex: string): boolean =>
    isWellFormed(Buffer.from(hex, 'hex').toString('base64url'), es256);

  test.each(['3006020101020101', '30070201010202008f', '3006020100020101'])('%s is well formed', (hex) => {
    expect(isRight(hex)).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['another tag', 'b006020101020101'],
    ['an inner tag', '3006030101020101'],
    ['a long length', '308106020101020101'],
    ['a length too short', '3005020101020101'],
    ['more behind it', '300602010102010100'],
    ['a third integer', '3009020101020101020101'],
    ['one integer', '3003020101'],
    ['a needless zero', '300702020001020101'],
    ['a negative integer', '3006020181020101'],
    ['an empty integer', '30050200020101'],
    ['an integer beyond the end', '3006020101020201'],
    ['a long integer', `3027022201${'00'.repeat(33)}020101`],
  ])('with %s is not', (_name, hex) => {
    expect(isRight(hex)).toBe(false);
  });

  test('of a real key is always well formed, however short its integers', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    for (let turn = 0; turn < 1000; turn += 1)
      expect(isRight(sign('sha256', Buffer.from([turn % 256]), privateKey).toString('hex'))).toBe(true);
  });

  test('is the only kind with a checked encoding', () => {
    expect(isWellFormed('AAAA', key(...okpParts))).toBe(true);
    expect(isWellFormed('AAAA', key(...rsaParts))).toBe(true);
  });
});

describe('an attestation', () => {
  const written = (fmt: CborValue, attStmt: CborValue): string =>
    cbor(new Map([['fmt', fmt] as const, ['attStmt', attStmt] as const])).toString('base64url');
  const empty: CborMap = new Map();

  test('of type none, or self attestation by the new key, is plain', () => {
    expect(isPlainAttestation(written('none', empty))).toBe(true);
    expect(isPlainAttestation(written('packed', new Map([['alg', -7]])))).toBe(true);
  });

  test.each([
    ['with a certificate', written('packed', new Map([['x5c', [Buffer.alloc(8)]]]))],
    ['of type none with a statement', written('none', new Map([['alg', -7]]))],
    ...['fido-u2f', 'android-safetynet', 'android-key', 'tpm', 'apple', 'other', 7].map(
      (format): [string, string] => [`of ${format}`, written(format, empty)],
    ),
    ['without a statement', cbor(new Map([['fmt', 'none']])).toString('base64url')],
    ['with a list for a statement', written('none', [])],
    ['that is no map', cbor('none').toString('base64url')],
    ['that is nested without end', Buffer.alloc(12_000, 0x81).toString('base64url')],
    ['that promises more than it has', Buffer.from('9bffffffffffffffff', 'hex').toString('base64url')],
  ])('%s is not', (_name, attestation) => {
    expect(isPlainAttestation(attestation)).toBe(false);
  });
});
