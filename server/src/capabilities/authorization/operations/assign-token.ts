import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { capFor } from '../domain/token-cap.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import { problems } from '../problems.ts';
import { capAttempts, holdGuard } from '../store/guards.store.ts';
import { changeToken, listTokens, lockBySerial } from '../store/oath-tokens.store.ts';

/** What came of handing a token out. */
export type Assigned = 'assigned' | 'no-such-token' | 'taken';

/** Hands a token of the stock to a user. One that somebody has, or had, goes to nobody else. */
export async function assignToken(
  ctx: Context & AuthorizationPorts,
  { serial, userName }: { readonly serial: string; readonly userName: string },
): Promise<Assigned> {
  const { bankId, clock, db, users } = ctx;
  const user = await users.find(db, { bankId, name: userName });
  if (user === undefined) throw problems['no-such-user']();
  const { userId } = user;
  const now = clock.now();
  return runCommand(ctx, async (work) => {
    await holdGuard(work, { bankId, subject: userId, now });
    const token = await lockBySerial(work, { bankId, serial });
    const changes = [{ field: 'assigned', after: token?.status === 'stock' }];
    work.audit({ aggregateKind: 'oath-token', aggregateId: token?.tokenId ?? serial, changes });
    if (token === undefined) return 'no-such-token';
    if (token.status !== 'stock') return 'taken';
    const others = await listTokens(work, { bankId, userId, statuses: ['active', 'awaiting-confirmation'] });
    changeToken(work, { bankId, tokenId: token.tokenId, userId, status: 'active', now });
    capAttempts(work, { bankId, subject: userId, now, cap: capFor([...others, token]) });
    return 'assigned';
  });
}
