import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { Temporal } from 'temporal-polyfill';
import { afterAll, describe, expect, test } from 'vitest';
import type { AttestationVerifier, PresentedAttestation } from '#capabilities/client/index.ts';
import { createAttestationVerifier } from './attestation-verifier.ts';
import { createTestRoot, der, type TestLeaf } from './test-attestation.suite.ts';

type CBORType = Parameters<typeof isoCBOR.encode>[0];

const root = createTestRoot();
const foreign = createTestRoot();
afterAll(() => {
  root[Symbol.dispose]();
  foreign[Symbol.dispose]();
});

const challenge = randomBytes(32);
const now = Temporal.Now.instant().add({ minutes: 1 });
const app = { packageName: 'com.bank.app', certificateSha256: 'ab'.repeat(32) };
const appId = 'ABCDE12345.com.bank.app';
const verify: AttestationVerifier = createAttestationVerifier({
  software: true,
  android: { rootsPem: root.rootPem, apps: [app] },
  apple: { rootsPem: root.rootPem, appIds: [appId], environment: 'production' },
});

const sequence = (...members: readonly Buffer[]): Buffer => der(0x20, 0x10, ...members);
const set = (...members: readonly Buffer[]): Buffer => der(0x20, 0x11, ...members);
const octets = (bytes: Buffer | string): Buffer => der(0, 4, Buffer.from(bytes));
const small = (tag: number, value: number): Buffer => der(0, tag, Buffer.from([value]));
const tagged = (tag: number, value: Buffer): Buffer => der(0xa0, tag, value);

interface KeyDescription {
  readonly level: number;
  readonly keyLevel: number;
  readonly challenge: Buffer;
  readonly origin: number | undefined;
  readonly purpose: number;
  readonly userAuth: number | undefined;
  readonly isAuthRequired: boolean;
  readonly isLocked: boolean;
  readonly bootState: number;
  readonly packageName: string;
  readonly signer: Buffer;
}

const described: KeyDescription = {
  level: 1,
  keyLevel: 1,
  challenge,
  origin: 0,
  purpose: 2,
  userAuth: 3,
  isAuthRequired: true,
  isLocked: true,
  bootState: 0,
  packageName: app.packageName,
  signer: Buffer.from(app.certificateSha256, 'hex'),
};

function keyDescription(more: Partial<KeyDescription> = {}): Buffer {
  const whole = { ...described, ...more };
  const { challenge: attested, keyLevel, level, packageName, signer } = whole;
  const application = sequence(set(sequence(octets(packageName), small(2, 1))), set(octets(signer)));
  return sequence(
    small(2, 4),
    small(10, level),
    small(2, 41),
    small(10, keyLevel),
    octets(attested),
    octets(''),
    sequence(tagged(701, small(2, 1)), tagged(709, octets(application))),
    sequence(...hardwareList(whole)),
  );
}

/** The list that the hardware enforces, in the order of its tags. */
function hardwareList(key: KeyDescription): readonly Buffer[] {
  const { bootState, isAuthRequired, isLocked, origin, purpose, userAuth } = key;
  return [
    tagged(1, set(small(2, purpose))),
    ...(isAuthRequired ? [] : [tagged(503, der(0, 5))]),
    ...(userAuth === undefined ? [] : [tagged(504, small(2, userAuth))]),
    ...(origin === undefined ? [] : [tagged(702, small(2, origin))]),
    tagged(704, sequence(octets('key'), small(1, isLocked ? 0xff : 0), small(10, bootState), octets('hash'))),
  ];
}

const androidId = '1.3.6.1.4.1.11129.2.1.17';
const androidLeaf = (more: Partial<KeyDescription> = {}, of = root): TestLeaf =>
  of.issue({ id: androidId, der: keyDescription(more) });

const android = (
  leaf: TestLeaf,
  more: Partial<PresentedAttestation> = {},
  of = root,
): PresentedAttestation => ({
  attestation: {
    format: 'android-key',
    certificates: [leaf.der, of.intermediateDer].map((bytes) => bytes.toString('base64')),
  },
  platform: 'android',
  challenge,
  publicKey: leaf.spki,
  now,
  ...more,
});

describe('Android key attestation', () => {
  test('accepts a key of the trusted environment and of StrongBox; the weaker level counts', async () => {
    expect(await verify(android(androidLeaf()))).toBe('android-tee');
    expect(await verify(android(androidLeaf({ level: 2, keyLevel: 2 })))).toBe('android-strongbox');
    expect(await verify(android(androidLeaf({ level: 2, keyLevel: 1 })))).toBe('android-tee');
  });

  test.each([
    ['a key in software', { level: 0 }],
    ['a key whose store is in software', { keyLevel: 0 }],
    ['another challenge', { challenge: randomBytes(32) }],
    ['an imported key', { origin: 2 }],
    ['a key of unknown origin', { origin: undefined }],
    ['a key for other purposes', { purpose: 3 }],
    ['a key that works without the user', { isAuthRequired: false }],
    ['a key without user authentication', { userAuth: undefined }],
    ['an unlocked bootloader', { isLocked: false }],
    ['another system than that of the maker', { bootState: 2 }],
    ['another app', { packageName: 'com.evil.app' }],
    ['an app that another key signed', { signer: randomBytes(32) }],
  ])('refuses %s', async (_name, more) => {
    expect(await verify(android(androidLeaf(more)))).toBeUndefined();
  });

  test('refuses another key, root, platform or time, a missing extension, and nonsense', async () => {
    const leaf = androidLeaf();
    expect(await verify(android(leaf, { publicKey: root.newKey().spki }))).toBeUndefined();
    expect(await verify(android(androidLeaf({}, foreign), {}, foreign))).toBeUndefined();
    expect(await verify(android(leaf, { platform: 'ios' }))).toBeUndefined();
    expect(await verify(android(leaf, { now: now.add({ hours: 24 * 400 }) }))).toBeUndefined();
    expect(await verify(android(root.issue({ id: '1.2.3.4', der: octets('x') })))).toBeUndefined();
    expect(await verify(android(root.issue({ id: androidId, der: octets('x') })))).toBeUndefined();
    for (const certificates of [
      [],
      ['AAAA'],
      [leaf.der.toString('base64')],
      Array.from({ length: 7 }, () => 'AAAA'),
    ])
      expect(
        await verify(android(leaf, { attestation: { format: 'android-key', certificates } })),
      ).toBeUndefined();
  });
});

