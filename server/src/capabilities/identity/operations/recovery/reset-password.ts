import type { Context } from '#platform/work/context.ts';
import type { RecoveryChannel } from '../../domain/recovery.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { checkHuman } from '../../steps/person.ts';
import { requestRecovery } from '../../steps/recovery.ts';
import { findUserIdByName } from '../../store/recoveries.store.ts';

export interface ResetPassword {
  readonly username: string;
  readonly channel: RecoveryChannel | undefined;
  readonly humanCheck: string | undefined;
  /** The IP address of the person, as passed on by an application. */
  readonly personAddress?: string | undefined;
}

/** Sends a temporary password if a user has this username. The response does not depend on it. */
export async function resetPassword(
  ctx: Context & IdentityPorts,
  { channel, humanCheck, personAddress, username }: ResetPassword,
): Promise<void> {
  await checkHuman(ctx, { token: humanCheck, personAddress });
  const { bankId, db } = ctx;
  const identifier = username.normalize('NFC').toLowerCase();
  const userId = await findUserIdByName(db, { bankId, username: identifier });
  await requestRecovery(ctx, { kind: 'password', channel, identifier, userId, personAddress });
}
