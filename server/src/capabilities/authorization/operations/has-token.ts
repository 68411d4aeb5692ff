import type { Context } from '#platform/work/context.ts';
import { listTokens } from '../store/oath-tokens.store.ts';

/** Whether a user has something that makes codes. */
export async function hasToken(
  { bankId, db }: Pick<Context, 'bankId' | 'db'>,
  { userId }: { readonly userId: string },
): Promise<boolean> {
  const tokens = await listTokens(db, { bankId, userId, statuses: ['active'] });
  return tokens.some(({ kind }) => kind !== 'ocra');
}
