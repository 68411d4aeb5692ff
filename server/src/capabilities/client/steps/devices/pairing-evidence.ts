import type { KeyObject } from 'node:crypto';
import type { Context } from '#platform/work/context.ts';
import type { AttestationKind, DevicePlatform } from '../../domain/devices/device.ts';
import { type DeviceJwk, readDeviceKey } from '../../engine/devices/device-key.ts';
import { attestationChallenge, verifyPairingProof } from '../../engine/devices/pairing-proof.ts';
import type { Attestation } from '../../ports/attestation.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';

/** What a device presents of its key. */
export interface PresentedKey {
  readonly activationCode: string;
  readonly deviceId: string;
  readonly publicKey: DeviceJwk;
  readonly proof: string;
  readonly attestation: Attestation;
  readonly platform: DevicePlatform;
}

/** A key that the device has, and what vouches for it. */
export interface PairingEvidence {
  readonly key: KeyObject;
  readonly spki: Buffer;
  readonly attestedBy: AttestationKind;
}

/**
 * Verifies proof and attestation of a device. A failed proof does not spare the attestation: the time must not tell which
 * of them failed.
 */
export async function verifyPairingEvidence(
  { attestation: verify, clock }: Context & ClientPorts,
  presented: PresentedKey,
): Promise<PairingEvidence | undefined> {
  const { attestation, platform, proof } = presented;
  const now = clock.now();
  const read = readDeviceKey(presented.publicKey);
  if (read === undefined) return undefined;
  const { key, spki, thumbprint } = read;
  const verified = await verifyPairingProof(proof, { ...presented, key, now });
  const challenge = attestationChallenge(presented, { issuedAt: verified?.issuedAt ?? 0, thumbprint });
  const attestedBy = await verify({ attestation, platform, challenge, publicKey: spki, now });
  return verified && attestedBy && { key, spki, attestedBy };
}
