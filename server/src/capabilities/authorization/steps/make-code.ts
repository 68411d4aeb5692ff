import { lockName } from '#platform/db/named-lock.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { OtpChannel, SensitiveAction } from '../domain/literals.ts';
import { digitsFor } from '../domain/otp.ts';
import { otpAttemptsMax } from '../domain/policy.ts';
import { destinationFor } from '../domain/sends/destination.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { User } from '../ports/users.ts';
import { lockGuard } from '../store/attempts.store.ts';
import { insertVerification, lockOpen } from '../store/otp-verifications.store.ts';
import { clientOf } from './client-of.ts';
import { exactIndexOf } from './exact-index-of.ts';
import { refuseBlocked } from './refuse-blocked.ts';
import { reserveSend } from './reserve-send.ts';

/** To whom a code goes, and by what name attempts at it are counted. */
export interface CodeTarget {
  readonly subject: string;
  readonly user: Pick<User, 'userId' | 'customerNumber' | 'language'> | undefined;
  /** Absent when nobody is there: everything else happens all the same. */
  readonly contact: string | undefined;
  /** Under what sendings are counted: the person where one was named, then the number or address. */
  readonly recipientIndexes: readonly [Buffer, ...Buffer[]];
}

/** A code to be made. */
export interface MakeCode {
  readonly channel: OtpChannel;
  readonly action: SensitiveAction | undefined;
  readonly message: string | undefined;
  readonly target: CodeTarget;
  readonly language: string | undefined;
  readonly validFor: { readonly minutes: number };
  readonly isRegistered: boolean;
}

/** Makes a code and leaves it to be handed over; the answer is the name under which it is verified. */
export async function makeCode(ctx: Context & AuthorizationPorts, asked: MakeCode): Promise<string> {
  const { authorizationVault: vault, bankId, clock, ids } = ctx;
  const { channel, isRegistered, target } = asked;
  const clientId = clientOf(ctx.caller);
  const now = clock.now();
  const action = asked.action ?? 'other';
  const verificationId = ids.handle(virtualShard(bankId, target.user?.customerNumber ?? target.subject));
  const code = vault.newCode(digitsFor(asked.action));
  const place = destinationFor(channel, target.contact);
  return runCommand(ctx, async (work) => {
    const key = { bankId, subject: target.subject, now };
    // Who sends to the same person lines up, so that all codes are seen; then codes before their guard, as whoever
    // verifies takes them: nobody waits in a circle.
    await Promise.all([
      lockName(work, 'codes', bankId, target.subject),
      lockOpen(work, { ...key, action }),
      lockGuard(work, key),
    ]);
    // A code would only be another thing to guess.
    await refuseBlocked(work, key);
    await reserveSend(ctx, work, {
      channel,
      clientId,
      isRegistered,
      recipientIndexes: target.recipientIndexes,
      place,
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
      codeDigest: vault.codeDigest(bankId, verificationId, code),
      digits: code.length,
      sealedText: vault.sealText(bankId, verificationId, {
        code,
        contact: target.contact,
        message: asked.message,
        language: asked.language,
        exactIndex: target.contact && exactIndexOf(ctx, channel, target.contact),
      }),
      isDummy: target.contact === undefined,
      attemptsMax: otpAttemptsMax,
      place: place === 'refused' ? undefined : place,
      expiresAt: now.add(asked.validFor),
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
