import { virtualShard } from '#platform/kernel/ids.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { ceremonyId, defaultPasskeyName, passkeyName, passkeysMax } from '../domain/passkey.ts';
import { userEvent } from '../events.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { lockAccount } from '../steps/lock-account.ts';
import { readSignIn } from '../steps/read-sign-in.ts';
import { insertPasskey, listPasskeys } from '../store/passkeys.store.ts';
import { endSignIn } from '../store/sign-ins.store.ts';
import type { AccountRequest } from './account-request.ts';

/** What a browser made. */
export interface SavePasskey {
  readonly response: string;
  readonly name: string;
  readonly browserName: string;
}

/** Takes a passkey that a browser has made for whoever is signed in. False when anything is wrong with it. */
export async function savePasskey(
  ctx: Context & IdentityPorts,
  request: AccountRequest,
  { browserName, name, response }: SavePasskey,
): Promise<boolean> {
  const { bankId, clock, ids, passkeys } = ctx;
  const { userId } = request.user;
  const signInId = ceremonyId(request.session.sessionId);
  const live = await readSignIn(ctx, { signInId, secret: signInId });
  const { challenge } = live?.state ?? {};
  if (live === undefined || challenge === undefined) return false;
  const made = await passkeys.finishCreation({ response, challenge });
  if (made === undefined) return false;
  try {
    return await runCommand(ctx, async (work) => {
      const isOpen = await lockAccount(ctx, work, request);
      const known = await listPasskeys(work, { bankId, userId });
      const isTaken = isOpen && known.length < passkeysMax;
      // A challenge is good for one passkey, and for none that came too late.
      endSignIn(work, { bankId, signInId });
      if (isTaken) {
        const shown = passkeyName(name) ?? defaultPasskeyName(made.aaguid, browserName);
        const now = clock.now();
        const passkeyId = ids.uuid(virtualShard(bankId, userId));
        insertPasskey(work, bankId, {
          ...made,
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
        changes: [{ field: 'passkey', after: isTaken }],
      });
      return isTaken;
    });
    // Somebody's already, or used up by another window.
  } catch (error) {
    if (error instanceof Problem && error.entry.kind === 'conflict') return false;
    throw error;
  }
}
