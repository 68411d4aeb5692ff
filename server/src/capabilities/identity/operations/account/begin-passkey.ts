import type { Context } from '#platform/work/context.ts';
import { ceremonyId } from '../../domain/passkey.ts';
import { userHandle } from '../../engine/passkeys/user-handle.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import type { SignedInUser } from '../../steps/own-user.ts';
import { encryptChallenge } from '../../steps/passkey-creation.ts';
import { listPasskeys } from '../../store/passkeys.store.ts';
import { upsertSignInAndCommit } from '../../store/sign-ins.store.ts';

/** How long the creation of a passkey may take. */
const ceremonySeconds = 120;

/**
 * Returns the options with which a browser creates a passkey for the signed-in user; only the newest challenge is
 * valid.
 */
export async function beginPasskey(ctx: Context & IdentityPorts, request: SignedInUser): Promise<string> {
  const { bankId, clock, db, identityVault, passkeys } = ctx;
  const { userId, username } = request.user;
  const { challenge, options } = await passkeys.beginCreation({
    userHandle: userHandle(identityVault.userHandleKey(bankId), userId),
    username,
    displayName: username,
    known: await listPasskeys(db, { bankId, userId }),
  });
  const signInId = ceremonyId(request.session.sessionId);
  const now = clock.now();
  await upsertSignInAndCommit(db, {
    bankId,
    signInId,
    bindingHash: identityVault.secretHash(signInId),
    sealedState: encryptChallenge(ctx, signInId, challenge),
    expiresAt: now.add({ seconds: ceremonySeconds }),
    now,
  });
  return options;
}
