import type { Attestation, AttestationKind, PresentedAttestation } from '#capabilities/client/index.ts';
import type { Authority } from '#platform/auth/certificate-chain.ts';
import { readCertificate } from '#platform/auth/certificate-der.ts';
import { equalBytes } from '#platform/crypto/equal-bytes.ts';
import { verifyPath } from './certificate-path.ts';
import {
  booleanIn,
  type DerValue,
  numberIn,
  octetsIn,
  readValues,
  sequenceIn,
  setIn,
  taggedIn,
} from './der.ts';

/** An app of the bank: its package, and the SHA-256 of the certificate that signs it, in hexadecimal. */
export interface AndroidApp {
  readonly packageName: string;
  readonly certificateSha256: string;
}

interface AndroidOptions {
  readonly roots: readonly Authority[];
  /** Empty: any app. */
  readonly apps: readonly AndroidApp[];
}

type AndroidAttestation = Extract<Attestation, { format: 'android-key' }>;

const extensionId = '1.3.6.1.4.1.11129.2.1.17';
/** Tags of an authorization list. */
const tags = {
  purpose: 1,
  noAuthRequired: 503,
  userAuthType: 504,
  origin: 702,
  rootOfTrust: 704,
  applicationId: 709,
} as const;
const generatedOnDevice = 0;
const purposeSign = 2;
const verifiedBoot = 0;
/** Security levels of the schema: software, trusted environment, StrongBox. */
const levels: ReadonlyMap<number, AttestationKind> = new Map([
  [1, 'android-tee'],
  [2, 'android-strongbox'],
]);

/**
 * Verifies Android key attestation: a path to an accepted root, the key of the device in the first certificate, our
 * challenge, a key that was generated in hardware, never left it and signs only for an authenticated user, a locked
 * bootloader with the maker's system, and the bank's own app. Never throws.
 */
export function verifyAndroidKey(
  { certificates }: AndroidAttestation,
  { challenge, now, publicKey }: PresentedAttestation,
  { apps, roots }: AndroidOptions,
): AttestationKind | undefined {
  try {
    const path = { certificates: certificates.map((text) => Buffer.from(text, 'base64')), roots, now };
    const leaf = verifyPath(path);
    if (leaf === undefined || !equalBytes(leaf.publicKey.export({ format: 'der', type: 'spki' }), publicKey))
      return undefined;
    const extension = readCertificate(leaf.raw).extensions.get(extensionId);
    return extension && levelOf(Buffer.from(extension.value), { challenge, apps });
    // Any error means an invalid attestation.
  } catch {
    return undefined;
  }
}

/** Reads the key description: version, level, version and level of the key store, challenge, id, two lists. */
function levelOf(
  extension: Buffer,
  { apps, challenge }: { readonly challenge: Buffer; readonly apps: readonly AndroidApp[] },
): AttestationKind | undefined {
  const [description] = readValues(extension);
  const [, level, , keyLevel, attested, , software, hardware] = sequenceIn(description);
  if (!equalBytes(octetsIn(attested), challenge)) return undefined;
  const enforced = sequenceIn(hardware);
  if (!isOwnKey(enforced) || !isOwnSystem(taggedIn(enforced, tags.rootOfTrust))) return undefined;
  if (!isOwnApp(taggedIn(sequenceIn(software), tags.applicationId), apps)) return undefined;
  // Both the attestation and the key itself must be in hardware; the weaker one counts.
  return levels.get(Math.min(numberIn(level), numberIn(keyLevel)));
}

/** What the hardware enforces: the key was generated there, signs, and only after the user was authenticated. */
function isOwnKey(enforced: readonly DerValue[]): boolean {
  const [origin, purposes, userAuth] = [tags.origin, tags.purpose, tags.userAuthType].map((tag) =>
    taggedIn(enforced, tag),
  );
  return (
    origin !== undefined &&
    numberIn(origin) === generatedOnDevice &&
    purposes !== undefined &&
    setIn(purposes).some((purpose) => numberIn(purpose) === purposeSign) &&
    userAuth !== undefined &&
    numberIn(userAuth) !== 0 &&
    taggedIn(enforced, tags.noAuthRequired) === undefined
  );
}

/** A phone with an unlocked bootloader may run a system that states any app: only a locked one counts. */
function isOwnSystem(rootOfTrust: DerValue | undefined): boolean {
  if (rootOfTrust === undefined) return false;
  const [, isLocked, bootState] = sequenceIn(rootOfTrust);
  return booleanIn(isLocked) && numberIn(bootState) === verifiedBoot;
}

/** The application id is a list of packages and a list of certificates, in an OCTET STRING. */
function isOwnApp(value: DerValue | undefined, apps: readonly AndroidApp[]): boolean {
  if (apps.length === 0) return true;
  if (value === undefined) return false;
  const [packages, signers] = sequenceIn(readValues(octetsIn(value))[0]);
  const names = setIn(packages).map((info) => octetsIn(sequenceIn(info)[0]).toString('utf8'));
  const hashes = setIn(signers).map((signer) => octetsIn(signer).toString('hex'));
  return apps.some(
    ({ certificateSha256, packageName }) =>
      names.includes(packageName) && hashes.includes(certificateSha256.toLowerCase()),
  );
}
