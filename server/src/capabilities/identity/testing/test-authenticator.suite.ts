import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Algorithms by their COSE numbers. */
export const testAlgorithms = { es256: -7, ed25519: -8, rs256: -257 } as const;
export type TestAlgorithm = (typeof testAlgorithms)[keyof typeof testAlgorithms];

/** Bits of the flags of authenticator data. */
export const testFlags = {
  present: 0x01,
  verified: 0x04,
  backupEligible: 0x08,
  backedUp: 0x10,
  attested: 0x40,
} as const;

/** Differences from a genuine browser with a genuine device. */
export interface TestChanges {
  /** Members of the client data that replace the genuine ones. */
  readonly clientData?: Readonly<Record<string, unknown>>;
  /** The rp id whose hash the device signs. */
  readonly rpId?: string;
  readonly flags?: number;
  readonly signCount?: number;
}

/** The vendor that attests a device. */
export interface TestVendor {
  readonly privateKey: KeyObject;
  /** DER */
  readonly certificate: Uint8Array;
}

export interface CreationChanges extends TestChanges {
  readonly algorithm?: TestAlgorithm;
  readonly aaguid?: Uint8Array;
  readonly credentialId?: Uint8Array;
  /** `self`: signed by the new key, as some devices do without a request; or by a vendor with a certificate. */
  readonly attestation?: 'none' | 'self' | TestVendor;
  /** A COSE key instead of the genuine one. */
  readonly publicKey?: CborMap;
}

export interface UseChanges extends TestChanges {
  /** A credential of this device; else the newest that is allowed. */
  readonly credentialId?: string;
  /** The user handle in the response; null as older browsers send it. */
  readonly userHandle?: string | null;
}

/** A browser with a software authenticator. Both methods return the JSON that a browser would send. */
export interface TestAuthenticator {
  create(optionsJson: string, changes?: CreationChanges): string;
  get(optionsJson: string, changes?: UseChanges): string;
}

interface StoredCredential {
  readonly credentialId: string;
  readonly userHandle: string;
  readonly privateKey: KeyObject;
  readonly isBackupEligible: boolean;
  signCount: number;
}

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
  readonly pubKeyCredParams: readonly { readonly alg: number }[];
  readonly excludeCredentials?: readonly { readonly id: string }[];
}

interface UseOptions {
  readonly challenge: string;
  readonly rpId: string;
  readonly allowCredentials?: readonly { readonly id: string }[];
}

export function createTestAuthenticator(site: {
  readonly rpId: string;
  readonly origin: string;
}): TestAuthenticator {
  const stored: StoredCredential[] = [];
  return {
    create: (optionsJson, changes = {}) => {
      const options = parsed<CreationOptions>(optionsJson);
      if (options.rp.id !== site.rpId) throw new Error('SecurityError');
      if (
        options.excludeCredentials?.some(({ id }) => stored.some(({ credentialId }) => credentialId === id))
      )
        throw new Error('InvalidStateError');
      const made = creationResponse(site, options, changes);
      stored.push(made.stored);
      return made.answer;
    },
    get: (optionsJson, changes = {}) => {
      const options = parsed<UseOptions>(optionsJson);
      if (options.rpId !== site.rpId) throw new Error('SecurityError');
      const isWanted = ({ credentialId }: StoredCredential): boolean =>
        changes.credentialId === undefined
          ? (options.allowCredentials?.some(({ id }) => id === credentialId) ?? true)
          : credentialId === changes.credentialId;
      const passkey = stored.findLast(isWanted);
      if (passkey === undefined) throw new Error('NotAllowedError');
      return useResponse(site, { options, passkey, changes });
    },
  };
}

type Site = Parameters<typeof createTestAuthenticator>[0];

function creationResponse(
  site: Site,
  options: CreationOptions,
  changes: CreationChanges,
): { readonly stored: StoredCredential; readonly answer: string } {
  const {
    algorithm,
    credentialId: id,
    flags,
    signCount,
    rpId,
    aaguid,
    attestation,
  } = {
    algorithm: testAlgorithms.es256,
    credentialId: randomBytes(32),
    flags: testFlags.present + testFlags.verified,
    signCount: 0,
    rpId: site.rpId,
    aaguid: Buffer.alloc(16),
    attestation: 'none' as const,
    ...changes,
  };
  if (!options.pubKeyCredParams.some(({ alg }) => alg === algorithm)) throw new Error('NotSupportedError');
  const { privateKey, publicKey } = newKey(algorithm);
  const credentialId = Buffer.from(id).toString('base64url');
  const data = Buffer.concat([
    authenticatorData(rpId, flags + testFlags.attested, signCount),
    aaguid,
    twoBytes(id.length),
    id,
    cbor(changes.publicKey ?? coseKey(algorithm, publicKey)),
  ]);
  const clientData = clientDataOf(site, ['webauthn.create', options.challenge], changes);
  const statement = statementOf(attestation, {
    algorithm,
    privateKey,
    signedData: Buffer.concat([data, sha256(clientData)]),
  });
  const attested = new Map<string, CborValue>([
    ['fmt', statement.size === 0 ? 'none' : 'packed'],
    ['attStmt', statement],
    ['authData', data],
  ]);
  const answer = JSON.stringify({
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: { credProps: { rk: true } },
    response: {
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: cbor(attested).toString('base64url'),
      authenticatorData: data.toString('base64url'),
      transports: ['internal', 'hybrid'],
      publicKeyAlgorithm: algorithm,
    },
  });
  const isBackupEligible = Math.floor(flags / testFlags.backupEligible) % 2 === 1;
  return {
    stored: { credentialId, userHandle: options.user.id, privateKey, isBackupEligible, signCount },
    answer,
  };
}

