import type { Context } from '#platform/work/context.ts';
import type { AccountsPorts } from '../ports/accounts-ports.ts';
import { type Accessed, accessList, type ListAccess } from '../steps/access.ts';
import type { AccountView } from '../steps/read-accounts.ts';

/** Lists the accounts of a consent. SPEC 001 */
export async function listAccounts(
  ctx: Context & AccountsPorts,
  access: ListAccess,
): Promise<Accessed<readonly AccountView[]>> {
  return accessList(ctx, 'accounts', access);
}
