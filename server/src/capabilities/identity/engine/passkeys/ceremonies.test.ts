import { execFileSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { verifyRegistrationResponse } from '@simplewebauthn/server';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import type { CreatedCredential, Passkey } from '../../domain/passkey.ts';
import {
  type CborValue,
  type CreationChanges,
  createTestAuthenticator,
  type TestAuthenticator,
  type TestChanges,
  type TestMaker,
  testAlgorithms,
  testFlags,
  type UseChanges,
} from '../../testing/test-authenticator.suite.ts';
import { createPasskeyCeremonies } from './ceremonies.ts';
import { userHandle } from './user-handle.ts';

const site = { rpId: 'bank.example', origin: 'https://login.bank.example' };
const ceremonies = createPasskeyCeremonies({ ...site, rpName: 'The Bank' });
const handle = userHandle(Buffer.alloc(32, 7), 'user-1');
const handleText = Buffer.from(handle).toString('base64url');
const request = { userHandle: handle, username: 'anna', displayName: 'Anna Example', known: [] };
const honest = testFlags.present + testFlags.verified;

const passkeyOf = (created: CreatedCredential): Passkey => ({
  ...created,
  passkeyId: 'passkey-1',
  userId: 'user-1',
  name: 'Phone',
  createdAt: Temporal.Instant.from('2026-11-01T00:00:00Z'),
  lastUsedAt: undefined,
});

async function created(changes: CreationChanges = {}): Promise<CreatedCredential | undefined> {
  const { options, challenge } = await ceremonies.beginCreation(request);
  return ceremonies.finishCreation({
    response: createTestAuthenticator(site).create(options, changes),
    challenge,
  });
}

async function enrolled(
  changes: CreationChanges = {},
): Promise<{ readonly device: TestAuthenticator; readonly passkey: Passkey }> {
  const device = createTestAuthenticator(site);
  const { options, challenge } = await ceremonies.beginCreation(request);
  const credential = await ceremonies.finishCreation({
    response: device.create(options, changes),
    challenge,
  });
  if (credential === undefined) throw new Error('the passkey was refused');
  return { device, passkey: passkeyOf(credential) };
}

/** A maker of devices, with a certificate as the standard wants it. */
function maker(): TestMaker {
  const command =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout - -out - -days 2 -addext basicConstraints=critical,CA:FALSE';
  const subject = '/C=NL/O=Maker/OU=Authenticator Attestation/CN=Device';
  const pem = execFileSync('openssl', [...command.split(' '), '-subj', subject], {
    stdio: 'pipe',
  }).toString();
  const certificate = new X509Certificate(pem.slice(pem.indexOf('-----BEGIN CERTIFICATE')));
  return { privateKey: createPrivateKey(pem), certificate: new Uint8Array(certificate.raw) };
}

type Part = 'clientDataJSON' | 'authenticatorData' | 'signature';

function partsOf(answer: string): Readonly<Record<Part, string>> {
  const { response: parts }: { response: Record<Part, string> } = JSON.parse(answer);
  return parts;
}

/** An answer with one bit of one part flipped. */
function flipped(answer: string, part: Part, bit: number): string {
  const text = partsOf(answer)[part];
  const bytes = Buffer.from(text, 'base64url');
  const place = Math.floor(bit / 8);
  bytes.writeUInt8(bytes.readUInt8(place) ^ (1 << (bit % 8)), place);
  return answer.replace(`"${part}":"${text}"`, `"${part}":"${bytes.toString('base64url')}"`);
}

const bitsOf = (answer: string, part: Part): number =>
  8 * Buffer.from(partsOf(answer)[part], 'base64url').length;

const shared = await enrolled({ signCount: 5 });

/** A response of the shared passkey with the challenge it answers; the device forgets that it has counted. */
async function response(changes: UseChanges = {}): Promise<{ response: string; challenge: string }> {
  const { options, challenge } = await ceremonies.beginUse(undefined);
  return { response: shared.device.get(options, { signCount: 6, ...changes }), challenge };
}

const judged = async (given: { response: string; challenge: string }): Promise<string> => {
  const outcome = await ceremonies.verifyUse({ ...given, passkey: shared.passkey, userHandles: [handle] });
  expect(await ceremonies.finishUse({ ...given, passkey: shared.passkey, userHandles: [handle] })).toEqual(
    outcome.kind === 'used' ? { newSignCount: 6, isBackedUp: false } : undefined,
  );
  return outcome.kind;
};

/** What both ceremonies refuse. */
const wrongs: readonly (readonly [string, TestChanges])[] = [
  ['another challenge', { clientData: { challenge: randomBytes(32).toString('base64url') } }],
  ['no challenge', { clientData: { challenge: undefined } }],
  ['another origin', { clientData: { origin: 'https://login.bank.example.evil.example' } }],
  ['the origin without its scheme', { clientData: { origin: 'login.bank.example' } }],
  ['another type', { clientData: { type: 'payment.get' } }],
  ['the page in a frame', { clientData: { crossOrigin: true } }],
  ['the page in a named frame', { clientData: { crossOrigin: true, topOrigin: 'https://evil.example' } }],
  ['a page around it, but no frame', { clientData: { topOrigin: 'https://evil.example' } }],
  ['a frame that is no boolean', { clientData: { crossOrigin: 'false' } }],
  ['another rp id', { rpId: 'evil.example' }],
  ['a parent as rp id', { rpId: 'example' }],
  ['the user not verified', { flags: testFlags.present }],
  ['the user not present', { flags: testFlags.verified }],
  ['neither', { flags: 0 }],
  ['a backup of what has none', { flags: honest + testFlags.backedUp }],
];

describe('a passkey is made and used', () => {
  test.each(Object.entries(testAlgorithms))('with %s', async (_name, algorithm) => {
    const { device, passkey } = await enrolled({ algorithm });
    for (const known of [undefined, [passkey]]) {
      const begun = await ceremonies.beginUse(known);
      const given = { response: device.get(begun.options), challenge: begun.challenge };
      expect(ceremonies.credentialIn(given.response)).toEqual({
        credentialId: passkey.credentialId,
        userHandle: handleText,
      });
      expect(await ceremonies.finishUse({ ...given, passkey, userHandles: [handle] })).toMatchObject({
        isBackedUp: false,
      });
    }
  });

  test('and what the device says of it is kept', async () => {
    const aaguid = Buffer.from('fbfc3007154e4ecc8c0b6e020557d7bd', 'hex');
    const flags = honest + testFlags.backupEligible + testFlags.backedUp;
    expect(await created({ aaguid, flags, signCount: 9 })).toEqual({
      credentialId: expect.stringMatching(/^[\w-]{43}$/),
      publicKey: expect.any(Uint8Array),
      signCount: 9,
      transports: ['internal', 'hybrid'],
      aaguid: 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd',
      isBackedUp: true,
      isBackupEligible: true,
    });
  });

  test('and may be backed up later', async () => {
    const { device, passkey } = await enrolled({ flags: honest + testFlags.backupEligible });
    const { options, challenge } = await ceremonies.beginUse([passkey]);
    const flags = honest + testFlags.backupEligible + testFlags.backedUp;
    const used = await ceremonies.finishUse({ response: device.get(options, { flags }), challenge, passkey });
    expect(used).toEqual({ newSignCount: 1, isBackedUp: true });
  });

  test('with a signature of its own where the device gives one', async () => {
    expect(await created({ attestation: 'self' })).toMatchObject({ signCount: 0 });
  });

  test('by a browser that names no owner, or an owner of an earlier key', async () => {
    expect(await judged(await response({ userHandle: null }))).toBe('used');
    const given = { ...(await response()), passkey: shared.passkey };
    const earlier = userHandle(Buffer.alloc(32, 8), 'user-1');
    expect(await ceremonies.verifyUse({ ...given, userHandles: [earlier, handle] })).toMatchObject({
      kind: 'used',
    });
  });

  test('by a device that does not count', async () => {
    const { device, passkey } = await enrolled();
    for (let use = 0; use < 2; use += 1) {
      const { options, challenge } = await ceremonies.beginUse([passkey]);
      const given = { response: device.get(options, { signCount: 0 }), challenge, passkey };
      expect(await ceremonies.finishUse(given)).toEqual({ newSignCount: 0, isBackedUp: false });
    }
  });
});

describe('what browsers are asked for', () => {
  test('a passkey that is found by itself, by a verified user, without attestation', async () => {
    const known = [{ credentialId: 'AAAAAAAAAAAAAAAAAAAAAA', transports: ['usb'] }];
    const { options, challenge } = await ceremonies.beginCreation({ ...request, known });
    expect(JSON.parse(options)).toMatchObject({
      challenge,
      rp: { id: 'bank.example', name: 'The Bank' },
      user: { id: handleText, name: 'anna', displayName: 'Anna Example' },
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
      timeout: 120_000,
      attestation: 'none',
      excludeCredentials: [{ id: 'AAAAAAAAAAAAAAAAAAAAAA', type: 'public-key', transports: ['usb'] }],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
    });
  });

  test('a use by a verified user, of any passkey or of those that are known', async () => {
    const any = await ceremonies.beginUse(undefined);
    expect(JSON.parse(any.options)).toEqual({
      challenge: any.challenge,
      rpId: 'bank.example',
      timeout: 120_000,
      userVerification: 'required',
    });
    const one = await ceremonies.beginUse([shared.passkey]);
    expect(JSON.parse(one.options)).toMatchObject({
      allowCredentials: [{ id: shared.passkey.credentialId, transports: ['internal', 'hybrid'] }],
    });
  });

  test('a new challenge of 32 bytes each time, or the one that is given', async () => {
    const begun = await Promise.all(Array.from({ length: 20 }, () => ceremonies.beginUse(undefined)));
    expect(new Set(begun.map(({ challenge }) => challenge)).size).toBe(20);
    for (const { challenge } of begun) expect(Buffer.from(challenge, 'base64url')).toHaveLength(32);
    const challenge = randomBytes(32);
    const text = challenge.toString('base64url');
    expect((await ceremonies.beginUse(undefined, challenge)).challenge).toBe(text);
    expect((await ceremonies.beginCreation({ ...request, challenge })).challenge).toBe(text);
  });

  test('nothing that would be a bug of ours', async () => {
    await expect(ceremonies.beginUse(undefined, randomBytes(16))).rejects.toThrow('32 bytes');
    await expect(ceremonies.beginUse([])).rejects.toThrow('a passkey to ask for');
    await expect(ceremonies.beginCreation({ ...request, userHandle: Buffer.from('anna') })).rejects.toThrow(
      '32 bytes',
    );
  });
});

describe('a creation is refused', () => {
  test.each(wrongs)('with %s', async (_name, changes) => {
    expect(await created(changes)).toBeUndefined();
  });

  test('with the type of a use', async () => {
    expect(await created({ clientData: { type: 'webauthn.get' } })).toBeUndefined();
  });

  test('when it answers an earlier challenge', async () => {
    const device = createTestAuthenticator(site);
    const [first, second] = [
      await ceremonies.beginCreation(request),
      await ceremonies.beginCreation(request),
    ];
    const answer = device.create(first.options);
    expect(
      await ceremonies.finishCreation({ response: answer, challenge: second.challenge }),
    ).toBeUndefined();
    expect(await ceremonies.finishCreation({ response: answer, challenge: first.challenge })).toBeDefined();
  });

  test('when browser and device name different credentials', async () => {
    const { options, challenge } = await ceremonies.beginCreation(request);
    const other = randomBytes(32).toString('base64url');
    const answer: object = JSON.parse(createTestAuthenticator(site).create(options));
    const changed = JSON.stringify({ ...answer, id: other, rawId: other });
    expect(await ceremonies.finishCreation({ response: changed, challenge })).toBeUndefined();
  });

  test('when the device will not find the passkey by itself', async () => {
    const { options, challenge } = await ceremonies.beginCreation(request);
    const answer = createTestAuthenticator(site).create(options);
    const changed = answer.replace('"rk":true', '"rk":false');
    expect(await ceremonies.finishCreation({ response: changed, challenge })).toBeUndefined();
    const silent = answer.replace('{"credProps":{"rk":true}}', '{}');
    expect(await ceremonies.finishCreation({ response: silent, challenge })).toBeDefined();
  });

  test.each([15, 1024])('when the credential id has %i bytes', async (length) => {
    expect(await created({ credentialId: randomBytes(length) })).toBeUndefined();
  });

  test.each([16, 1023])('but not when it has %i', async (length) => {
    expect(await created({ credentialId: randomBytes(length) })).toBeDefined();
  });

  test('when its key is of another curve than its algorithm', async () => {
    const { x, y } = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' });
    const publicKey = new Map<number, CborValue>([
      [1, 2],
      [3, testAlgorithms.es256],
      [-1, 2],
      [-2, Buffer.from(x ?? '', 'base64url')],
      [-3, Buffer.from(y ?? '', 'base64url')],
    ]);
    expect(await created({ publicKey })).toBeUndefined();
  });

  test('when a maker vouches for the device, though the library would believe it', async () => {
    const { options, challenge } = await ceremonies.beginCreation(request);
    const answer = createTestAuthenticator(site).create(options, { attestation: maker() });
    const believed = await verifyRegistrationResponse({
      response: JSON.parse(answer),
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      supportedAlgorithmIDs: [testAlgorithms.es256],
    });
    expect(believed.verified).toBe(true);
    expect(await ceremonies.finishCreation({ response: answer, challenge })).toBeUndefined();
  });

  test('when its own signature is over something else', async () => {
    const { options, challenge } = await ceremonies.beginCreation(request);
    const honestAnswer = createTestAuthenticator(site).create(options, { attestation: 'self' });
    const { clientDataJSON } = partsOf(honestAnswer);
    const spaced = Buffer.concat([Buffer.from(clientDataJSON, 'base64url'), Buffer.from(' ')]);
    const changed = honestAnswer.replace(clientDataJSON, spaced.toString('base64url'));
    expect(await ceremonies.finishCreation({ response: honestAnswer, challenge })).toBeDefined();
    expect(await ceremonies.finishCreation({ response: changed, challenge })).toBeUndefined();
  });
});

describe('a use is refused', () => {
  test.each(wrongs)('with %s', async (_name, changes) => {
    expect(await judged(await response(changes))).toBe('refused');
  });

  test('with the type of a creation', async () => {
    expect(await judged(await response({ clientData: { type: 'webauthn.create' } }))).toBe('refused');
  });

  test('when an earlier response comes again', async () => {
    const earlier = await response();
    expect(await judged(earlier)).toBe('used');
    const { challenge } = await ceremonies.beginUse(undefined);
    expect(await judged({ ...earlier, challenge })).toBe('refused');
  });

  test('when it is of another passkey, under its own name or under ours', async () => {
    const other = await enrolled();
    const { options, challenge } = await ceremonies.beginUse(undefined);
    const answer = other.device.get(options, { signCount: 6 });
    expect(await judged({ response: answer, challenge })).toBe('refused');
    const renamed = answer.replaceAll(other.passkey.credentialId, shared.passkey.credentialId);
    expect(await judged({ response: renamed, challenge })).toBe('refused');
  });

  test('when it is ours under the name of another', async () => {
    const given = await response();
    const other = randomBytes(32).toString('base64url');
    const renamed = given.response.replaceAll(shared.passkey.credentialId, other);
    expect(await judged({ ...given, response: renamed })).toBe('refused');
  });

  test('when it names another owner', async () => {
    const foreign = Buffer.from(userHandle(Buffer.alloc(32, 7), 'user-2')).toString('base64url');
    expect(await judged(await response({ userHandle: foreign }))).toBe('refused');
  });

  test.each([0, 1, 4, 5])('and told as a clone when its count is %i after 5', async (signCount) => {
    expect(await judged(await response({ signCount }))).toBe('cloned');
  });

  test('but not told as a clone when anything else is wrong', async () => {
    const { challenge } = await ceremonies.beginUse(undefined);
    const { response: answer } = await response({ signCount: 1 });
    expect(await judged({ response: answer, challenge })).toBe('refused');
  });

  test('when a passkey that never leaves its device says it might', async () => {
    expect(await judged(await response({ flags: honest + testFlags.backupEligible }))).toBe('refused');
  });
});

describe('any flipped bit', () => {
  const parts = ['signature', 'authenticatorData', 'clientDataJSON'] as const;

  test.each(
    Object.entries(testAlgorithms).flatMap(([name, algorithm]) =>
      parts.map((part) => [part, name, algorithm] as const),
    ),
  )('of the %s of %s is refused', async (part, _name, algorithm) => {
    const { device, passkey } = await enrolled({ algorithm });
    const { options, challenge } = await ceremonies.beginUse(undefined);
    const answer = device.get(options);
    expect(await ceremonies.verifyUse({ response: answer, challenge, passkey })).toMatchObject({
      kind: 'used',
    });
    const taken: number[] = [];
    for (let bit = 0; bit < bitsOf(answer, part); bit += 1) {
      const response = flipped(answer, part, bit);
      expect(response).not.toBe(answer);
      const { kind } = await ceremonies.verifyUse({ response, challenge, passkey });
      if (kind !== 'refused') taken.push(bit);
    }
    expect(taken).toEqual([]);
  });

  test('of what a device has signed when it made a passkey is refused', async () => {
    const { options, challenge } = await ceremonies.beginCreation(request);
    const answer = createTestAuthenticator(site).create(options, { attestation: 'self' });
    const taken: number[] = [];
    for (let bit = 0; bit < bitsOf(answer, 'clientDataJSON'); bit += 1) {
      const response = flipped(answer, 'clientDataJSON', bit);
      if ((await ceremonies.finishCreation({ response, challenge })) !== undefined) taken.push(bit);
    }
    expect(taken).toEqual([]);
  });
});
