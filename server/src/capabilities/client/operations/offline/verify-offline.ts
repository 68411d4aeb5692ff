import type { Temporal } from 'temporal-polyfill';

import { virtualShard } from '#platform/kernel/ids.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { eventOf } from '#platform/work/event.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { offlinePerMinute, offlineTokenSeconds } from '../../domain/devices/policy.ts';
import { signOfflineToken } from '../../engine/offline/offline-token.ts';
import { offlineEvents } from '../../events.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { problems } from '../../problems.ts';
import { reserveAddressUse } from '../../steps/devices/address-limit.ts';
import {
  type PreparedCode,
  prepareOfflineCode,
  verifyOfflineCode,
} from '../../steps/offline/offline-code.ts';
import { personAddress } from '../../steps/offline/person-address.ts';
import { insertOfflineLogin } from '../../store/offline-logins.store.ts';

export interface VerifyOffline {
  readonly username: string;
  readonly challengeId: string | undefined;
  readonly responseCode: string;
  /** Address of the person, passed on by the application. */
  readonly personAddress: string | undefined;
}

export interface OfflineLogin {
  readonly verificationToken: string;
  readonly expiresAt: Temporal.Instant;
}

type Ctx = Context & ClientPorts;

/**
 * Verifies a code that a device computed without a network, and returns the token with which the sign-in accepts it once.
 * Every failure has the same response after the same work. SPEC 4.11
 */
export async function verifyOffline(ctx: Ctx, command: VerifyOffline): Promise<OfflineLogin> {
  const { bankId, clientVault, clock, deviceFacts } = ctx;
  const address = personAddress(ctx, command.personAddress);
  await reserveAddressUse(ctx, 'offline', { ...offlinePerMinute, ...(address && { address }) });
  const prepared = await prepareOfflineCode(ctx, command);
  const issuedAt = clock.now();
  const expiresAt = issuedAt.add({ seconds: offlineTokenSeconds });
  const login = await runCommand(ctx, async (work) => verify(ctx, work, { command, prepared, expiresAt }));
  if (login === undefined) throw problems['offline-verification-failed']();
  const [key] = clientVault.devices.offlineKeys(bankId);
  const server = deviceFacts.baseUrl;
  const verificationToken = await signOfflineToken({ ...login, bankId, server, issuedAt, expiresAt }, key);
  return { verificationToken, expiresAt };
}

interface PresentedOffline {
  readonly command: VerifyOffline;
  readonly prepared: PreparedCode;
  readonly expiresAt: Temporal.Instant;
}

interface VerifiedOffline {
  readonly userId: string;
  readonly offlineLoginId: string;
  readonly keyKind: 'hwk' | 'swk';
}

async function verify(
  ctx: Ctx,
  work: Work,
  { command, expiresAt, prepared }: PresentedOffline,
): Promise<VerifiedOffline | undefined> {
  const { bankId, clock, ids } = ctx;
  const verdict = await verifyOfflineCode(ctx, work, { prepared, responseCode: command.responseCode });
  if (verdict.kind === 'locked-out')
    throw standardProblems['too-many-requests']({ retryAfterSeconds: verdict.retryAfterSeconds });
  const { subject } = prepared;
  const isRight = verdict.kind === 'right';
  work.audit({
    aggregateKind: 'user',
    aggregateId: subject,
    changes: [{ field: 'offline-login', after: isRight ? 'verified' : 'refused' }],
    ...(isRight ? {} : { problem: 'offline-verification-failed' }),
  });
  if (verdict.kind === 'wrong') {
    work.emit(eventOf(offlineEvents.refused, subject, {}));
    work.rejectAfterCommit(problems['offline-verification-failed']());
    return undefined;
  }
  const offlineLoginId = ids.uuid(virtualShard(bankId, subject));
  const { deviceId, keyKind } = verdict;
  insertOfflineLogin(work, {
    bankId,
    offlineLoginId,
    userId: subject,
    deviceId,
    expiresAt,
    now: clock.now(),
  });
  work.emit(eventOf(offlineEvents.verified, subject, { 'user-id': subject }));
  return { userId: subject, offlineLoginId, keyKind };
}
