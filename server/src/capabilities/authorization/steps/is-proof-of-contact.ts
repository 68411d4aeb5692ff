import type { Context } from '#platform/work/context.ts';
import type { OtpChannel } from '../domain/literals.ts';
import { exactContactKey } from '../domain/sends/exact-contact-key.ts';
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
  // Any of them: the keys may have changed since the code was sent.
  return vault
    .recipientIndexes(bankId, channel, exactContactKey(channel, contact))
    .some((index) => index.toString('base64url') === exactIndex);
}
