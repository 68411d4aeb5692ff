import { fieldErrorAt, rejectFieldErrors } from '#dialects/channel/field-errors.ts';
import type { Caller } from '#platform/auth/caller.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { OtpChannel, SensitiveAction } from '../../domain/literals.ts';
import { allowsUnknownRecipient, validityOf } from '../../domain/otp.ts';
import { personKey, recipientKey } from '../../domain/sends/canonical-recipient.ts';
import { destinationFor } from '../../domain/sends/destination.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import type { User } from '../../ports/users.ts';
import { problems } from '../../problems.ts';
import { hasScope } from '../../steps/callers.ts';
import { type CodeTarget, makeCode } from '../../steps/codes.ts';

/** Request to send a code to a user, or to a number or address. */
export interface SendOtp {
  readonly channel: OtpChannel;
  readonly action: SensitiveAction | undefined;
  readonly message: string | undefined;
  /** Canonical: E.164, or an address in its stored form. */
  readonly contact: string | undefined;
  readonly userName: string | undefined;
}

type Ports = AuthorizationPorts;

/**
 * Creates a code and queues it for sending. A request for an unknown user gets the same response after the same work: a
 * dummy row is written, and the worker dispatches both later.
 */
export async function sendOtp(ctx: Context & Ports, command: SendOtp): Promise<string> {
  const { caller } = ctx;
  if (command.userName === undefined) rejectUnknownRecipient(caller, command);
  const target = await findTarget(ctx, command);
  if (target.contact === undefined && hasScope(caller, 'authorization.user-lookup'))
    throw problems['no-such-user']();
  return makeCode(ctx, {
    ...command,
    target,
    language: target.user?.language,
    validFor: validityOf(command.channel),
    isRegistered: command.userName !== undefined,
  });
}

/**
 * Returns whether nothing is ever sent to this number. The user counts as unknown then, because the problem would
 * reveal that the user exists.
 */
function isUnreachable(channel: OtpChannel, own: string): boolean {
  return destinationFor(channel, own) === 'refused';
}

/** Rejects a code to a contact of no known user unless the caller has the scope and the action allows it. */
function rejectUnknownRecipient(caller: Caller, { action }: SendOtp): void {
  if (!hasScope(caller, 'authorization.otp.unregistered')) throw standardProblems.forbidden();
  if (!allowsUnknownRecipient(action))
    rejectFieldErrors([fieldErrorAt(['action'], 'combination-not-allowed')]);
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
  // A requested number is counted, right or wrong; otherwise the one on file, or a dummy key.
  const counted = contact ?? reached;
  return {
    subject,
    user: reached === undefined ? undefined : user,
    contact: reached,
    recipientIndexes: [
      indexOf(personKey(subject)),
      indexOf(counted === undefined ? `unknown ${subject}` : recipientKey(channel, counted)),
    ],
  };
}

/** Returns the verified contact of the user; undefined when the request names another one. */
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
