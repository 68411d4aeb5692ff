import Type from 'typebox';
import { callers, everyone } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { devicePlatforms, pushPlatforms, unpairReasons } from '../domain/devices/device.ts';
import { problems } from '../problems.ts';
import { clientInterface } from './client-interface.ts';

const { Optional } = Type;
const closed = { additionalProperties: false } as const;
const base64 = '^[A-Za-z0-9+/]+={0,2}$';
const base64url = '^[A-Za-z0-9_-]+$';

const activationCode = Type.String({ pattern: '^[A-Z2-7]{5}(-[A-Z2-7]{5}){3}$' });
/** Upper and lower case are one id; it is stored in lower case. */
const deviceId = Type.String({ format: 'uuid' });
const coordinate = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' });

const publicKey = Type.Object(
  {
    kty: Type.Literal('EC'),
    crv: Type.Literal('P-256'),
    x: coordinate,
    y: coordinate,
    kid: Optional(Type.String({ maxLength: 200 })),
    alg: Optional(Type.String({ maxLength: 20 })),
    use: Optional(Type.String({ maxLength: 20 })),
  },
  { ...closed, description: 'Public key of the device (RFC 7517), P-256, made in secure hardware.' },
);

const attestation = Type.Union(
  [
    Type.Object(
      {
        format: Type.Literal('android-key'),
        certificates: Type.Array(Type.String({ pattern: base64, maxLength: 11_000 }), {
          minItems: 1,
          maxItems: 6,
        }),
      },
      { ...closed, description: 'Android key attestation: certificates in base64, that of the key first.' },
    ),
    Type.Object(
      {
        format: Type.Literal('apple-app-attest'),
        keyId: Type.String({ pattern: base64, maxLength: 100 }),
        object: Type.String({ pattern: base64, maxLength: 16_000 }),
      },
      { ...closed, description: 'Apple App Attest: key id and attestation object in base64.' },
    ),
    Type.Object(
      {
        format: Type.Literal('software'),
        signature: Type.String({ pattern: base64url, maxLength: 200 }),
      },
      { ...closed, description: 'The challenge signed by the key; accepted only where the bank allows it.' },
    ),
  ],
  {
    description:
      'What the platform says about the key. Its challenge is SHA-256 over the JSON text of the list of activationCode, deviceId, `iat` of the proof and the RFC 7638 thumbprint of publicKey.',
  },
);

export const issueActivationCode = contract({
  interface: clientInterface,
  operationId: 'Client_Device_GenerateActivationCode',
  method: 'GET',
  path: '/api/v1/device/generate-activation-code',
  summary: 'Issue a code with which a device is paired; it replaces the open one',
  description:
    'Needs a recent strong sign-in. The code is shown once; the app on the new device redeems it with the pairing operation.',
  access: callers({ customer: { scope: 'device' } }),
  request: {
    headers: Type.Object({
      'sec-purpose': Optional(Type.String({ maxLength: 200 })),
      purpose: Optional(Type.String({ maxLength: 200 })),
    }),
  },
  responses: {
    200: {
      description: 'The code; shown once.',
      headers: { 'cache-control': 'Always no-store.' },
      body: Type.Object({
        activationCode,
        expiresAt: Type.String({ format: 'date-time' }),
        qrContent: Type.String({
          description: 'Content of a QR code that the app reads instead of the typed code.',
        }),
        attemptsLeft: Type.Integer(),
        pairedDevices: Type.Integer(),
        maxDevices: Type.Integer(),
      }),
    },
  },
  problems: [
    standardProblems['step-up-required'],
    problems['device-limit-reached'],
    problems['client-restricted'],
  ],
  idempotency: 'none',
  answersHead: false,
  rate: 'change',
  source: 'S000',
});

