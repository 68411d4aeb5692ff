import { hash, type KeyObject } from 'node:crypto';
import { compactVerify } from 'jose';
import { Temporal } from 'temporal-polyfill';
import Type from 'typebox';
import { Check } from 'typebox/value';
import { deviceProofMinutes } from '../../domain/devices/policy.ts';

const proofPayload = Type.Object(
  { activationCode: Type.String(), deviceId: Type.String(), iat: Type.Integer() },
  { additionalProperties: false },
);

/** What a device signs when it is paired. */
export interface PairingProof {
  readonly activationCode: string;
  readonly deviceId: string;
}

/** A signed pairing; the time is part of what the attestation vouches for. */
export interface VerifiedProof {
  readonly issuedAt: number;
}

/** Verifies a compact JWS by the key of the device over code, device id and a current time. */
export async function verifyPairingProof(
  proof: string,
  expected: PairingProof & { readonly key: KeyObject; readonly now: Temporal.Instant },
): Promise<VerifiedProof | undefined> {
  const { activationCode, deviceId, key, now } = expected;
  const payload = await payloadOf(proof, key);
  if (!Check(proofPayload, payload)) return undefined;
  if (payload.activationCode !== activationCode || payload.deviceId !== deviceId) return undefined;
  return isCurrent(payload.iat, now) ? { issuedAt: payload.iat } : undefined;
}

async function payloadOf(proof: string, key: KeyObject): Promise<unknown> {
  try {
    const { payload } = await compactVerify(proof, key, { algorithms: ['ES256'] });
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    // Any error means an invalid proof.
  } catch {
    return undefined;
  }
}

/** Returns whether a time in seconds is close enough to now. */
export function isCurrent(seconds: number, now: Temporal.Instant): boolean {
  const difference = Math.abs(now.epochMilliseconds / 1_000 - seconds);
  return difference <= Temporal.Duration.from({ minutes: deviceProofMinutes }).total('seconds');
}

/**
 * Returns the challenge that a platform must have attested: it names the code, the installation, the time and the key, so
 * that an attestation counts for one pairing. An app computes it as SHA-256 over the JSON text of this list.
 */
export function attestationChallenge(
  { activationCode, deviceId }: PairingProof,
  { issuedAt, thumbprint }: { readonly issuedAt: number; readonly thumbprint: string },
): Buffer {
  return hash('sha256', JSON.stringify([activationCode, deviceId, issuedAt, thumbprint]), 'buffer');
}
