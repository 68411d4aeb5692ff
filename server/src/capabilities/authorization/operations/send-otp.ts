import type { Temporal } from 'temporal-polyfill';
import { faultAt, refuseFaults } from '#dialects/channel/faults.ts';
import type { Caller } from '#platform/auth/caller.ts';
import { holdName } from '#platform/db/named-lock.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { OtpChannel, SensitiveAction } from '../domain/literals.ts';
import { digitsFor, isForStrangers, validityOf } from '../domain/otp.ts';
import { otpAttemptsMax } from '../domain/policy.ts';
import { canonicalRecipient } from '../domain/sends/canonical-recipient.ts';
import { placeOf, type SendPlace } from '../domain/sends/send-place.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { User } from '../ports/users.ts';
import { problems } from '../problems.ts';
import { holdGuard } from '../store/guards.store.ts';
import { holdOpen, insertVerification } from '../store/otp-verifications.store.ts';
import { clientOf } from './client-of.ts';
import { hasScope } from './has-scope.ts';
import { refuseBlocked } from './refuse-blocked.ts';
import { reserveSend } from './reserve-send.ts';

/** A wish to have a code sent to a user, or to a number or address. */
export interface SendOtp {
  readonly channel: OtpChannel;
  readonly action: SensitiveAction | undefined;
  readonly message: string | undefined;
  /** Canonical: E.164, or an address as it is kept. */
  readonly contact: string | undefined;
  readonly userName: string | undefined;
}

type Ports = AuthorizationPorts;

/** To whom a code goes, and by what name attempts at it are counted. */
interface Target {
  readonly subject: string;
  readonly user: User | undefined;
  /** Absent when nobody is there: everything else happens all the same. */
  readonly contact: string | undefined;
  /** Under what sendings are counted: the person where one was named, and the number or address. */
  readonly recipientIndexes: readonly [Buffer, ...Buffer[]];
}

/**
 * Makes a code and has it sent. Whoever asks for somebody unknown is answered as if that somebody existed, after the
 * same work: the row of a decoy is a row like the others, and handing over happens later for both.
 */
export async function sendOtp(ctx: Context & Ports, asked: SendOtp): Promise<string> {
  const { authorizationVault: vault, bankId, caller, clock, ids } = ctx;
  const clientId = clientOf(caller);
  if (asked.userName === undefined) refuseStrangers(caller, asked);
  const target = await findTarget(ctx, asked);
  const isDecoy = target.contact === undefined;
  if (isDecoy && hasScope(caller, 'authorization.user-lookup')) throw problems['no-such-user']();
  const now = clock.now();
  const { channel } = asked;
  const verificationId = ids.handle(virtualShard(bankId, target.user?.customerNumber ?? target.subject));
  const code = vault.newCode(digitsFor(asked.action));
  const place = placeFor(asked.channel, target.contact);
  return runCommand(ctx, async (work) => {
    const key = { bankId, subject: target.subject, now };
    // Who sends to the same person lines up, so that all codes are seen; then codes before their guard, as whoever
    // verifies takes them: nobody waits in a circle.
    await Promise.all([
      holdName(work, 'codes', bankId, target.subject),
      holdOpen(work, { ...key, action: asked.action ?? 'other' }),
      holdGuard(work, key),
    ]);
    // A code would only be another thing to guess.
    await refuseBlocked(work, key);
    await reserveSend(ctx, work, {
      channel,
      clientId,
      isRegistered: asked.userName !== undefined,
      recipientIndexes: target.recipientIndexes,
      place,
    });
    insertVerification(work, {
      bankId,
      verificationId,
      clientId,
      userId: target.user?.userId,
      subject: target.subject,
      channel,
      action: asked.action ?? 'other',
      recipientIndex: target.recipientIndexes[0],
      codeDigest: vault.codeDigest(bankId, verificationId, code),
      digits: code.length,
      sealedText: vault.sealText(bankId, verificationId, {
        code,
        contact: target.contact,
        message: asked.message,
        language: target.user?.language,
      }),
      isDecoy,
      attemptsMax: otpAttemptsMax,
      place: place === 'refused' ? undefined : place,
      expiresAt: expiryOf(channel, now),
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

/** Where an SMS goes, as far as budgets know it. */
function placeFor(channel: OtpChannel, contact: string | undefined): SendPlace | 'refused' | undefined {
  return channel === 'sms' && contact !== undefined ? placeOf(contact) : undefined;
}

/** To such a number nothing is ever sent: whoever has it is as unknown, else the refusal would tell that they exist. */
function isUnreachable(channel: OtpChannel, own: string): boolean {
  return placeFor(channel, own) === 'refused';
}

function keyOf(channel: OtpChannel, contact: string): string {
  return canonicalRecipient(channel, contact) ?? contact;
}

function expiryOf(channel: OtpChannel, now: Temporal.Instant): Temporal.Instant {
  return now.add(validityOf(channel));
}

/** Whoever writes to an address of nobody in particular needs a right of their own, and a reason. */
function refuseStrangers(caller: Caller, { action }: SendOtp): void {
  if (!hasScope(caller, 'authorization.otp.unregistered')) throw standardProblems.forbidden();
  if (!isForStrangers(action)) refuseFaults([faultAt(['action'], 'combination-not-allowed')]);
}

async function findTarget(ctx: Context & Ports, { channel, contact, userName }: SendOtp): Promise<Target> {
  const { authorizationVault: vault, bankId, db, users } = ctx;
  const indexOf = (key: string): Buffer => vault.recipientIndex(bankId, channel, key);
  if (userName === undefined) {
    const key = keyOf(channel, contact ?? '');
    const subject = vault.strangerSubject(bankId, `${channel} ${key}`);
    return { subject, user: undefined, contact, recipientIndexes: [indexOf(key)] };
  }
  const user = await users.find(db, { bankId, name: userName });
  const subject = user?.userId ?? vault.strangerSubject(bankId, `user ${userName}`);
  const reached = user && reachOf(user, { channel, contact });
  // Of a number that was named the number counts, right or wrong; else the one on file, or one that nobody has.
  const counted = contact ?? reached;
  return {
    subject,
    user: reached === undefined ? undefined : user,
    contact: reached,
    recipientIndexes: [
      indexOf(`user ${subject}`),
      indexOf(counted === undefined ? `nobody ${subject}` : keyOf(channel, counted)),
    ],
  };
}

/** The user's verified number or address; when another one was given, nobody is known by both. */
function reachOf(
  user: User,
  { channel, contact }: { readonly channel: OtpChannel; readonly contact: string | undefined },
): string | undefined {
  if (user.status !== 'active') return undefined;
  const own = channel === 'sms' ? user.mobileNumber : user.email;
  if (own === undefined || isUnreachable(channel, own)) return undefined;
  if (contact === undefined) return own;
  return keyOf(channel, own) === keyOf(channel, contact) ? own : undefined;
}
