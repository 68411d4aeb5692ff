import { normalizeEmail } from '#platform/kernel/email-address.ts';
import type { Context } from '#platform/work/context.ts';
import type { OtpChannel } from '../domain/literals.ts';
import { recipientKey } from '../domain/sends/canonical-recipient.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { StoredContactProof } from '../store/proofs.store.ts';

type Ctx = Pick<Context & AuthorizationPorts, 'authorizationVault' | 'bankId'>;

/**
 * Whether a code went to this very number or address. The index of the recipient is coarser: it counts `a+b@x` for `a@x`,
 * and at some providers these are mailboxes of two people.
 */
export function isProofOfContact(
  ctx: Ctx,
  { sealedText, verificationId }: StoredContactProof,
  { channel, contact }: { readonly channel: OtpChannel; readonly contact: string },
): boolean {
  const { authorizationVault: vault, bankId } = ctx;
  const { exactIndex } = vault.openText(bankId, verificationId, sealedText);
  // All of them: the keys may have changed since the code was sent.
  return vault
    .recipientIndexes(bankId, channel, exactKey(channel, contact))
    .some((index) => index.toString('base64url') === exactIndex);
}

/** Returns the keyed hash of a contact in its one spelling. */
export function exactIndexOf(
  { authorizationVault: vault, bankId }: Ctx,
  channel: OtpChannel,
  contact: string,
): string {
  return vault.recipientIndex(bankId, channel, exactKey(channel, contact)).toString('base64url');
}

function exactKey(channel: OtpChannel, contact: string): string {
  const key =
    channel === 'email' ? (normalizeEmail(contact)?.key ?? contact) : recipientKey(channel, contact);
  return `exactly ${key}`;
}