export const pairDevice = contract({
  interface: clientInterface,
  operationId: 'Client_Device_Pair',
  method: 'POST',
  path: '/api/v1/device/pair-device',
  summary: 'Pair a device: redeem an activation code',
  description:
    'The app proves possession of its new key and redeems the code. It gets the seeds of its codes, encrypted to that key.',
  access: everyone,
  request: {
    headers: Type.Object({ 'x-bank-id': Optional(Type.String({ pattern: '^[a-z0-9]{2,8}$' })) }),
    body: Type.Object(
      {
        activationCode,
        deviceId,
        publicKey,
        proof: Type.String({
          minLength: 1,
          maxLength: 1_000,
          description: 'Compact JWS (ES256) by the device key over {activationCode, deviceId, iat}.',
        }),
        attestation,
        platform: Type.Enum(devicePlatforms),
        model: Optional(Type.String({ minLength: 1, maxLength: 100 })),
        osVersion: Optional(Type.String({ minLength: 1, maxLength: 50 })),
        nickname: Optional(Type.String({ minLength: 1, maxLength: 40 })),
        pushPlatform: Optional(Type.Enum(pushPlatforms)),
        pushHandle: Optional(
          Type.String({
            minLength: 1,
            maxLength: 3_000,
            description: 'For web-push the subscription as JSON text; otherwise the token of the platform.',
          }),
        ),
      },
      closed,
    ),
  },
  responses: {
    201: {
      description: 'Paired; the device awaits the verification of its first code.',
      headers: { 'cache-control': 'Always no-store.' },
      body: Type.Object({
        pairingId: Type.String({ format: 'uuid' }),
        deviceId: Type.String({ format: 'uuid' }),
        oath: Type.String({
          description: 'JWE (ECDH-ES, A256GCM) to the device key: seeds and parameters of TOTP and OCRA.',
        }),
      }),
    },
  },
  problems: [problems['pairing-refused'], problems['device-taken']],
  idempotency: 'none',
  rate: 'anonymous',
  bodySize: 'normal',
  source: 'addition',
});

export const unpairDevice = contract({
  interface: clientInterface,
  operationId: 'Client_Device_Unpair',
  method: 'PUT',
  path: '/api/v1/device/unpair-device',
  summary: 'Unpair a device of the signed-in user',
  description:
    'The device can no longer approve or compute codes. The last factor of a user cannot be removed.',
  access: callers({ customer: { scope: 'device' } }),
  request: { body: Type.Object({ deviceId, reason: Type.Enum(unpairReasons) }, closed) },
  responses: { 204: { description: 'Unpaired, now or before.' } },
  problems: [standardProblems['step-up-required'], problems['last-factor']],
  idempotency: 'none',
  rate: 'change',
  source: 'S000',
});

export const verifyOffline = contract({
  interface: clientInterface,
  operationId: 'Client_Offline_Verify',
  method: 'POST',
  path: '/api/v1/offline/verify',
  summary: 'Verify a code that a device computed without a network, for a sign-in',
  description:
    "For the bank's sign-in application: verifies a code that a paired device computed offline, and returns a token that the sign-in accepts once.",
  access: callers({ application: { scope: 'offline.verify' } }),
  request: {
    headers: Type.Object({ 'psu-ip-address': Optional(Type.String({ maxLength: 45 })) }),
    body: Type.Object(
      {
        username: Type.String({ minLength: 1, maxLength: 64 }),
        deviceHint: Optional(Type.String({ minLength: 1, maxLength: 40 })),
        challengeId: Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' })),
        responseCode: Type.String({ pattern: '^[0-9]{6,10}$' }),
      },
      closed,
    ),
  },
  responses: {
    200: {
      description: 'Token for the sign-in; used once.',
      headers: { 'cache-control': 'Always no-store.' },
      body: Type.Object({
        verificationToken: Type.String(),
        expiresAt: Type.String({ format: 'date-time' }),
      }),
    },
  },
  problems: [problems['offline-verification-failed']],
  idempotency: 'none',
  rate: 'change',
  source: 'S000',
});
