import type { Temporal } from 'temporal-polyfill';

export const devicePlatforms = ['ios', 'android', 'other'] as const;
export type DevicePlatform = (typeof devicePlatforms)[number];

export const pushPlatforms = ['apns', 'fcm', 'web-push'] as const;
export type PushPlatform = (typeof pushPlatforms)[number];

/** What vouches for the key of a device. */
export const attestationKinds = ['software', 'android-tee', 'android-strongbox', 'apple-app-attest'] as const;
export type AttestationKind = (typeof attestationKinds)[number];

/** Reasons that a customer gives for unpairing. */
export const unpairReasons = ['lost', 'stolen', 'replaced', 'not-mine', 'other'] as const;
export type UnpairReason = (typeof unpairReasons)[number];

/** Why a device was unpaired; beside the customer's reasons those of the bank. */
export const endReasons = [
  ...unpairReasons,
  'not-confirmed',
  'user-closed',
  'death',
  'agent',
  'restored',
] as const;
export type EndReason = (typeof endReasons)[number];

/** Who blocks a device: a member of staff, or a restriction of the client. Both must lift theirs. */
export const blockers = ['agent', 'restriction'] as const;
export type Blocker = (typeof blockers)[number];

/** The state of a pairing. */
export type DeviceState =
  | { readonly status: 'awaiting-confirmation'; readonly confirmUntil: Temporal.Instant }
  | { readonly status: 'active' }
  | { readonly status: 'blocked'; readonly blocks: readonly [Blocker, ...Blocker[]] }
  | { readonly status: 'unpaired'; readonly reason: EndReason; readonly unpairedAt: Temporal.Instant };

/** What happens to a pairing. */
export type DeviceChange =
  | { readonly kind: 'confirm' }
  | { readonly kind: 'block'; readonly by: Blocker }
  | { readonly kind: 'unblock'; readonly by: Blocker }
  | { readonly kind: 'unpair'; readonly reason: EndReason };

/** Returns the state that counts now: a device that was not confirmed in time is unpaired, recorded or not. */
export function stateAt(state: DeviceState, now: Temporal.Instant): DeviceState {
  if (state.status !== 'awaiting-confirmation') return state;
  const { confirmUntil } = state;
  return now.epochMilliseconds < confirmUntil.epochMilliseconds
    ? state
    : { status: 'unpaired', reason: 'not-confirmed', unpairedAt: confirmUntil };
}

/**
 * Returns the state after a change; undefined when it changes nothing: the change was made before, or is not possible in
 * this state. Unpaired is final. SPEC 10.9
 */
export function changeDevice(
  stored: DeviceState,
  change: DeviceChange,
  now: Temporal.Instant,
): DeviceState | undefined {
  const state = stateAt(stored, now);
  if (state.status === 'unpaired') return undefined;
  switch (change.kind) {
    case 'confirm':
      return state.status === 'awaiting-confirmation' ? { status: 'active' } : undefined;
    case 'block':
      return block(state, change.by);
    case 'unblock':
      return unblock(state, change.by);
    case 'unpair':
      return { status: 'unpaired', reason: change.reason, unpairedAt: now };
  }
}

type LiveState = Exclude<DeviceState, { readonly status: 'unpaired' }>;

/** A device that waits for its confirmation is not blocked: it cannot do anything yet. */
function block(state: LiveState, by: Blocker): DeviceState | undefined {
  if (state.status === 'active') return { status: 'blocked', blocks: [by] };
  if (state.status !== 'blocked' || state.blocks.includes(by)) return undefined;
  return { status: 'blocked', blocks: [...state.blocks, by] };
}

function unblock(state: LiveState, by: Blocker): DeviceState | undefined {
  if (state.status !== 'blocked' || !state.blocks.includes(by)) return undefined;
  const [first, ...others] = state.blocks.filter((blocker) => blocker !== by);
  return first === undefined ? { status: 'active' } : { status: 'blocked', blocks: [first, ...others] };
}

/** A device of a user with the bank's app. */
export interface Device {
  readonly pairingId: string;
  /** Of the app installation. */
  readonly deviceId: string;
  readonly userId: string;
  readonly state: DeviceState;
  readonly platform: DevicePlatform;
  /** SubjectPublicKeyInfo of its P-256 key. */
  readonly publicKey: Buffer;
  readonly attestedBy: AttestationKind;
  readonly nickname: string | undefined;
  readonly model: string | undefined;
  readonly osVersion: string | undefined;
  readonly push: PushAddress | undefined;
  readonly pairedAt: Temporal.Instant;
  readonly lastUsedAt: Temporal.Instant | undefined;
}

/** Where a device receives push messages. */
export interface PushAddress {
  readonly platform: PushPlatform;
  readonly handle: string;
}
