import {
  consumeChallenge,
  prepareChallenge,
  prepareSignInCode,
  verifyChallenge,
  verifySignInCode,
} from '#capabilities/authorization/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { findDeviceKind } from '../../store/device-kinds.read.ts';
import { authorizationContext } from '../contexts.ts';
import { isForbidden } from '../restrictions/forbidden-acts.ts';

type Ctx = Context & ClientPorts;

/** A user and a code of a device, prepared before a command begins. */
export interface PreparedCode {
  /** User id, or the key that attempts of an unknown user are counted under. */
  readonly subject: string;
  readonly isBlocked: boolean;
  readonly tokens: Awaited<ReturnType<typeof prepareSignInCode>>;
  /** Present for the response to a challenge. */
  readonly challenge: Awaited<ReturnType<typeof prepareChallenge>> | undefined;
}

/** Opens the tokens of a user, and the devices that may answer the challenge. The same work for unknown users. */
export async function prepareOfflineCode(
  ctx: Ctx,
  { challengeId, username }: { readonly username: string; readonly challengeId: string | undefined },
): Promise<PreparedCode> {
  const authorization = authorizationContext(ctx);
  const [tokens, challenge] = await Promise.all([
    prepareSignInCode(authorization, { userName: username }),
    challengeId === undefined ? undefined : prepareChallenge(authorization, { challengeId }),
  ]);
  const { subject, user } = tokens;
  const { bankId, clock, db } = ctx;
  const isBlocked = await isForbidden(db, {
    bankId,
    userId: subject,
    customerNumber: user?.customerNumber,
    act: 'sign-in',
    now: clock.now(),
  });
  return { subject, isBlocked, tokens, challenge };
}

/** The result of a code. */
export type OfflineVerdict =
  | { readonly kind: 'right'; readonly deviceId: string; readonly keyKind: 'hwk' | 'swk' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'locked-out'; readonly retryAfterSeconds: number };

/** Verifies a code or the response to a challenge, and uses it up. */
export async function verifyOfflineCode(
  ctx: Ctx,
  work: Work,
  presented: { readonly prepared: PreparedCode; readonly responseCode: string },
): Promise<OfflineVerdict> {
  const { prepared } = presented;
  const verdict = await (prepared.challenge === undefined
    ? verifyCode(ctx, work, presented)
    : verifyResponse(ctx, work, presented));
  return verdict.kind === 'right' && prepared.isBlocked ? { kind: 'wrong' } : verdict;
}

interface Presented {
  readonly prepared: PreparedCode;
  readonly responseCode: string;
}

async function verifyCode(
  ctx: Ctx,
  work: Work,
  { prepared, responseCode }: Presented,
): Promise<OfflineVerdict> {
  const verdict = await verifySignInCode(authorizationContext(ctx), work, {
    opened: prepared.tokens,
    otp: responseCode,
  });
  if (verdict.kind === 'locked-out') return verdict;
  const deviceId = verdict.kind === 'right' ? verdict.deviceId : undefined;
  return verdictFor(ctx, work, { userId: prepared.subject, deviceId });
}

/** Only a paired device counts here; what vouched for the key of the device decides how strong it is. */
async function verdictFor(
  { bankId }: Ctx,
  work: Work,
  { deviceId, userId }: { readonly userId: string; readonly deviceId: string | undefined },
): Promise<OfflineVerdict> {
  if (deviceId === undefined) return { kind: 'wrong' };
  const kind = await findDeviceKind(work, { bankId, userId, deviceId });
  if (kind === undefined) return { kind: 'wrong' };
  return { kind: 'right', deviceId, keyKind: kind === 'software' ? 'swk' : 'hwk' };
}

async function verifyResponse(
  ctx: Ctx,
  work: Work,
  { prepared: { challenge, subject }, responseCode }: Presented,
): Promise<OfflineVerdict> {
  if (challenge === undefined) return { kind: 'wrong' };
  const authorization = authorizationContext(ctx);
  const verdict = await verifyChallenge(authorization, work, { challenge, response: responseCode });
  if (verdict.kind === 'over' && verdict.why === 'locked-out') {
    const left = (verdict.until.epochMilliseconds - ctx.clock.now().epochMilliseconds) / 1_000;
    return { kind: 'locked-out', retryAfterSeconds: Math.max(1, Math.ceil(left)) };
  }
  const { challengeId } = challenge;
  const used = { challengeId, userId: subject, usedFor: 'offline-login' };
  if (verdict.kind !== 'right' || !(await consumeChallenge(authorization, work, used)))
    return { kind: 'wrong' };
  return verdictFor(ctx, work, { userId: subject, deviceId: verdict.deviceId });
}
