import { randomInt } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import { consumeLatestCode } from '#capabilities/authorization/index.ts';
import { lockName } from '#platform/db/named-lock.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { eventOf } from '#platform/work/event.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { attemptsLeft } from '../../domain/devices/activation-code.ts';
import { activationCodeFrom, activationCodeRandom } from '../../domain/devices/activation-format.ts';
import { findIssueWaitSeconds } from '../../domain/devices/issue-limit.ts';
import { activationCodeMinutes, devicesMax } from '../../domain/devices/policy.ts';
import { deviceEvents } from '../../events.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { problems } from '../../problems.ts';
import { authorizationContext, customerOf } from '../../steps/contexts.ts';
import { listLiveDevices } from '../../steps/devices/live-devices.ts';
import { isForbidden } from '../../steps/restrictions/forbidden-acts.ts';
import { freshForSeconds, isFreshSca, stepUp } from '../../steps/step-up.ts';
import { listIssueTimes, replaceActivationCode } from '../../store/activation-codes.store.ts';

export interface IssueActivationCode {
  /** A browser loads the address before anyone asked for it. */
  readonly isPrefetch: boolean;
}

/** A code that pairs one device. */
export interface IssuedActivationCode {
  readonly activationCode: string;
  readonly expiresAt: Temporal.Instant;
  readonly qrContent: string;
  readonly attemptsLeft: number;
  readonly pairedDevices: number;
  readonly maxDevices: number;
}

/** Issues an activation code to the signed-in user; it replaces the open one. SPEC 4.4 */
export async function issueActivationCode(
  ctx: Context & ClientPorts,
  { isPrefetch }: IssueActivationCode,
): Promise<IssuedActivationCode> {
  if (isPrefetch) throw standardProblems.forbidden();
  const { bankId, clientVault, clock, db, deviceFacts, identity, ids } = ctx;
  const { userId } = customerOf(ctx);
  const user = await identity.authorization.users.find(db, { bankId, name: userId });
  // A token may outlive its user.
  if (user === undefined || user.status === 'closed') throw standardProblems.unauthorized();
  if (user.status !== 'active') throw problems['client-restricted']();
  const activationCode = activationCodeFrom(
    Array.from({ length: activationCodeRandom }, () => randomInt(32)),
  );
  const now = clock.now();
  return runCommand(ctx, async (work) => {
    await lockName(work, 'activation', bankId, userId);
    const devices = await listLiveDevices(ctx, work, userId);
    await requireFactor(ctx, work, devices.length);
    const { customerNumber } = user;
    if (await isForbidden(work, { bankId, userId, customerNumber, act: 'use-device', now }))
      throw problems['client-restricted']();
    if (devices.length >= devicesMax) throw problems['device-limit-reached']();
    const times = await listIssueTimes(work, { bankId, userId, since: now.subtract({ hours: 24 }) });
    const retryAfterSeconds = findIssueWaitSeconds(times, now);
    if (retryAfterSeconds !== undefined) throw standardProblems['too-many-requests']({ retryAfterSeconds });
    const activationId = ids.uuid(virtualShard(bankId, userId));
    const expiresAt = now.add({ minutes: activationCodeMinutes });
    const [codeHash] = clientVault.devices.codeHashes(bankId, activationCode);
    replaceActivationCode(work, { bankId, activationId, userId, codeHash, expiresAt, now });
    work.emit(eventOf(deviceEvents.codeIssued, activationId, { 'user-id': userId }));
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'activation-code', after: 'issued' }],
    });
    return {
      activationCode,
      expiresAt,
      qrContent: qrContentOf(deviceFacts.baseUrl, bankId, activationCode),
      attemptsLeft: attemptsLeft({ failures: 0 }),
      pairedDevices: devices.length,
      maxDevices: devicesMax,
    };
  });
}

/**
 * Requires two recent factors. A user without a device may have passed the second one by SMS instead: the code counts for
 * this and is used up.
 */
// GAP: the request cannot name the verification, so the latest unused one counts. ADR-0095
async function requireFactor(ctx: Context & ClientPorts, work: Work, deviceCount: number): Promise<void> {
  const caller = customerOf(ctx);
  if (isFreshSca(caller, ctx.clock.now())) return;
  const used = { userId: caller.userId, action: 'device-pairing', usedFor: 'activation-code' } as const;
  const isProven = deviceCount === 0 && (await consumeLatestCode(authorizationContext(ctx), work, used));
  if (!isProven) throw stepUp(caller, freshForSeconds);
}

/** An address that only the bank's app opens; it names where the code counts, and sends it nowhere by itself. */
function qrContentOf(baseUrl: string, bankId: string, code: string): string {
  return `portico-pair:?${new URLSearchParams({ server: baseUrl, bank: bankId, code }).toString()}`;
}
