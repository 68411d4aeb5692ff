import { lockName } from '#platform/db/named-lock.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { noAction, type OtpChannel, type SensitiveAction } from '../domain/literals.ts';
import { digitsFor } from '../domain/otp.ts';
import { otpAttemptsMax } from '../domain/policy.ts';
import { destinationFor } from '../domain/sends/destination.ts';
import { exactContactKey } from '../domain/sends/exact-contact-key.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { User } from '../ports/users.ts';
import { lockAttempts } from '../store/attempts.store.ts';
import { insertVerification, lockOpenVerifications } from '../store/otp-verifications.store.ts';
import type { StoredContactProof } from '../store/proofs.store.ts';
import { clientOf } from './callers.ts';
import { rejectLockedOut } from './lockouts.ts';
import { reserveSend } from './sends.ts';

/** Recipient of a code, and the key that attempts are counted under. */
export interface CodeTarget {
  readonly subject: string;
  readonly user: Pick<User, 'userId' | 'customerNumber' | 'language'> | undefined;
  /** Absent for an unknown user: a dummy verification is created. */
  readonly contact: string | undefined;
  /** Keys that sends are counted under: the user if one is named, then the number or address. */
  readonly recipientIndexes: readonly [Buffer, ...Buffer[]];
}

/** A code to create. */
export interface MakeCode {
  readonly channel: OtpChannel;
  readonly action: SensitiveAction | undefined;
  readonly message: string | undefined;
  readonly target: CodeTarget;
  readonly language: string | undefined;
  readonly validFor: { readonly minutes: number };
  readonly isRegistered: boolean;
  /** Under whose name the limit of a client counts the message; absent: the caller. */
  readonly sender?: string;
}

/** Creates a code and queues it for dispatch. Returns the verification id. */
export async function makeCode(ctx: Context & AuthorizationPorts, request: MakeCode): Promise<string> {
  const { authorizationVault: vault, bankId, clock, ids } = ctx;
  const { channel, isRegistered, target } = request;
  const clientId = clientOf(ctx.caller);
  const now = clock.now();
  const action = request.action ?? noAction;
  const verificationId = ids.handle(virtualShard(bankId, target.user?.customerNumber ?? target.subject));
  const code = vault.newCode(digitsFor(request.action));
  const destination = destinationFor(channel, target.contact);
  return runCommand(ctx, async (work) => {
    const key = { bankId, subject: target.subject, now };
    // Requests for the same user are serialized, so that all codes are seen. Codes are locked before the attempt
    // counter, in the same order as during verification, which prevents deadlocks.
    await Promise.all([
      lockName(work, 'codes', bankId, target.subject),
      lockOpenVerifications(work, { ...key, action }),
      lockAttempts(work, key),
    ]);
    // During a lockout a new code would only be another target for guesses.
    await rejectLockedOut(work, key);
    await reserveSend(ctx, work, {
      channel,
      clientId: request.sender ?? clientId,
      isRegistered,
      recipientIndexes: target.recipientIndexes,
      destination,
      now,
    });
    insertVerification(work, {
      bankId,
      verificationId,
      clientId,
      userId: target.user?.userId,
      subject: target.subject,
      channel,
      action,
      recipientIndex: target.recipientIndexes.at(-1) ?? target.recipientIndexes[0],
      codeHash: vault.codeHash(bankId, verificationId, code),
      digits: code.length,
      sealedText: vault.sealText(bankId, verificationId, {
        code,
        contact: target.contact,
        message: request.message,
        language: request.language,
        exactIndex: target.contact && exactIndexOf(ctx, channel, target.contact),
      }),
      isDummy: target.contact === undefined,
      attemptsMax: otpAttemptsMax,
      destination: destination === 'refused' ? undefined : destination,
      expiresAt: now.add(request.validFor),
      now,
    });
    work.audit({
      aggregateKind: 'verification',
      aggregateId: verificationId,
      changes: [{ field: 'state', after: 'in-progress' }],
    });
    return verificationId;
  });
}

type Ctx = Pick<Context & AuthorizationPorts, 'authorizationVault' | 'bankId'>;

/** Returns the keyed hash of a contact in its normalized spelling. */
function exactIndexOf(
  { authorizationVault: vault, bankId }: Ctx,
  channel: OtpChannel,
  contact: string,
): string {
  return vault.recipientIndex(bankId, channel, exactContactKey(channel, contact)).toString('base64url');
}

/**
 * Returns whether a code was sent to exactly this contact. The recipient index is coarser: it treats `a+b@x` like
 * `a@x`, and at some providers these are mailboxes of two people.
 */
export function isProofOfContact(
  ctx: Ctx,
  { sealedText, verificationId }: StoredContactProof,
  { channel, contact }: { readonly channel: OtpChannel; readonly contact: string },
): boolean {
  const { authorizationVault: vault, bankId } = ctx;
  const { exactIndex } = vault.openText(bankId, verificationId, sealedText);
  // Any of them: the keys may have changed since the code was sent.
  return vault
    .recipientIndexes(bankId, channel, exactContactKey(channel, contact))
    .some((index) => index.toString('base64url') === exactIndex);
}
