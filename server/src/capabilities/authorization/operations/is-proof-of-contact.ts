import type { Context } from '#platform/work/context.ts';
import type { OtpChannel } from '../domain/literals.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { StoredContactProof } from '../store/proofs.store.ts';
import { exactIndexesOf } from './exact-index-of.ts';

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
  const { exactIndex } = ctx.authorizationVault.openText(ctx.bankId, verificationId, sealedText);
  // Any of them: the keys may have changed since the code was sent.
  return exactIndex !== undefined && exactIndexesOf(ctx, channel, contact).includes(exactIndex);
}
