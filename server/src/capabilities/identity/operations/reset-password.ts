import type { Context } from '#platform/work/context.ts';
import type { RecoveryChannel } from '../domain/recovery.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { checkHuman } from '../steps/check-human.ts';
import { requestRecovery } from '../steps/request-recovery.ts';
import { findUserIdByName } from '../store/recoveries.store.ts';

export interface ResetPassword {
  readonly username: string;
  readonly channel: RecoveryChannel | undefined;
  readonly humanCheck: string | undefined;
  /** The address of the person, as an application passed it on. */
  readonly personAddress?: string | undefined;
}

/** Has a temporary password sent, if anybody has this name. Nothing in the answer depends on it. */
export async function resetPassword(
  ctx: Context & IdentityPorts,
  { channel, humanCheck, personAddress, username }: ResetPassword,
): Promise<void> {
  await checkHuman(ctx, { token: humanCheck, personAddress });
  const { bankId, db } = ctx;
  const identifier = username.normalize('NFC').toLowerCase();
  const userId = await findUserIdByName(db, { bankId, username: identifier });
  await requestRecovery(ctx, { wish: 'password', channel, identifier, userId, personAddress });
}
