import type { Vault } from '#platform/crypto/vault.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import {
  currentKey,
  isRotationDue,
  type RotationPace,
  rotationTimes,
  type SigningKey,
  type TokenClass,
} from '../domain/signing-key.ts';
import { signingKeyRotatedEvent } from '../events.ts';
import { problems } from '../problems.ts';
import { makeSigningKey } from '../steps/make-signing-key.ts';
import { insertSigningKey, listSigningKeys, updateSigningKeyEnd } from '../store/signing-keys.store.ts';

export interface RotateSigningKeys {
  readonly tokenClass: TokenClass;
  readonly pace: RotationPace;
  /** `due`: only if there is no key yet, or the one there is has signed long enough. */
  readonly when?: 'always' | 'due';
}

/** Gives a token class a new key. It is published at once, signs a little later, and the old one fades out. */
export async function rotateSigningKeys(
  ctx: Context & { readonly signingKeyVault: Vault },
  { pace, tokenClass, when = 'always' }: RotateSigningKeys,
): Promise<SigningKey> {
  const now = ctx.clock.now();
  const { signsFrom, predecessorVerifiesUntil } = rotationTimes(now, pace);
  const made = await makeSigningKey(ctx, { tokenClass, createdAt: now, signsFrom });
  return runCommand(ctx, async (work) => {
    const before = currentKey(await listSigningKeys(work, ctx.bankId), tokenClass);
    // Asked again in here: of many that found no key, one may have made it meanwhile.
    if (when === 'due' && before !== undefined && !isRotationDue(before, now))
      throw problems['rotation-under-way']();
    if (before !== undefined)
      updateSigningKeyEnd(work, { ...before, verifiesUntil: predecessorVerifiesUntil });
    // The very first key has nobody to wait for.
    const key = before === undefined ? { ...made, signsFrom: now } : made;
    insertSigningKey(work, key);
    work.emit(signingKeyRotatedEvent(key));
    work.audit({
      aggregateKind: 'signing-key',
      aggregateId: key.keyId,
      changes: [
        { field: 'tokenClass', after: tokenClass },
        { field: 'predecessor', after: before?.keyId ?? null },
      ],
    });
    return key;
  });
}
