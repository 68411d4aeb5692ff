import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { isActive } from '../../domain/user.ts';
import { userEvent } from '../../events.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import type { VerifiedPasskeyProof } from '../../steps/passkey-proof.ts';
import { consumeOpenProof } from '../../store/passkey-proofs.store.ts';
import { deletePasskey, lockPasskey, updatePasskeyUse } from '../../store/passkeys.store.ts';
import { findUser } from '../../store/users.store.ts';

type Ctx = Context & IdentityPorts;

/** Who has approved, and with which passkey. */
export interface PasskeyApproval {
  readonly userId: string;
  readonly passkeyId: string;
  /** The name that the user gave the passkey. */
  readonly name: string;
}

/**
 * Consumes a verified proof in the caller's transaction; the caller audits. Returns undefined if the response was
 * refused, the proof has expired or was consumed, or the passkey or its user has ended since. A refused response
 * consumes the proof too, if the caller commits: the next attempt needs a new challenge. A passkey with a second copy
 * is deleted, and its owner is notified.
 */
export async function consumePasskeyProof(
  ctx: Ctx,
  work: Work,
  verified: VerifiedPasskeyProof,
): Promise<PasskeyApproval | undefined> {
  const { bankId, clock } = ctx;
  const isConsumed = await consumeOpenProof(work, {
    bankId,
    proofId: verified.proofId,
    now: clock.now(),
  });
  if (!isConsumed) return undefined;
  switch (verified.kind) {
    case 'refused':
      return undefined;
    case 'cloned':
      return removeClone(ctx, work, verified.passkey);
    case 'used':
      return recordUse(ctx, work, verified);
  }
}

async function recordUse(
  ctx: Ctx,
  work: Work,
  { isBackedUp, newSignCount, passkey }: Extract<VerifiedPasskeyProof, { readonly kind: 'used' }>,
): Promise<PasskeyApproval | undefined> {
  const { bankId, clock } = ctx;
  const { name, passkeyId, signCount, userId } = passkey;
  const [locked, user] = await Promise.all([
    lockPasskey(work, { bankId, userId, passkeyId }),
    findUser(work, ctx, userId),
  ]);
  // Two concurrent uses have the same count: one of them is refused.
  if (locked?.signCount !== signCount || user === undefined || !isActive(user)) return undefined;
  updatePasskeyUse(work, {
    bankId,
    passkeyId,
    countBefore: signCount,
    countAfter: newSignCount,
    isBackedUp,
    now: clock.now(),
  });
  return { userId, passkeyId, name };
}

async function removeClone(
  { bankId, log }: Ctx,
  work: Work,
  { passkeyId, userId }: { readonly passkeyId: string; readonly userId: string },
): Promise<undefined> {
  if (!(await deletePasskey(work, { bankId, userId, passkeyId }))) return undefined;
  log.warn({ bankId }, 'cloned passkey removed');
  work.emit(userEvent('passkeyRemoved', userId, { reason: passkeyId }));
  return undefined;
}
