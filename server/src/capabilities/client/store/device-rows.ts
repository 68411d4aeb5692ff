import type { Temporal } from 'temporal-polyfill';
import {
  type AttestationKind,
  attestationKinds,
  type Blocker,
  blockers,
  type Device,
  type DeviceState,
  devicePlatforms,
  endReasons,
  type PushAddress,
  pushPlatforms,
} from '../domain/devices/device.ts';
import type { DeviceVault } from './device-vault.ts';
import type { DeviceTable } from './tables.generated.ts';

/** Returns a device from its row. */
export function deviceOf(vault: DeviceVault, row: DeviceTable): Device {
  const details = vault.openDetails(row.bank_id, row.pairing_id, row.sealed_details);
  return {
    pairingId: row.pairing_id,
    deviceId: row.device_id,
    userId: row.user_id,
    state: deviceStateOf(row),
    platform: literalOf(devicePlatforms, row.platform, 'other'),
    publicKey: row.public_key,
    attestedBy: attestationIn(row.attested_by),
    nickname: details.nickname,
    model: details.model,
    osVersion: details.osVersion,
    push: pushOf(vault, row),
    pairedAt: row.confirmed_at ?? row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
  };
}

/** Returns the state of a pairing from its row. */
function deviceStateOf(
  row: Pick<
    DeviceTable,
    'status' | 'blocks' | 'confirm_until' | 'unpaired_at' | 'unpair_reason' | 'modified_at'
  >,
): DeviceState {
  if (row.status === 'unpaired')
    return {
      status: 'unpaired',
      reason: literalOf(endReasons, row.unpair_reason ?? '', 'other'),
      unpairedAt: row.unpaired_at ?? row.modified_at,
    };
  if (row.status === 'awaiting-confirmation')
    return { status: 'awaiting-confirmation', confirmUntil: row.confirm_until };
  const [first, ...others] = blockers.filter((blocker) => row.blocks.includes(blocker));
  return first === undefined ? { status: 'active' } : { status: 'blocked', blocks: [first, ...others] };
}

/** The columns of a state. */
export interface StateColumns {
  readonly status: DeviceState['status'];
  readonly blocks: readonly Blocker[];
  readonly confirmedAt: Temporal.Instant | null;
  readonly unpairedAt: Temporal.Instant | null;
  readonly reason: string | null;
}

export function stateColumns(state: DeviceState, now: Temporal.Instant): StateColumns {
  const isUnpaired = state.status === 'unpaired';
  return {
    status: state.status,
    blocks: state.status === 'blocked' ? state.blocks : [],
    confirmedAt: state.status === 'active' ? now : null,
    unpairedAt: isUnpaired ? state.unpairedAt : null,
    reason: isUnpaired ? state.reason : null,
  };
}

function pushOf(vault: DeviceVault, row: DeviceTable): PushAddress | undefined {
  const { bank_id, pairing_id, push_platform, sealed_push } = row;
  const platform = pushPlatforms.find((known) => known === push_platform);
  if (platform === undefined || sealed_push === null) return undefined;
  return { platform, handle: vault.openPush(bank_id, pairing_id, sealed_push) };
}

/** Reads what vouches for a key; an unknown value counts as the weakest. */
export function attestationIn(column: string): AttestationKind {
  return literalOf(attestationKinds, column, 'software');
}

function literalOf<Literal extends string>(
  literals: readonly Literal[],
  value: string,
  otherwise: Literal,
): Literal {
  return literals.find((literal) => literal === value) ?? otherwise;
}