function statementOf(
  by: 'none' | 'self' | TestVendor,
  own: { readonly algorithm: number; readonly privateKey: KeyObject; readonly signedData: Buffer },
): CborMap {
  if (by === 'none') return new Map();
  const { algorithm, privateKey } = by === 'self' ? own : { ...by, algorithm: testAlgorithms.es256 };
  return new Map<string, CborValue>([
    ['alg', algorithm],
    ['sig', signed(privateKey, own.signedData)],
    ...(by === 'self' ? [] : [['x5c', [by.certificate]] as const]),
  ]);
}

function twoBytes(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function useResponse(
  site: Site,
  use: { readonly options: UseOptions; readonly passkey: StoredCredential; readonly changes: UseChanges },
): string {
  const { options, passkey, changes } = use;
  passkey.signCount = changes.signCount ?? passkey.signCount + 1;
  const ownFlags = passkey.isBackupEligible ? testFlags.backupEligible : 0;
  const flags = changes.flags ?? testFlags.present + testFlags.verified + ownFlags;
  const data = authenticatorData(changes.rpId ?? site.rpId, flags, passkey.signCount);
  const clientData = clientDataOf(site, ['webauthn.get', options.challenge], changes);
  return JSON.stringify({
    id: passkey.credentialId,
    rawId: passkey.credentialId,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signed(passkey.privateKey, Buffer.concat([data, sha256(clientData)])).toString('base64url'),
      userHandle: changes.userHandle === undefined ? passkey.userHandle : changes.userHandle,
    },
  });
}

function clientDataOf(site: Site, [type, challenge]: [string, string], changes: TestChanges): Buffer {
  const honest = { type, challenge, origin: site.origin, crossOrigin: false };
  return Buffer.from(JSON.stringify({ ...honest, ...changes.clientData }));
}

function authenticatorData(rpId: string, flags: number, signCount: number): Buffer {
  const rest = Buffer.alloc(5);
  rest.writeUInt8(flags);
  rest.writeUInt32BE(signCount, 1);
  return Buffer.concat([sha256(rpId), rest]);
}

function newKey(algorithm: TestAlgorithm): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } {
  switch (algorithm) {
    case testAlgorithms.es256:
      return generateKeyPairSync('ec', { namedCurve: 'P-256' });
    case testAlgorithms.ed25519:
      return generateKeyPairSync('ed25519');
    case testAlgorithms.rs256:
      return generateKeyPairSync('rsa', { modulusLength: 2048 });
  }
}

function coseKey(algorithm: TestAlgorithm, publicKey: KeyObject): CborMap {
  const jwk = publicKey.export({ format: 'jwk' });
  const part = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url');
  switch (algorithm) {
    case testAlgorithms.es256:
      return new Map<number, CborValue>([
        [1, 2],
        [3, algorithm],
        [-1, 1],
        [-2, part(jwk.x)],
        [-3, part(jwk.y)],
      ]);
    case testAlgorithms.ed25519:
      return new Map<number, CborValue>([
        [1, 1],
        [3, algorithm],
        [-1, 6],
        [-2, part(jwk.x)],
      ]);
    case testAlgorithms.rs256:
      return new Map<number, CborValue>([
        [1, 3],
        [3, algorithm],
        [-1, part(jwk.n)],
        [-2, part(jwk.e)],
      ]);
  }
}

function signed(privateKey: KeyObject, data: Buffer): Buffer {
  return sign(privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256', data, privateKey);
}

function sha256(data: Buffer | string): Buffer {
  return createHash('sha256').update(data).digest();
}

function parsed<Shape>(json: string): Shape {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- our own options, or the test fails soon after
  return JSON.parse(json) as Shape;
}

export type CborValue = number | string | Uint8Array | readonly CborValue[] | CborMap;
export type CborMap = ReadonlyMap<number | string, CborValue>;

/** Encodes the subset of CBOR (RFC 8949) that devices write. */
export function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string')
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([cborHead(2, value.length), value]);
  if (value instanceof Map) {
    const entries = [...value].flatMap(([name, each]) => [cbor(name), cbor(each)]);
    return Buffer.concat([cborHead(5, value.size), ...entries]);
  }
  const items = [...value].map((item) => cbor(item));
  return Buffer.concat([cborHead(4, items.length), ...items]);
}

function cborHead(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([major * 32 + argument]);
  if (argument < 256) return Buffer.from([major * 32 + 24, argument]);
  return Buffer.concat([Buffer.from([major * 32 + 25]), twoBytes(argument)]);
}
