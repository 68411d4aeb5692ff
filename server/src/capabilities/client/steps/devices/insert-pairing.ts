import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { DevicePlatform, PushAddress } from '../../domain/devices/device.ts';
import { pairingMinutes } from '../../domain/devices/policy.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import type { DeviceDetails } from '../../store/device-vault.ts';
import { insertDevice } from '../../store/devices.store.ts';
import type { PairingEvidence } from './pairing-evidence.ts';

/** A device that awaits its confirmation. */
export interface NewPairing {
  readonly pairingId: string;
  readonly deviceId: string;
  readonly userId: string;
  readonly platform: DevicePlatform;
  readonly evidence: PairingEvidence;
  readonly details: DeviceDetails;
  readonly push: PushAddress | undefined;
}

/** Inserts a new pairing, with what the customer and the app say about it encrypted. */
export function insertPairing(
  { bankId, clientVault, clock }: Context & ClientPorts,
  work: Work,
  pairing: NewPairing,
): void {
  const { details, evidence, pairingId, push } = pairing;
  const vault = clientVault.devices;
  const now = clock.now();
  insertDevice(work, {
    bank_id: bankId,
    pairing_id: pairingId,
    device_id: pairing.deviceId,
    user_id: pairing.userId,
    status: 'awaiting-confirmation',
    platform: pairing.platform,
    public_key: evidence.spki,
    attested_by: evidence.attestedBy,
    sealed_details: vault.sealDetails(bankId, pairingId, details),
    push_platform: push?.platform ?? null,
    sealed_push: push === undefined ? null : vault.sealPush(bankId, pairingId, push.handle),
    blocks: [],
    confirm_until: now.add({ minutes: pairingMinutes }),
    confirmed_at: null,
    last_used_at: null,
    unpaired_at: null,
    unpair_reason: null,
    row_version: 1n,
    created_at: now,
    modified_at: now,
  });
}
