import { virtualShard } from '#platform/kernel/ids.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { ceremonyId, defaultPasskeyName, passkeyName, passkeysMax } from '../../domain/passkey.ts';
import { userEvent } from '../../events.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { lockAccount, type SignedInUser } from '../../steps/own-user.ts';
import { findChallenge } from '../../steps/passkey-creation.ts';
import { insertPasskey, listPasskeys } from '../../store/passkeys.store.ts';
import { deleteSignIn } from '../../store/sign-ins.store.ts';

/** The browser's response, and a name for the passkey. */
export interface SavePasskey {
  readonly response: string;
  readonly name: string;
  readonly browserName: string;
}

/** Saves a passkey that a browser has created for the signed-in user. Returns false if any check fails. */
export async function savePasskey(
  ctx: Context & IdentityPorts,
  request: SignedInUser,
  { browserName, name, response }: SavePasskey,
): Promise<boolean> {
  const { bankId, clock, ids, passkeys } = ctx;
  const { userId } = request.user;
  const signInId = ceremonyId(request.session.sessionId);
  const challenge = await findChallenge(ctx, signInId);
  if (challenge === undefined) return false;
  const created = await passkeys.finishCreation({ response, challenge });
  if (created === undefined) return false;
  try {
    return await runCommand(ctx, async (work) => {
      const isOpen = await lockAccount(ctx, work, request);
      const known = await listPasskeys(work, { bankId, userId });
      const isDuplicate = isOpen && known.length < passkeysMax;
      // A challenge is valid once, and not after it has expired.
      deleteSignIn(work, { bankId, signInId });
      if (isDuplicate) {
        const shown = passkeyName(name) ?? defaultPasskeyName(created.aaguid, browserName);
        const now = clock.now();
        const passkeyId = ids.uuid(virtualShard(bankId, userId));
        insertPasskey(work, bankId, {
          ...created,
          passkeyId,
          userId,
          name: shown,
          createdAt: now,
          lastUsedAt: undefined,
        });
        work.emit(userEvent('passkeyAdded', userId));
      }
      work.audit({
        aggregateKind: 'user',
        aggregateId: userId,
        changes: [{ field: 'passkey', after: isDuplicate }],
      });
      return isDuplicate;
    });
    // Another user has the credential, or another browser window has used the challenge.
  } catch (error) {
    if (error instanceof Problem && error.entry.kind === 'conflict') return false;
    throw error;
  }
}
