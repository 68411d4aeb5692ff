import { hash, type X509Certificate } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Attestation, AttestationKind, PresentedAttestation } from '#capabilities/client/index.ts';
import type { Authority } from '#platform/auth/certificate-chain.ts';
import { readCertificate } from '#platform/auth/certificate-der.ts';
import { equalBytes } from '#platform/crypto/equal-bytes.ts';
import { verifyPath } from './certificate-path.ts';
import { octetsIn, readValues, sequenceIn, taggedIn } from './der.ts';

interface AppleOptions {
  readonly roots: readonly Authority[];
  readonly appIds: readonly string[];
  readonly environment: 'production' | 'development';
}

type AppleAttestation = Extract<Attestation, { format: 'apple-app-attest' }>;

const extensionId = '1.2.840.113635.100.8.2';
const nonceTag = 1;
const aaguids = { production: 'appattest\0\0\0\0\0\0\0', development: 'appattestdevelop' } as const;
/** Parts of authenticator data (WebAuthn 6.1), by their bytes. */
const parts = { rpIdHash: [0, 32], counter: [33, 37], aaguid: [37, 53], idLength: [53, 55] } as const;

/**
 * Verifies Apple App Attest. Its key signs for the app itself and is not the key of the device; our challenge names that
 * one, so the attestation vouches that the genuine app on a genuine device presented it. Never throws.
 */
export function verifyAppleAppAttest(
  { keyId, object }: AppleAttestation,
  { challenge, now }: PresentedAttestation,
  { appIds, environment, roots }: AppleOptions,
): AttestationKind | undefined {
  try {
    const { authData, certificates } = readObject(Buffer.from(object, 'base64'));
    const leaf = verifyPath({ certificates, roots, now });
    if (leaf === undefined) return undefined;
    const nonce = hash('sha256', Buffer.concat([authData, challenge]), 'buffer');
    const isGenuine =
      equalBytes(nonceIn(leaf), nonce) &&
      isKeyId(leaf, authData, Buffer.from(keyId, 'base64')) &&
      appIds.some((appId) => equalBytes(partOf(authData, 'rpIdHash'), hash('sha256', appId, 'buffer'))) &&
      partOf(authData, 'counter').readUInt32BE() === 0 &&
      partOf(authData, 'aaguid').toString('latin1') === aaguids[environment];
    return isGenuine ? 'apple-app-attest' : undefined;
    // Any error means an invalid attestation.
  } catch {
    return undefined;
  }
}

interface AttestationObject {
  readonly authData: Buffer;
  readonly certificates: readonly Buffer[];
}

function readObject(bytes: Buffer): AttestationObject {
  const object = asMap(isoCBOR.decodeFirst<unknown>(new Uint8Array(bytes)));
  if (object.get('fmt') !== 'apple-appattest') throw new Error('not an attestation of this kind');
  const certificates: unknown = asMap(object.get('attStmt')).get('x5c');
  if (!Array.isArray(certificates)) throw new Error('no certificates');
  return { authData: asBytes(object.get('authData')), certificates: certificates.map(asBytes) };
}

/** The extension is a SEQUENCE with the nonce under a context tag. */
function nonceIn(leaf: X509Certificate): Buffer {
  const extension = readCertificate(leaf.raw).extensions.get(extensionId);
  if (extension === undefined) throw new Error('no nonce');
  return octetsIn(taggedIn(sequenceIn(readValues(Buffer.from(extension.value))[0]), nonceTag));
}

/** The key id is the hash of the attested public key, and the credential id of the authenticator data. */
function isKeyId(leaf: X509Certificate, authData: Buffer, keyId: Buffer): boolean {
  const { x = '', y = '' } = leaf.publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const idAt = parts.idLength[1];
  const length = partOf(authData, 'idLength').readUInt16BE();
  return (
    equalBytes(hash('sha256', point, 'buffer'), keyId) &&
    equalBytes(authData.subarray(idAt, idAt + length), keyId)
  );
}

function partOf(authData: Buffer, name: keyof typeof parts): Buffer {
  const [from, to] = parts[name];
  if (authData.length < to) throw new Error('authenticator data too short');
  return authData.subarray(from, to);
}

function asMap(value: unknown): ReadonlyMap<unknown, unknown> {
  if (!(value instanceof Map)) throw new Error('not a map');
  return value;
}

function asBytes(value: unknown): Buffer {
  if (!(value instanceof Uint8Array)) throw new Error('not bytes');
  return Buffer.from(value);
}
