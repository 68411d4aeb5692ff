import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import type { Temporal } from 'temporal-polyfill';
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
import { signingKeyEncryptionContext } from '../store/signing-key-encryption.ts';
import {
  insertSigningKey,
  listSigningKeys,
  type SealedSigningKey,
  updateSigningKeyEnd,
} from '../store/signing-keys.store.ts';

export interface RotateSigningKeys {
  readonly tokenClass: TokenClass;
  readonly pace: RotationPace;
  /** `due`: only if there is no key yet, or the current one has reached the end of its signing period. */
  readonly when?: 'always' | 'due';
}

/**
 * Creates a new key for a token class. The server publishes it at once and signs with it after the announcement; the
 * old key stays valid during the overlap.
 */
export async function rotateSigningKeys(
  ctx: Context & { readonly signingKeyVault: Vault },
  { pace, tokenClass, when = 'always' }: RotateSigningKeys,
): Promise<SigningKey> {
  const now = ctx.clock.now();
  const { signsFrom, predecessorVerifiesUntil } = rotationTimes(now, pace);
  const generated = await generateSigningKey(ctx, { tokenClass, createdAt: now, signsFrom });
  return runCommand(ctx, async (work) => {
    const before = currentKey(await listSigningKeys(work, ctx.bankId), tokenClass);
    // Checked again inside the transaction: another process may have created the key in the meantime.
    if (when === 'due' && before !== undefined && !isRotationDue(before, now))
      throw problems['rotation-under-way']();
    if (before !== undefined)
      updateSigningKeyEnd(work, { ...before, verifiesUntil: predecessorVerifiesUntil });
    // The first key needs no announcement.
    const key = before === undefined ? { ...generated, signsFrom: now } : generated;
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

interface NewSigningKey {
  readonly tokenClass: TokenClass;
  readonly createdAt: Temporal.Instant;
  readonly signsFrom: Temporal.Instant;
}

/** Generates a key pair, named by its thumbprint. Returns the private key encrypted only. */
async function generateSigningKey(
  ctx: Pick<Context, 'bankId'> & { readonly signingKeyVault: Vault },
  { createdAt, signsFrom, tokenClass }: NewSigningKey,
): Promise<SealedSigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const keyId = await calculateJwkThumbprint(publicKey);
  const describe = { kid: keyId, alg: 'ES256', use: 'sig' };
  const secret = { ...(await exportJWK(privateKey)), ...describe };
  return {
    bankId: ctx.bankId,
    keyId,
    tokenClass,
    algorithm: 'ES256',
    publicKey: { ...(await exportJWK(publicKey)), ...describe },
    sealedPrivateKey: ctx.signingKeyVault.seal(
      signingKeyEncryptionContext(ctx.bankId, keyId),
      Buffer.from(JSON.stringify(secret)),
    ),
    createdAt,
    signsFrom,
    verifiesUntil: undefined,
  };
}
