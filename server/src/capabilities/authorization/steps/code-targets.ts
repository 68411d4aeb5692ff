import type { Context } from '#platform/work/context.ts';
import type { OtpChannel } from '../domain/literals.ts';
import { personKey, recipientKey } from '../domain/sends/canonical-recipient.ts';
import { destinationFor } from '../domain/sends/destination.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { User } from '../ports/users.ts';
import type { CodeTarget } from './codes.ts';

/** A recipient as requested. */
export interface RequestedRecipient {
  readonly channel: OtpChannel;
  /** Canonical: E.164, or an address in its stored form. */
  readonly contact: string | undefined;
  readonly userName: string | undefined;
}

/** Finds the recipient of a code. An unknown user gets a target of the same shape, without a contact. */
export async function findTarget(
  ctx: Context & AuthorizationPorts,
  { channel, contact, userName }: RequestedRecipient,
): Promise<CodeTarget> {
  const { authorizationVault: vault, bankId, db, users } = ctx;
  const indexOf = (key: string): Buffer => vault.recipientIndex(bankId, channel, key);
  if (userName === undefined) {
    const key = recipientKey(channel, contact ?? '');
    const subject = vault.unknownUserKey(bankId, contactName(channel, key));
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

/** Names a contact for which no user is known. `key`: its canonical recipient. */
export function contactName(channel: OtpChannel, key: string): string {
  return `${channel} ${key}`;
}

/** Returns the verified contact of the user; undefined when the request names another one. */
export function contactDetailsOf(
  user: User,
  { channel, contact }: { readonly channel: OtpChannel; readonly contact: string | undefined },
): string | undefined {
  if (user.status !== 'active') return undefined;
  const own = channel === 'sms' ? user.mobileNumber : user.email;
  if (own === undefined || isUnreachable(channel, own)) return undefined;
  if (contact === undefined) return own;
  return recipientKey(channel, own) === recipientKey(channel, contact) ? own : undefined;
}

/**
 * Returns whether nothing is ever sent to this number. The user counts as unknown then, because the problem would
 * reveal that the user exists.
 */
function isUnreachable(channel: OtpChannel, own: string): boolean {
  return destinationFor(channel, own) === 'refused';
}
