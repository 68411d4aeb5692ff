import { Unsealable } from '#platform/crypto/envelope.ts';
import type { Secret } from '#platform/kernel/secret.ts';
import type { Context } from '#platform/work/context.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { OathToken } from '../store/oath-tokens.store.ts';

/**
 * Opens the seed of a token, before a command begins, because the key store may be slow. A damaged or swapped seed is
 * replaced by the dummy seed, which no code matches: the user's other tokens stay usable, and the log names the row.
 */
export async function openSeed(
  { bankId, log, seedVault }: Context & Pick<AuthorizationPorts, 'seedVault'>,
  { sealedSeed, tokenId }: OathToken,
): Promise<Secret<Uint8Array>> {
  try {
    return await seedVault.open(bankId, tokenId, sealedSeed);
  } catch (error) {
    if (!(error instanceof Unsealable)) throw error;
    log.error({ error, bankId, aggregateId: tokenId }, 'seed of a token cannot be decrypted');
    return seedVault.dummy;
  }
}