interface AppleMore {
  readonly challenge?: Buffer;
  readonly appId?: string;
  readonly counter?: number;
  readonly aaguid?: string;
  readonly credentialId?: Buffer;
  readonly keyId?: Buffer;
  readonly format?: string;
}

function apple(more: AppleMore = {}, of = root): PresentedAttestation {
  const key = of.newKey();
  // An uncompressed point is the last 65 bytes of the key.
  const keyId = hash('sha256', key.spki.subarray(-65), 'buffer');
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(more.counter ?? 0);
  const credentialId = more.credentialId ?? keyId;
  const authData = Buffer.concat([
    hash('sha256', more.appId ?? appId, 'buffer'),
    Buffer.from([0x40]),
    counter,
    Buffer.from(more.aaguid ?? 'appattest\0\0\0\0\0\0\0', 'latin1'),
    Buffer.from([0, credentialId.length]),
    credentialId,
  ]);
  const nonce = hash('sha256', Buffer.concat([authData, more.challenge ?? challenge]), 'buffer');
  const leaf = of.issueFor(key.file, {
    id: '1.2.840.113635.100.8.2',
    der: sequence(tagged(1, octets(nonce))),
  });
  const object = isoCBOR.encode(
    new Map<string | number, CBORType>([
      ['fmt', more.format ?? 'apple-appattest'],
      [
        'attStmt',
        new Map<string | number, CBORType>([
          ['x5c', [new Uint8Array(leaf.der), new Uint8Array(of.intermediateDer)]],
          ['receipt', new Uint8Array(3)],
        ]),
      ],
      ['authData', new Uint8Array(authData)],
    ]),
  );
  return {
    attestation: {
      format: 'apple-app-attest',
      keyId: (more.keyId ?? keyId).toString('base64'),
      object: Buffer.from(object).toString('base64'),
    },
    platform: 'ios',
    challenge,
    publicKey: key.spki,
    now,
  };
}

describe('Apple App Attest', () => {
  test('accepts the genuine app on a genuine device', async () => {
    expect(await verify(apple())).toBe('apple-app-attest');
  });

  test.each([
    ['another challenge', { challenge: randomBytes(32) }],
    ['another app', { appId: 'ABCDE12345.com.evil.app' }],
    ['a key that was used before', { counter: 1 }],
    ['a build of developers', { aaguid: 'appattestdevelop' }],
    ['another credential', { credentialId: randomBytes(32) }],
    ['another key id', { keyId: randomBytes(32) }],
    ['another format', { format: 'packed' }],
  ])('refuses %s', async (_name, more) => {
    expect(await verify(apple(more))).toBeUndefined();
  });

  test('refuses another root, platform or time, and nonsense', async () => {
    expect(await verify(apple({}, foreign))).toBeUndefined();
    expect(await verify({ ...apple(), platform: 'android' })).toBeUndefined();
    expect(await verify({ ...apple(), now: now.add({ hours: 24 * 400 }) })).toBeUndefined();
    for (const object of ['AAAA', '', Buffer.from(isoCBOR.encode(new Map())).toString('base64')])
      expect(
        await verify({ ...apple(), attestation: { format: 'apple-app-attest', keyId: 'AAAA', object } }),
      ).toBeUndefined();
  });
});

describe('a key in software', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signature = sign('sha256', challenge, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
    'base64url',
  );
  const presented: PresentedAttestation = {
    attestation: { format: 'software', signature },
    platform: 'other',
    challenge,
    publicKey: publicKey.export({ format: 'der', type: 'spki' }),
    now,
  };

  test('is accepted only where it is allowed, over its own challenge', async () => {
    expect(await verify(presented)).toBe('software');
    expect(await verify({ ...presented, challenge: randomBytes(32) })).toBeUndefined();
    expect(
      await verify({ ...presented, attestation: { format: 'software', signature: 'AAAA' } }),
    ).toBeUndefined();
    expect(await createAttestationVerifier({ software: false })(presented)).toBeUndefined();
  });

  test('without any setting nothing is accepted', async () => {
    const nothing = createAttestationVerifier({ software: false });
    expect(await nothing(android(androidLeaf()))).toBeUndefined();
    expect(await nothing(apple())).toBeUndefined();
  });
});
