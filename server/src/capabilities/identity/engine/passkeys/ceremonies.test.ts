import { execFileSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { verifyRegistrationResponse } from '@simplewebauthn/server';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { caseStep } from '#platform/testing/random-runs.ts';
import type { CreatedCredential, Passkey } from '../../domain/passkey.ts';
import {
  type CborValue,
  type CreationChanges,
  createTestAuthenticator,
  type TestAuthenticator,
  type TestChanges,
  type TestVendor,
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

/** A vendor of devices, with a certificate as the standard requires. */
function vendor(): TestVendor {
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

function partsOf(responseText: string): Readonly<Record<Part, string>> {
  const { response: parts }: { response: Record<Part, string> } = JSON.parse(responseText);
  return parts;
}

/** A response with one bit of one part flipped. */
function flipped(responseText: string, part: Part, bit: number): string {
  const text = partsOf(responseText)[part];
  const bytes = Buffer.from(text, 'base64url');
  const place = Math.floor(bit / 8);
  bytes.writeUInt8(bytes.readUInt8(place) ^ (1 << (bit % 8)), place);
  return responseText.replace(`"${part}":"${text}"`, `"${part}":"${bytes.toString('base64url')}"`);
}

const bitsOf = (responseText: string, part: Part): number =>
  8 * Buffer.from(partsOf(responseText)[part], 'base64url').length;

const shared = await enrolled({ signCount: 5 });

/** A response of the shared passkey with its challenge; the device's counter is reset. */
async function response(changes: UseChanges = {}): Promise<{ response: string; challenge: string }> {
  const { options, challenge } = await ceremonies.beginUse(undefined);
  return { response: shared.device.get(options, { signCount: 6, ...changes }), challenge };
}

const verified = async (given: { response: string; challenge: string }): Promise<string> => {
  const outcome = await ceremonies.verifyUse({ ...given, passkey: shared.passkey, userHandles: [handle] });
  expect(await ceremonies.finishUse({ ...given, passkey: shared.passkey, userHandles: [handle] })).toEqual(
    outcome.kind === 'used' ? { newSignCount: 6, isBackedUp: false } : undefined,
  );
  return outcome.kind;
};

/** Changes that both ceremonies refuse. */
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

describe('a passkey is created and used', () => {
  test.each(Object.entries(testAlgorithms))('with %s', async (_name, algorithm) => {
    const { device, passkey } = await enrolled({ algorithm });
    for (const known of [undefined, [passkey]]) {
      const started = await ceremonies.beginUse(known);
      const given = { response: device.get(started.options), challenge: started.challenge };
      expect(ceremonies.credentialIn(given.response)).toEqual({
        credentialId: passkey.credentialId,
        userHandle: handleText,
      });
      expect(await ceremonies.finishUse({ ...given, passkey, userHandles: [handle] })).toMatchObject({
        isBackedUp: false,
      });
    }
  });

  test('and its data is stored', async () => {
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

  test('with its own signature where the device sends one', async () => {
    expect(await created({ attestation: 'self' })).toMatchObject({ signCount: 0 });
  });

  test('by a browser that sends no user handle, or one of an earlier key', async () => {
    expect(await verified(await response({ userHandle: null }))).toBe('used');
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

describe('the options for browsers', () => {
  test('a discoverable passkey, by a verified user, without attestation', async () => {
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

  test('a use by a verified user, of any passkey or of the known ones', async () => {
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

  test('a new challenge of 32 bytes each time, or the given one', async () => {
    const started = await Promise.all(Array.from({ length: 20 }, () => ceremonies.beginUse(undefined)));
    expect(new Set(started.map(({ challenge }) => challenge)).size).toBe(20);
    for (const { challenge } of started) expect(Buffer.from(challenge, 'base64url')).toHaveLength(32);
    const challenge = randomBytes(32);
    const text = challenge.toString('base64url');
    expect((await ceremonies.beginUse(undefined, challenge)).challenge).toBe(text);
    expect((await ceremonies.beginCreation({ ...request, challenge })).challenge).toBe(text);
  });

  test('never options that would be an internal error', async () => {
    await expect(ceremonies.beginUse(undefined, randomBytes(16))).rejects.toThrow('32 bytes');
    await expect(ceremonies.beginUse([])).rejects.toThrow('not empty');
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

  test('when it responds to an earlier challenge', async () => {
    const device = createTestAuthenticator(site);
    const [first, second] = [
      await ceremonies.beginCreation(request),
      await ceremonies.beginCreation(request),
    ];
    const responseText = device.create(first.options);
    expect(
      await ceremonies.finishCreation({ response: responseText, challenge: second.challenge }),
    ).toBeUndefined();
    expect(
      await ceremonies.finishCreation({ response: responseText, challenge: first.challenge }),
    ).toBeDefined();
  });

  test('when browser and device name different credentials', async () => {
    const { options, challenge } = await ceremonies.beginCreation(request);
    const other = randomBytes(32).toString('base64url');
    const responseText: object = JSON.parse(createTestAuthenticator(site).create(options));
    const changed = JSON.stringify({ ...responseText, id: other, rawId: other });
    expect(await ceremonies.finishCreation({ response: changed, challenge })).toBeUndefined();
  });

  test('when the passkey is not discoverable', async () => {
    const { options, challenge } = await ceremonies.beginCreation(request);
    const responseText = createTestAuthenticator(site).create(options);
    const changed = responseText.replace('"rk":true', '"rk":false');
    expect(await ceremonies.finishCreation({ response: changed, challenge })).toBeUndefined();
    const silent = responseText.replace('{"credProps":{"rk":true}}', '{}');
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

  test('when a vendor attests the device, although the library would accept it', async () => {
    const { options, challenge } = await ceremonies.beginCreation(request);
    const responseText = createTestAuthenticator(site).create(options, { attestation: vendor() });
    const believed = await verifyRegistrationResponse({
      response: JSON.parse(responseText),
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      supportedAlgorithmIDs: [testAlgorithms.es256],
    });
    expect(believed.verified).toBe(true);
    expect(await ceremonies.finishCreation({ response: responseText, challenge })).toBeUndefined();
  });

  test('when its self attestation signs something else', async () => {
    const { options, challenge } = await ceremonies.beginCreation(request);
    const genuineResponse = createTestAuthenticator(site).create(options, { attestation: 'self' });
    const { clientDataJSON } = partsOf(genuineResponse);
    const spaced = Buffer.concat([Buffer.from(clientDataJSON, 'base64url'), Buffer.from(' ')]);
    const changed = genuineResponse.replace(clientDataJSON, spaced.toString('base64url'));
    expect(await ceremonies.finishCreation({ response: genuineResponse, challenge })).toBeDefined();
    expect(await ceremonies.finishCreation({ response: changed, challenge })).toBeUndefined();
  });
});

describe('a use is refused', () => {
  test.each(wrongs)('with %s', async (_name, changes) => {
    expect(await verified(await response(changes))).toBe('refused');
  });

  test('with the type of a creation', async () => {
    expect(await verified(await response({ clientData: { type: 'webauthn.create' } }))).toBe('refused');
  });

  test('when an earlier response is submitted again', async () => {
    const earlier = await response();
    expect(await verified(earlier)).toBe('used');
    const { challenge } = await ceremonies.beginUse(undefined);
    expect(await verified({ ...earlier, challenge })).toBe('refused');
  });

  test('when it is of another passkey, under its own id or under ours', async () => {
    const other = await enrolled();
    const { options, challenge } = await ceremonies.beginUse(undefined);
    const responseText = other.device.get(options, { signCount: 6 });
    expect(await verified({ response: responseText, challenge })).toBe('refused');
    const renamed = responseText.replaceAll(other.passkey.credentialId, shared.passkey.credentialId);
    expect(await verified({ response: renamed, challenge })).toBe('refused');
  });

  test('when it is ours under the id of another', async () => {
    const given = await response();
    const other = randomBytes(32).toString('base64url');
    const renamed = given.response.replaceAll(shared.passkey.credentialId, other);
    expect(await verified({ ...given, response: renamed })).toBe('refused');
  });

  test('when it names another user handle', async () => {
    const foreign = Buffer.from(userHandle(Buffer.alloc(32, 7), 'user-2')).toString('base64url');
    expect(await verified(await response({ userHandle: foreign }))).toBe('refused');
  });

  test.each([0, 1, 4, 5])('and reported as a clone when its count is %i after 5', async (signCount) => {
    expect(await verified(await response({ signCount }))).toBe('cloned');
  });

  test('but not reported as a clone when another check fails', async () => {
    const { challenge } = await ceremonies.beginUse(undefined);
    const { response: responseText } = await response({ signCount: 1 });
    expect(await verified({ response: responseText, challenge })).toBe('refused');
  });

  test('when a device-bound passkey claims to be backup eligible', async () => {
    expect(await verified(await response({ flags: honest + testFlags.backupEligible }))).toBe('refused');
  });
});

describe(`any flipped bit (one of ${caseStep} is tried)`, () => {
  const parts = ['signature', 'authenticatorData', 'clientDataJSON'] as const;

  test.each(
    Object.entries(testAlgorithms).flatMap(([name, algorithm]) =>
      parts.map((part) => [part, name, algorithm] as const),
    ),
  )('of the %s of %s is refused', async (part, _name, algorithm) => {
    const { device, passkey } = await enrolled({ algorithm });
    const { options, challenge } = await ceremonies.beginUse(undefined);
    const responseText = device.get(options);
    expect(await ceremonies.verifyUse({ response: responseText, challenge, passkey })).toMatchObject({
      kind: 'used',
    });
    const taken: number[] = [];
    for (let bit = 0; bit < bitsOf(responseText, part); bit += caseStep) {
      const response = flipped(responseText, part, bit);
      expect(response).not.toBe(responseText);
      const { kind } = await ceremonies.verifyUse({ response, challenge, passkey });
      if (kind !== 'refused') taken.push(bit);
    }
    expect(taken).toEqual([]);
  });

  test('of what a device has signed at the creation is refused', async () => {
    const { options, challenge } = await ceremonies.beginCreation(request);
    const responseText = createTestAuthenticator(site).create(options, { attestation: 'self' });
    const taken: number[] = [];
    for (let bit = 0; bit < bitsOf(responseText, 'clientDataJSON'); bit += caseStep) {
      const response = flipped(responseText, 'clientDataJSON', bit);
      if ((await ceremonies.finishCreation({ response, challenge })) !== undefined) taken.push(bit);
    }
    expect(taken).toEqual([]);
  });
});
