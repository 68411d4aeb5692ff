import type { Temporal } from 'temporal-polyfill';
import { lockName } from '#platform/db/named-lock.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { findPolicy } from '#platform/policy/find-policy.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { eventOf } from '#platform/work/event.ts';
import { ocraAttemptsMax, ocraChallengeValidity, ocraOpenMax } from '../domain/policy.ts';
import { type SignatureChallenge, signatureChallenge } from '../engine/ocra/signature-challenge.ts';
import { events } from '../events.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { User } from '../ports/users.ts';
import { lockAttempts } from '../store/attempts.store.ts';
import { listTokens } from '../store/oath-tokens.store.ts';
import { insertChallenge, lockOpenChallenges } from '../store/ocra-challenges.store.ts';
import { clientOf } from './callers.ts';
import { rejectLockedOut } from './lockouts.ts';

/** A challenge that a user answers with a device. */
export interface OcraChallenge {
  readonly challengeId: string;
  readonly challengeCode: string;
  readonly expiresAt: Temporal.Instant;
}

/** Recipient of a challenge, and the key that attempts are counted under. */
export interface ChallengeTarget {
  readonly subject: string;
  readonly user: User | undefined;
  /** Whether the user is unknown or has no device: no response passes then. */
  readonly isDummy: boolean;
}

const challengeDigits = 8;

/** Finds the user of a challenge by user id or username, with the same work for an unknown one. */
export async function findChallengeTarget(
  ctx: Context & AuthorizationPorts,
  userName: string,
): Promise<ChallengeTarget> {
  const { authorizationVault: vault, bankId, db, users } = ctx;
  const user = await users.find(db, { bankId, name: userName });
  const subject = user?.userId ?? vault.unknownUserKey(bankId, `user ${userName}`);
  const tokens = await listTokens(db, { bankId, userId: subject, statuses: ['active'] });
  const hasDevice = user?.status === 'active' && tokens.some(({ kind }) => kind === 'ocra');
  return { subject, user, isDummy: !hasDevice };
}

/**
 * Creates a challenge. With signature data the digits are derived from it, and a right response later authorizes exactly
 * this data.
 */
export async function makeChallenge(
  ctx: Context & AuthorizationPorts,
  { isDummy, subject, user }: ChallengeTarget,
  signatureData: string | undefined,
): Promise<OcraChallenge> {
  const { authorizationVault: vault, bankId, caller, clock, ids } = ctx;
  const challengeId = ids.handle(virtualShard(bankId, user?.customerNumber ?? subject));
  const signed = signedChallenge(ctx, { challengeId, subject, signatureData });
  const challengeCode = signed?.code ?? vault.newCode(challengeDigits);
  const now = clock.now();
  return runCommand(ctx, async (work) => {
    const key = { bankId, subject, now };
    // Requests for the same user are serialized, so that all challenges are seen. Challenges are locked before the
    // attempt counter, in the same order as during verification, which prevents deadlocks.
    const [attemptsMax, openMax, minutes] = await Promise.all([
      findPolicy(work, ctx, ocraAttemptsMax),
      findPolicy(work, ctx, ocraOpenMax),
      findPolicy(work, ctx, ocraChallengeValidity),
      lockName(work, 'challenges', bankId, subject),
      lockOpenChallenges(work, key),
      lockAttempts(work, key),
    ]);
    const expiresAt = now.add({ minutes });
    await rejectLockedOut(work, key);
    insertChallenge(work, {
      bankId,
      challengeId,
      clientId: clientOf(caller),
      userId: isDummy ? undefined : subject,
      subject,
      mode: signed === undefined ? 'random' : 'signature',
      signatureDataHash: signed?.dataDigest,
      challengeCode,
      isDummy,
      attemptsMax,
      openMax,
      expiresAt,
      now,
    });
    work.emit(eventOf(events.ocraGenerated, subject, { 'user-id': subject, reference: challengeId }));
    work.count({ what: 'code', channel: 'challenge', outcome: 'sent' });
    work.audit({
      aggregateKind: 'ocra-challenge',
      aggregateId: challengeId,
      changes: [{ field: 'state', after: 'in-progress' }],
    });
    return { challengeId, challengeCode, expiresAt };
  });
}

/** Returns the digits derived from the signature data; undefined without data. */
function signedChallenge(
  { authorizationVault: vault, bankId }: Context & AuthorizationPorts,
  command: {
    readonly challengeId: string;
    readonly subject: string;
    readonly signatureData: string | undefined;
  },
): SignatureChallenge | undefined {
  const { challengeId, signatureData, subject } = command;
  if (signatureData === undefined) return undefined;
  const serverKey = vault.challengeKey(bankId);
  return signatureChallenge({ serverKey, nonce: Buffer.from(challengeId), userId: subject, signatureData });
}
