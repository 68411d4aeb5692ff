import type { Context } from '#platform/work/context.ts';
import { listTokens } from '../../store/oath-tokens.store.ts';

/** Returns whether a user has an active token that generates codes. */
export async function hasToken(
  { bankId, db }: Pick<Context, 'bankId' | 'db'>,
  { userId }: { readonly userId: string },
): Promise<boolean> {
  const tokens = await listTokens(db, { bankId, userId, statuses: ['active'] });
  return tokens.some(({ kind }) => kind !== 'ocra');
}
