import { faultAt, refuseFaults } from '#dialects/channel/field-errors.ts';
import type { Caller } from '#platform/auth/caller.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { OtpChannel, SensitiveAction } from '../domain/literals.ts';
import { allowsUnknownRecipient, validityOf } from '../domain/otp.ts';
import { personKey, recipientKey } from '../domain/sends/canonical-recipient.ts';
import { destinationFor } from '../domain/sends/destination.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { User } from '../ports/users.ts';
import { problems } from '../problems.ts';
import { hasScope } from '../steps/has-scope.ts';
import { type CodeTarget, makeCode } from '../steps/make-code.ts';

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

/**
 * Makes a code and has it sent. Whoever asks for somebody unknown is answered as if that somebody existed, after the
 * same work: the row of a decoy is a row like the others, and handing over happens later for both.
 */
export async function sendOtp(ctx: Context & Ports, asked: SendOtp): Promise<string> {
  const { caller } = ctx;
  if (asked.userName === undefined) rejectUnknownRecipient(caller, asked);
  const target = await findTarget(ctx, asked);
  if (target.contact === undefined && hasScope(caller, 'authorization.user-lookup'))
    throw problems['no-such-user']();
  return makeCode(ctx, {
    ...asked,
    target,
    language: target.user?.language,
    validFor: validityOf(asked.channel),
    isRegistered: asked.userName !== undefined,
  });
}

/** To such a number nothing is ever sent: whoever has it is as unknown, else the refusal would tell that they exist. */
function isUnreachable(channel: OtpChannel, own: string): boolean {
  return destinationFor(channel, own) === 'refused';
}

/** Whoever writes to an address of nobody in particular needs a right of their own, and a reason. */
function rejectUnknownRecipient(caller: Caller, { action }: SendOtp): void {
  if (!hasScope(caller, 'authorization.otp.unregistered')) throw standardProblems.forbidden();
  if (!allowsUnknownRecipient(action)) refuseFaults([faultAt(['action'], 'combination-not-allowed')]);
}

async function findTarget(
  ctx: Context & Ports,
  { channel, contact, userName }: SendOtp,
): Promise<CodeTarget> {
  const { authorizationVault: vault, bankId, db, users } = ctx;
  const indexOf = (key: string): Buffer => vault.recipientIndex(bankId, channel, key);
  if (userName === undefined) {
    const key = recipientKey(channel, contact ?? '');
    const subject = vault.unknownUserKey(bankId, `${channel} ${key}`);
    return { subject, user: undefined, contact, recipientIndexes: [indexOf(key)] };
  }
  const user = await users.find(db, { bankId, name: userName });
  const subject = user?.userId ?? vault.unknownUserKey(bankId, `user ${userName}`);
  const reached = user && contactDetailsOf(user, { channel, contact });
  // Of a number that was named the number counts, right or wrong; else the one on file, or one that nobody has.
  const counted = contact ?? reached;
  return {
    subject,
    user: reached === undefined ? undefined : user,
    contact: reached,
    recipientIndexes: [
      indexOf(personKey(subject)),
      indexOf(counted === undefined ? `nobody ${subject}` : recipientKey(channel, counted)),
    ],
  };
}

/** The user's verified number or address; when another one was given, nobody is known by both. */
function contactDetailsOf(
  user: User,
  { channel, contact }: { readonly channel: OtpChannel; readonly contact: string | undefined },
): string | undefined {
  if (user.status !== 'active') return undefined;
  const own = channel === 'sms' ? user.mobileNumber : user.email;
  if (own === undefined || isUnreachable(channel, own)) return undefined;
  if (contact === undefined) return own;
  return recipientKey(channel, own) === recipientKey(channel, contact) ? own : undefined;
}
