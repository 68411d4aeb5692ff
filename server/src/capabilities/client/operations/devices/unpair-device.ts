import { hasOtherToken } from '#capabilities/authorization/index.ts';
import { endSessionsOf, listApprovalPasskeys } from '#capabilities/identity/index.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type Device, stateAt, type UnpairReason } from '../../domain/devices/device.ts';
import type { FraudCategory } from '../../domain/restrictions/fraud-report.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { problems } from '../../problems.ts';
import { customerOf, identityContext } from '../../steps/contexts.ts';
import { endPairing } from '../../steps/devices/end-pairing.ts';
import { type LockedClient, lockClient } from '../../steps/restrictions/lock-client.ts';
import { recordFraud } from '../../steps/restrictions/record-fraud.ts';
import { stepUp } from '../../steps/step-up.ts';
import { updateEndReason } from '../../store/device-clean-up.store.ts';
import { lockDevice } from '../../store/devices.store.ts';

export interface UnpairDevice {
  readonly deviceId: string;
  readonly reason: UnpairReason;
}

type Ctx = Context & ClientPorts;

/** The device is in other hands, or always was: it is unpaired although no other factor is left. */
const urgentReasons: ReadonlySet<UnpairReason> = new Set(['lost', 'stolen', 'not-mine']);

/** Reasons that report a fraud, with its category. */
const fraudOf: ReadonlyMap<UnpairReason, FraudCategory> = new Map([
  ['stolen', 'stolen-device'],
  ['not-mine', 'account-takeover'],
]);

/**
 * Unpairs a device of the signed-in user, with all its effects in one transaction: seeds, challenges, push handle, and
 * the sign-ins of the user; a stolen one also blocks payments. SPEC 4.6
 */
export async function unpairDevice(ctx: Ctx, { deviceId, reason }: UnpairDevice): Promise<void> {
  const caller = customerOf(ctx);
  const { userId } = caller;
  if (caller.assurance === '1fa' && caller.deviceId !== deviceId) throw stepUp(caller);
  await runCommand(ctx, async (work) => {
    // Locked before the device, as by every command that restricts a client.
    const client = fraudOf.has(reason) ? await lockOwnClient(ctx, work) : undefined;
    const check = urgentReasons.has(reason)
      ? undefined
      : (device: Device, others: readonly Device[]) => keepFactor(ctx, work, device, others);
    const outcome = await endPairing(ctx, work, { userId, deviceId, reason, ...(check && { check }) });
    if (outcome === 'unknown') throw standardProblems['not-found']();
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'device', before: deviceId, after: outcome === 'unpaired' ? reason : 'unpaired' }],
    });
    if (outcome === 'unpaired') await endAccess(ctx, work, deviceId);
    if (client === undefined) return;
    if (outcome === 'unpaired' || (await isOtherReason(ctx, work, { deviceId, reason })))
      await reportFraud(ctx, work, client, { deviceId, reason });
  });
}

async function lockOwnClient(ctx: Ctx, work: Work): Promise<LockedClient | undefined> {
  const { customerNumber } = customerOf(ctx);
  return customerNumber === undefined ? undefined : lockClient(ctx, work, customerNumber);
}

async function reportFraud(
  ctx: Ctx,
  work: Work,
  client: LockedClient,
  { deviceId, reason }: UnpairDevice,
): Promise<void> {
  await recordFraud(ctx, work, client, {
    category: fraudOf.get(reason) ?? 'other',
    description: `Device ${deviceId} was unpaired: ${reason}.`,
    transactionReferences: [],
    occurredAt: undefined,
    contactPhone: undefined,
    isBlocking: true,
    setterKind: 'customer',
    setterId: customerOf(ctx).userId,
  });
}

/**
 * Returns whether a device that was unpaired before is now reported for another reason, and records it: a thief may
 * unpair the device first.
 */
async function isOtherReason(ctx: Ctx, work: Work, { deviceId, reason }: UnpairDevice): Promise<boolean> {
  const { bankId, clientVault, clock } = ctx;
  const { userId } = customerOf(ctx);
  const former = await lockDevice(work, clientVault.devices, { bankId, userId, deviceId });
  if (former === undefined) return false;
  const now = clock.now();
  const state = stateAt(former.state, now);
  if (state.status !== 'unpaired' || state.reason === reason) return false;
  updateEndReason(work, { bankId, pairingId: former.pairingId, reason, now });
  return true;
}

/** Throws when the device is the only second factor of the user. */
async function keepFactor(
  { bankId, identity }: Ctx,
  work: Work,
  { deviceId, userId }: Device,
  others: readonly Device[],
): Promise<void> {
  if (others.some(({ state }) => state.status === 'active')) return;
  const [user, passkeys, hasToken] = await Promise.all([
    identity.authorization.users.find(work, { bankId, name: userId }),
    listApprovalPasskeys(work, { bankId, userId }),
    hasOtherToken(work, { bankId, userId, deviceId }),
  ]);
  const hasFactor = hasToken || passkeys.length > 0 || user?.mobileNumber !== undefined;
  if (!hasFactor) throw problems['last-factor']();
}

/**
 * Ends the sign-ins that may be the device's. Tokens that are not bound to the key of the device do not name it, so all sign-ins of
 * the user end, except the one that unpairs another device. ADR 0095
 */
async function endAccess(ctx: Ctx, work: Work, deviceId: string): Promise<void> {
  const caller = customerOf(ctx);
  const { userId } = caller;
  const exceptSignInAt = caller.deviceId === deviceId ? undefined : caller.authenticatedAt;
  await endSessionsOf(identityContext(ctx), work, { userId, exceptSignInAt });
}
