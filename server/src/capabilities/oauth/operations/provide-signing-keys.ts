import type { Vault } from '#platform/crypto/vault.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { currentKey, isRotationDue, tokenClasses, usualPace } from '../domain/signing-key.ts';
import { problems } from '../problems.ts';
import { listSigningKeys } from '../store/signing-keys.store.ts';
import { rotateSigningKeys } from './rotate-signing-keys.ts';

/** Sees to it that every token class has a key, and none that is too old. Run at start and once a day. */
export async function provideSigningKeys(
  ctx: Context & { readonly signingKeyVault: Vault },
): Promise<number> {
  const keys = await listSigningKeys(ctx.db, ctx.bankId);
  const now = ctx.clock.now();
  let made = 0;
  for (const tokenClass of tokenClasses) {
    const current = currentKey(keys, tokenClass);
    if (current !== undefined && !isRotationDue(current, now)) continue;
    made += (await isMade(ctx, tokenClass)) ? 1 : 0;
  }
  return made;
}

async function isMade(
  ctx: Context & { readonly signingKeyVault: Vault },
  tokenClass: (typeof tokenClasses)[number],
): Promise<boolean> {
  try {
    await rotateSigningKeys(ctx, { tokenClass, pace: usualPace, when: 'due' });
    return true;
    // Another process was faster; its key is as good as ours.
  } catch (error) {
    if (error instanceof Problem && error.literal === problems['rotation-under-way'].literal) return false;
    throw error;
  }
}
