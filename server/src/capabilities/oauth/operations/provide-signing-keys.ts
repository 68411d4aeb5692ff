import type { Vault } from '#platform/crypto/vault.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { currentKey, isRotationDue, tokenClasses, usualPace } from '../domain/signing-key.ts';
import { problems } from '../problems.ts';
import { listSigningKeys } from '../store/signing-keys.store.ts';
import { rotateSigningKeys } from './rotate-signing-keys.ts';

/**
 * Creates a key for every token class that has none, and rotates keys that are due. Runs at start and once a day.
 * Returns the number of new keys.
 */
export async function provideSigningKeys(
  ctx: Context & { readonly signingKeyVault: Vault },
): Promise<number> {
  const keys = await listSigningKeys(ctx.db, ctx.bankId);
  const now = ctx.clock.now();
  let created = 0;
  for (const tokenClass of tokenClasses) {
    const current = currentKey(keys, tokenClass);
    if (current !== undefined && !isRotationDue(current, now)) continue;
    created += (await rotateIfDue(ctx, tokenClass)) ? 1 : 0;
  }
  return created;
}

async function rotateIfDue(
  ctx: Context & { readonly signingKeyVault: Vault },
  tokenClass: (typeof tokenClasses)[number],
): Promise<boolean> {
  try {
    await rotateSigningKeys(ctx, { tokenClass, pace: usualPace, when: 'due' });
    return true;
    // Another process has created a key at the same time; the result is the same.
  } catch (error) {
    if (error instanceof Problem && error.literal === problems['rotation-under-way'].literal) return false;
    throw error;
  }
}
