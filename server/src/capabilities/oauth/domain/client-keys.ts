import { jwkThumbprint } from '#platform/kernel/jwk-thumbprint.ts';
import type { FieldError, FieldErrorCode } from '#platform/kernel/problem.ts';

/** Public key of a client, with algorithm, use and key id always set. */
export type PublicKey = { readonly kid: string; readonly use: 'sig' } & KeyMaterial;

type KeyMaterial =
  | { readonly kty: 'RSA'; readonly alg: 'PS256'; readonly n: string; readonly e: string }
  | {
      readonly kty: 'EC';
      readonly alg: 'ES256';
      readonly crv: 'P-256';
      readonly x: string;
      readonly y: string;
    }
  | { readonly kty: 'OKP'; readonly alg: 'EdDSA'; readonly crv: 'Ed25519'; readonly x: string };

/** Result of reading a key set: its keys, or all errors. */
export interface KeySetReading {
  readonly keys: readonly PublicKey[];
  readonly fieldErrors: readonly FieldError[];
}

/** Maximum number of keys of one client, including replaced keys within their overlap. */
export const keysMax = 10;

type Members = Readonly<Record<string, unknown>>;
type KeyReading = PublicKey | { readonly code: FieldErrorCode; readonly wrong: string };

/** Private members of RFC 7518 and RFC 8037, and the secret of a symmetric key. */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'];

/** Reads a key set of RFC 7517. Faults name the position of a key, never its content. */
export function readKeySet(value: unknown): KeySetReading {
  const list: unknown = isMembers(value) ? value['keys'] : undefined;
  if (!Array.isArray(list)) return faulty('type', 'must be a JSON object with an array "keys"');
  if (list.length === 0) return faulty('too-few', 'must contain at least one key');
  if (list.length > keysMax) return faulty('too-many', `must contain at most ${keysMax} keys`);
  const readings = list.map(readPublicKey);
  const keys = readings.filter((reading) => 'kid' in reading);
  const fieldErrors = readings.flatMap((reading, index) =>
    'kid' in reading ? [] : [keyFieldError(index, reading.code, reading.wrong)],
  );
  return fieldErrors.length > 0 ? { keys: [], fieldErrors } : { keys, fieldErrors: duplicates(keys) };
}

function duplicates(keys: readonly PublicKey[]): readonly FieldError[] {
  const prints = keys.map(thumbprintOf);
  return keys.flatMap(({ kid }, index) =>
    keys.findIndex((other) => other.kid === kid) < index || prints.indexOf(prints[index] ?? '') < index
      ? [keyFieldError(index, 'duplicate', 'duplicates an earlier key or its kid')]
      : [],
  );
}

/** Reads one public key and drops members that are not needed, such as certificates. */
export function readPublicKey(value: unknown): KeyReading {
  if (!isMembers(value)) return { code: 'type', wrong: 'must be a JSON object' };
  if (value['kty'] === 'oct' || privateMembers.some((name) => Object.hasOwn(value, name)))
    return {
      code: 'combination-not-allowed',
      wrong: 'contains private key material; send the public key only',
    };
  const material = readMaterial(value);
  if (material === undefined)
    return {
      code: 'enum',
      wrong: 'must be a valid RSA key of 2048 to 8192 bits, an EC key on P-256 or an OKP key on Ed25519',
    };
  const wrong = purposeError(value, material.alg);
  if (wrong !== undefined) return { code: 'enum', wrong };
  const { kid = thumbprintOf(material) } = value;
  if (typeof kid !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(kid))
    return { code: 'pattern', wrong: 'has a kid that is not 1 to 128 visible ASCII characters' };
  return { ...material, kid, use: 'sig' };
}

