import { enrolTokens, type PreparedToken, prepareToken } from '#capabilities/authorization/index.ts';
import { lockCustomersShared } from '#platform/db/customer-lock.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { eventOf } from '#platform/work/event.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type ActivationCode, afterFailure, isRedeemable } from '../../domain/devices/activation-code.ts';
import type { PushAddress } from '../../domain/devices/device.ts';
import { activationWrongCodes } from '../../domain/devices/policy.ts';
import { concernsDevice } from '../../domain/restrictions/restriction.ts';
import { deliverOath } from '../../engine/devices/oath-delivery.ts';
import { deviceEvents } from '../../events.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { problems } from '../../problems.ts';
import { authorizationContext } from '../../steps/contexts.ts';
import { reserveAddressUse } from '../../steps/devices/address-limit.ts';
import { type BankChoice, bankContext } from '../../steps/devices/bank-context.ts';
import { insertPairing } from '../../steps/devices/insert-pairing.ts';
import { releaseInstallation } from '../../steps/devices/installations.ts';
import {
  type PairingEvidence,
  type PresentedKey,
  verifyPairingEvidence,
} from '../../steps/devices/pairing-evidence.ts';
import { listRestrictions } from '../../steps/restrictions/list-restrictions.ts';
import {
  findActivationCode,
  lockActivationCode,
  updateActivationCode,
} from '../../store/activation-codes.store.ts';
import { refundAddressUse } from '../../store/address-quotas.store.ts';
import type { DeviceDetails } from '../../store/device-vault.ts';

/** A device that redeems an activation code. */
export interface PairDevice extends PresentedKey {
  readonly bank: BankChoice;
  readonly details: DeviceDetails;
  readonly push: PushAddress | undefined;
}

export interface PairedDevice {
  readonly pairingId: string;
  readonly deviceId: string;
  /** JWE with the seeds, for the key of the device. */
  readonly oath: string;
}

/** What a redemption needs and must not wait for inside of its command. */
interface PreparedPairing {
  readonly evidence: PairingEvidence;
  readonly userId: string;
  readonly customerNumber: string | undefined;
  readonly tokens: readonly PreparedToken[];
  readonly oath: string;
}

type Ctx = Context & ClientPorts;

/**
 * Redeems an activation code: pairs a device with the user of the code, in one transaction with the use of the code. Every
 * failure has the same response after the same work. SPEC 4.5
 */
export async function pairDevice(anonymous: Ctx, command: PairDevice): Promise<PairedDevice> {
  const ctx = bankContext(anonymous, command.bank, 'pair-device');
  const { bankId, clientVault, clock, db } = ctx;
  const use = await reserveAddressUse(ctx, 'activation', activationWrongCodes);
  const key = { bankId, hashes: clientVault.devices.codeHashes(bankId, command.activationCode) };
  const [evidence, found] = await Promise.all([
    verifyPairingEvidence(ctx, command),
    findActivationCode(db, key),
  ]);
  const isOpen = found !== undefined && isRedeemable(found, clock.now());
  const prepared =
    isOpen && evidence ? await prepare(ctx, command, { evidence, userId: found.userId }) : undefined;
  const paired = await runCommand(ctx, async (work) => {
    const code = await lockActivationCode(work, key);
    const isRefused =
      prepared === undefined ||
      (await isPairingForbidden(ctx, work, { ...prepared, deviceId: command.deviceId }));
    if (isRefused || code === undefined || !isRedeemable(code, clock.now()))
      return refuse(ctx, work, { code, deviceId: command.deviceId, problem: problems['pairing-refused']() });
    const { userId } = code;
    const { deviceId } = command;
    const former = await releaseInstallation(ctx, work, { userId, deviceId });
    if (former !== 'released') {
      const literal = former === 'taken' ? 'device-taken' : 'pairing-refused';
      return refuse(ctx, work, { code, deviceId, problem: problems[literal]() });
    }
    refundAddressUse(work, use);
    return save(ctx, work, { command, code, prepared });
  });
  if (paired === undefined) throw problems['pairing-refused']();
  return paired;
}

