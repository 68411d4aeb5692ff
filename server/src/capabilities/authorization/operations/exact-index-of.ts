import { normalizeEmail } from '#platform/kernel/email-address.ts';
import type { Context } from '#platform/work/context.ts';
import type { OtpChannel } from '../domain/literals.ts';
import { recipientKey } from '../domain/sends/canonical-recipient.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';

type Ctx = Pick<Context & AuthorizationPorts, 'authorizationVault' | 'bankId'>;

/** Returns the keyed hash of a contact in its one spelling. */
export function exactIndexOf(
  { authorizationVault: vault, bankId }: Ctx,
  channel: OtpChannel,
  contact: string,
): string {
  return vault.recipientIndex(bankId, channel, exactKey(channel, contact)).toString('base64url');
}

/** Returns that of today, and those from before the keys changed. */
export function exactIndexesOf(
  { authorizationVault: vault, bankId }: Ctx,
  channel: OtpChannel,
  contact: string,
): readonly string[] {
  return vault
    .recipientIndexes(bankId, channel, exactKey(channel, contact))
    .map((index) => index.toString('base64url'));
}

function exactKey(channel: OtpChannel, contact: string): string {
  const key =
    channel === 'email' ? (normalizeEmail(contact)?.key ?? contact) : recipientKey(channel, contact);
  return `exactly ${key}`;
}