function purposeError({ alg, key_ops: operations, use }: Members, expected: string): string | undefined {
  if (use !== undefined && use !== 'sig') return 'is not a signature key: use must be sig or absent';
  if (alg !== undefined && alg !== expected) return `has another algorithm than ${expected}`;
  const isForOthers = Array.isArray(operations) ? operations.some((name) => name !== 'verify') : true;
  if (operations !== undefined && isForOthers)
    return 'is not a verification key: key_ops must be verify or absent';
  return undefined;
}

function readMaterial(members: Members): KeyMaterial | undefined {
  switch (members['kty']) {
    case 'RSA':
      return readRsa(members);
    case 'EC':
      return readP256(members);
    case 'OKP':
      return readEd25519(members);
    default:
      return undefined;
  }
}

function readRsa({ e, n }: Members): KeyMaterial | undefined {
  return isModulus(n) && isExponent(e) ? { kty: 'RSA', alg: 'PS256', n, e } : undefined;
}

function readP256({ crv, x, y }: Members): KeyMaterial | undefined {
  if (crv !== 'P-256' || !isCoordinate(x) || !isCoordinate(y)) return undefined;
  return isOnP256(numberIn(x), numberIn(y)) ? { kty: 'EC', alg: 'ES256', crv, x, y } : undefined;
}

function readEd25519({ crv, x }: Members): KeyMaterial | undefined {
  return crv === 'Ed25519' && isCoordinate(x) ? { kty: 'OKP', alg: 'EdDSA', crv, x } : undefined;
}

const modulusBitsMin = 2_048;
const modulusBitsMax = 8_192;
const coordinateBytes = 32;
/** FIPS 186-5: odd, above 2^16, below 2^256. */
const exponentMin = 65_537n;
const exponentBytesMax = 32;

function isModulus(text: unknown): text is string {
  if (!isWholeNumber(text) || text.length > modulusBitsMax / 4) return false;
  const modulus = numberIn(text);
  const bits = modulus.toString(2).length;
  return modulus % 2n === 1n && bits >= modulusBitsMin && bits <= modulusBitsMax;
}

function isExponent(text: unknown): text is string {
  if (!isWholeNumber(text) || bytesIn(text).length > exponentBytesMax) return false;
  const exponent = numberIn(text);
  return exponent % 2n === 1n && exponent >= exponentMin;
}

/** RFC 7518 2: big-endian, without leading zero bytes. */
function isWholeNumber(text: unknown): text is string {
  return isBase64url(text) && bytesIn(text)[0] !== 0;
}

function isCoordinate(text: unknown): text is string {
  return isBase64url(text) && bytesIn(text).length === coordinateBytes;
}

/** Accepts the canonical encoding only: another encoding of the same key would have another thumbprint. */
function isBase64url(text: unknown): text is string {
  return typeof text === 'string' && text !== '' && bytesIn(text).toString('base64url') === text;
}

function bytesIn(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}

function numberIn(text: string): bigint {
  return BigInt(`0x${bytesIn(text).toString('hex')}`);
}

// SEC 2, secp256r1: y² = x³ − 3x + b over the integers modulo p.
const p = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

function isOnP256(x: bigint, y: bigint): boolean {
  return x < p && y < p && (x * x * x - 3n * x + b - y * y) % p === 0n;
}

/** Returns the thumbprint of a key (RFC 7638), which is all that logs and the audit trail show of it. */
export function thumbprintOf(key: KeyMaterial): string {
  switch (key.kty) {
    case 'RSA':
      return jwkThumbprint({ kty: key.kty, n: key.n, e: key.e });
    case 'EC':
      return jwkThumbprint({ kty: key.kty, crv: key.crv, x: key.x, y: key.y });
    case 'OKP':
      return jwkThumbprint({ kty: key.kty, crv: key.crv, x: key.x });
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function faulty(code: FieldErrorCode, message: string): KeySetReading {
  return { keys: [], fieldErrors: [{ part: 'body', path: ['keys'], code, message }] };
}

function keyFieldError(index: number, code: FieldErrorCode, message: string): FieldError {
  return { part: 'body', path: ['keys', index], code, message };
}