/** Creates the seeds and encrypts them for the device. Nothing is prepared for a user who may not pair a device now. */
async function prepare(
  ctx: Ctx,
  { deviceId }: PairDevice,
  { evidence, userId }: Pick<PreparedPairing, 'evidence' | 'userId'>,
): Promise<PreparedPairing | undefined> {
  const { bankId, db, identity } = ctx;
  const user = await identity.authorization.users.find(db, { bankId, name: userId });
  if (user?.status !== 'active') return undefined;
  const authorization = authorizationContext(ctx);
  const tokens = await Promise.all(
    (['totp', 'ocra'] as const).map((kind) => prepareToken(authorization, { userId, deviceId, kind })),
  );
  const { customerNumber } = user;
  return { evidence, userId, customerNumber, tokens, oath: await deliverOath(tokens, evidence.key) };
}

/** The client is locked, so that a restriction has been committed or waits until the device is paired. */
async function isPairingForbidden(
  ctx: Ctx,
  work: Work,
  { customerNumber, deviceId }: PreparedPairing & Pick<PairDevice, 'deviceId'>,
): Promise<boolean> {
  if (customerNumber === undefined) return false;
  const { bankId } = ctx;
  await lockCustomersShared(work, { bankId, customerNumbers: [customerNumber] });
  const restrictions = await listRestrictions(ctx, work, { clientNumber: customerNumber });
  return restrictions.some((one) => one.kind === 'device-block' && concernsDevice(one.scope, deviceId));
}

interface Redemption {
  readonly command: PairDevice;
  readonly code: ActivationCode;
  readonly prepared: PreparedPairing;
}

async function save(ctx: Ctx, work: Work, { code, command, prepared }: Redemption): Promise<PairedDevice> {
  const { bankId, clock, ids } = ctx;
  const { activationId, failures, userId } = code;
  const { deviceId } = command;
  const pairingId = ids.uuid(virtualShard(bankId, userId));
  const now = clock.now();
  updateActivationCode(work, { bankId, activationId, state: 'used', failures, pairingId, now });
  insertPairing(ctx, work, { ...command, pairingId, userId, evidence: prepared.evidence });
  await enrolTokens(ctx, work, { userId, tokens: prepared.tokens });
  work.emit(eventOf(deviceEvents.pairingStarted, pairingId, { 'user-id': userId, 'device-id': deviceId }));
  work.audit({
    aggregateKind: 'device',
    aggregateId: pairingId,
    changes: [{ field: 'status', after: 'awaiting-confirmation' }],
  });
  return { pairingId, deviceId, oath: prepared.oath };
}

interface RefusedRedemption {
  readonly code: ActivationCode | undefined;
  readonly deviceId: string;
  readonly problem: Problem;
}

/** Records a refused redemption. Only one of a code that is still open counts against the code. */
function refuse(ctx: Ctx, work: Work, { code, deviceId, problem }: RefusedRedemption): undefined {
  const { bankId, clock, ids } = ctx;
  const now = clock.now();
  if (code !== undefined && isRedeemable(code, now)) {
    const { activationId } = code;
    updateActivationCode(work, { bankId, activationId, ...afterFailure(code), pairingId: null, now });
  }
  // A code that is unknown gets an id as well, so that the same rows are written.
  const aggregateId = code?.activationId ?? ids.uuid(virtualShard(bankId, deviceId));
  const about = code === undefined ? {} : { 'user-id': code.userId };
  work.emit(eventOf(deviceEvents.pairingFailed, aggregateId, { ...about, 'device-id': deviceId }));
  work.audit({ aggregateKind: 'device', aggregateId, changes: [], problem: problem.literal });
  work.rejectAfterCommit(problem);
  return undefined;
}
