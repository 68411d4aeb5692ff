import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { CompactSign, compactDecrypt, exportJWK } from 'jose';
import { HOTP, Secret as OtpSecret } from 'otpauth';
import type { Clock } from '#platform/kernel/clock.ts';
import { jwkThumbprint } from '#platform/kernel/jwk-thumbprint.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import { at } from '#platform/testing/json-at.ts';
import { attestationChallenge } from '../engine/devices/pairing-proof.ts';

/** A phone with the bank's app, whose key is in software. */
export interface TestDevice {
  readonly deviceId: string;
  readonly privateKey: KeyObject;
  /** The body with which it redeems a code; members of `more` replace those of the body. */
  pairingBody(activationCode: string, more?: Readonly<Record<string, unknown>>): Promise<PairingBody>;
  /** Opens the response of a pairing and keeps the seeds. */
  accept(body: unknown): Promise<void>;
  /** The current code, or the code this many steps away. */
  code(steps?: number): string;
  /** The response to an OCRA challenge. */
  answer(challenge: string): string;
  /** A detached JWS over a text for a resource; members of `more` replace those of the header. */
  signText(
    text: string,
    resource: { readonly kind: string; readonly id: string },
    more?: Readonly<Record<string, unknown>>,
  ): Promise<string>;
}

export type PairingBody = Readonly<Record<string, unknown>> & { readonly deviceId: string };

interface Seeds {
  readonly pairingId: string;
  readonly totp: Buffer;
  readonly ocra: Buffer;
}

const ocraSuite = 'OCRA-1:HOTP-SHA512-8:QN08-T1M';

/** Creates a device with a new key. */
export async function createTestDevice(clock: Clock, deviceId: string = randomUUID()): Promise<TestDevice> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = await exportJWK(publicKey);
  const jwk = { kty: 'EC', crv: 'P-256', x, y } as const;
  let seeds: Seeds | undefined;
  const known = (): Seeds => {
    if (seeds === undefined) throw new Error('the device is not paired');
    return seeds;
  };
  return {
    deviceId,
    privateKey,
    async pairingBody(activationCode, more = {}) {
      const issuedAt = epochSeconds(clock.now());
      const proof = await new CompactSign(
        Buffer.from(JSON.stringify({ activationCode, deviceId, iat: issuedAt })),
      )
        .setProtectedHeader({ alg: 'ES256' })
        .sign(privateKey);
      const thumbprint = jwkThumbprint(jwk);
      const challenge = attestationChallenge({ activationCode, deviceId }, { issuedAt, thumbprint });
      const signature = sign('sha256', challenge, { key: privateKey, dsaEncoding: 'ieee-p1363' });
      const attestation = { format: 'software', signature: signature.toString('base64url') };
      return { activationCode, deviceId, publicKey: jwk, proof, attestation, platform: 'other', ...more };
    },
    async accept(body) {
      const { plaintext } = await compactDecrypt(String(at(body, 'oath')), privateKey);
      const content: unknown = JSON.parse(new TextDecoder().decode(plaintext));
      const seed = (kind: string): Buffer => Buffer.from(String(at(content, kind, 'seed')), 'base64url');
      seeds = { pairingId: String(at(body, 'pairingId')), totp: seed('totp'), ocra: seed('ocra') };
    },
    code(steps = 0) {
      const counter = Math.floor(epochSeconds(clock.now()) / 30) + steps;
      const secret = new OtpSecret({ buffer: Uint8Array.from(known().totp).buffer });
      return new HOTP({ secret, algorithm: 'SHA256', digits: 8 }).generate({ counter });
    },
    answer: (challenge) => ocra(known().ocra, challenge, Math.floor(epochSeconds(clock.now()) / 60)),
    async signText(text, resource, more = {}) {
      const header = {
        alg: 'ES256',
        kid: known().pairingId,
        iat: epochSeconds(clock.now()),
        resource,
        ...more,
      };
      const jws = await new CompactSign(Buffer.from(text)).setProtectedHeader(header).sign(privateKey);
      const [first, , last] = jws.split('.');
      return `${first}..${last}`;
    },
  };
}

/** RFC 6287, for the one suite of the product. */
function ocra(seed: Buffer, challenge: string, step: number): string {
  const question = Buffer.alloc(128);
  const hex = BigInt(challenge).toString(16).toUpperCase();
  question.write(hex.length % 2 === 0 ? hex : `${hex}0`, 'hex');
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha512', seed)
    .update(Buffer.concat([Buffer.from(`${ocraSuite}\0`), question, time]))
    .digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 100_000_000).padStart(8, '0');
}
