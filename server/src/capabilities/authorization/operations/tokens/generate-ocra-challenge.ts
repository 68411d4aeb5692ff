import { lockName } from '#platform/db/named-lock.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { eventOf } from '#platform/work/event.ts';
import { ocraAttemptsMax, ocraChallengeValidityMinutes, ocraOpenMax } from '../../domain/policy.ts';
import { type SignatureChallenge, signatureChallenge } from '../../engine/ocra/signature-challenge.ts';
import { events } from '../../events.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import type { User } from '../../ports/users.ts';
import { problems } from '../../problems.ts';
import { clientOf, hasScope } from '../../steps/callers.ts';
import { rejectLockedOut } from '../../steps/lockouts.ts';
import { lockAttempts } from '../../store/attempts.store.ts';
import { listTokens } from '../../store/oath-tokens.store.ts';
import { insertChallenge, lockOpenChallenges } from '../../store/ocra-challenges.store.ts';

/** Purpose of a challenge. */
export interface GenerateOcraChallenge {
  readonly userName: string;
  /** Absent: random digits. */
  readonly signatureData: string | undefined;
}

export interface OcraChallenge {
  readonly challengeId: string;
  readonly challengeCode: string;
}

const challengeDigits = 8;

/**
 * Creates a challenge for the devices of a user. With signature data the digits are derived from it, and a right
 * response later authorizes exactly this data. An unknown user gets a dummy challenge, which no response passes.
 */
export async function generateOcraChallenge(
  ctx: Context & AuthorizationPorts,
  { signatureData, userName }: GenerateOcraChallenge,
): Promise<OcraChallenge> {
  const { authorizationVault: vault, bankId, caller, clock, db, ids, users } = ctx;
  const user = await users.find(db, { bankId, name: userName });
  const subject = user?.userId ?? vault.unknownUserKey(bankId, `user ${userName}`);
  const isDummy = !(await hasDevice(ctx, user, subject));
  if (isDummy && hasScope(caller, 'authorization.user-lookup')) throw problems['no-such-user']();
  const challengeId = ids.handle(virtualShard(bankId, user?.customerNumber ?? subject));
  const signed = signedChallenge(ctx, { challengeId, subject, signatureData });
  const challengeCode = signed?.code ?? vault.newCode(challengeDigits);
  const now = clock.now();
  return runCommand(ctx, async (work) => {
    const key = { bankId, subject, now };
    // Requests for the same user are serialized, so that all challenges are seen. Challenges are locked before the
    // attempt counter, in the same order as during verification, which prevents deadlocks.
    await Promise.all([
      lockName(work, 'challenges', bankId, subject),
      lockOpenChallenges(work, key),
      lockAttempts(work, key),
    ]);
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
      attemptsMax: ocraAttemptsMax,
      openMax: ocraOpenMax,
      expiresAt: now.add({ minutes: ocraChallengeValidityMinutes }),
      now,
    });
    work.emit(eventOf(events.ocraGenerated, subject, { 'user-id': subject, reference: challengeId }));
    work.audit({
      aggregateKind: 'ocra-challenge',
      aggregateId: challengeId,
      changes: [{ field: 'state', after: 'in-progress' }],
    });
    return { challengeId, challengeCode };
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

async function hasDevice({ bankId, db }: Context, user: User | undefined, subject: string): Promise<boolean> {
  const tokens = await listTokens(db, { bankId, userId: subject, statuses: ['active'] });
  return user?.status === 'active' && tokens.some(({ kind }) => kind === 'ocra');
}
