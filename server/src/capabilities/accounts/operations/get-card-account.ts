import type { Context } from '#platform/work/context.ts';
import type { AccountsPorts } from '../ports/accounts-ports.ts';
import { type Accessed, type AccountAccess, accessAccount } from '../steps/access.ts';
import type { AccountView } from '../steps/read-accounts.ts';

/** Reads a card. SPEC xs2a 1.5 */
export async function getCardAccount(
  ctx: Context & AccountsPorts,
  access: AccountAccess,
): Promise<Accessed<AccountView>> {
  return accessAccount(ctx, { group: 'cards', kind: 'accounts' }, access);
}
