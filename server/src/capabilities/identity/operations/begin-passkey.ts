import type { Context } from '#platform/work/context.ts';
import { ceremonyId } from '../domain/passkey.ts';
import { userHandle } from '../engine/passkeys/user-handle.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { sealState } from '../steps/seal-state.ts';
import { listPasskeys } from '../store/passkeys.store.ts';
import { beginSignIn } from '../store/sign-ins.store.ts';
import type { AccountRequest } from './account-request.ts';

/** How long somebody may take to make a passkey. */
const ceremonySeconds = 120;

/** What a browser needs to make a passkey for whoever is signed in; only the newest challenge counts. */
export async function beginPasskey(ctx: Context & IdentityPorts, request: AccountRequest): Promise<string> {
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
  await beginSignIn(db, {
    bankId,
    signInId,
    tieHash: identityVault.secretHash(signInId),
    sealedState: sealState(ctx, signInId, { step: 'passkey', assurance: 'sca', codesSent: 0, challenge }),
    expiresAt: now.add({ seconds: ceremonySeconds }),
    now,
  });
  return options;
}
