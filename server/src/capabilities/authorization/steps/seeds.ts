import { KeyUnknown, Unsealable } from '#platform/crypto/envelope.ts';
import type { Secret } from '#platform/kernel/secret.ts';
import type { Context } from '#platform/work/context.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { OathToken } from '../store/oath-tokens.store.ts';

/**
 * Opens the seeds of a user's tokens by their ids, before a command begins, because the key store may be slow. A damaged
 * or swapped seed is left out, so that the user's other tokens stay usable; the log names its token. If no seed can be
 * opened, or a key is missing, it throws: right codes would otherwise count as wrong ones, and lock the user out.
 */
export async function openSeeds(
  { bankId, log, seedVault }: Context & Pick<AuthorizationPorts, 'seedVault'>,
  tokens: readonly OathToken[],
): Promise<ReadonlyMap<string, Secret<Uint8Array>>> {
  const seeds = new Map<string, Secret<Uint8Array>>();
  const damaged: Unsealable[] = [];
  await Promise.all(
    tokens.map(async ({ sealedSeed, tokenId }) => {
      try {
        seeds.set(tokenId, await seedVault.open(bankId, tokenId, sealedSeed));
      } catch (error) {
        if (!(error instanceof Unsealable) || error instanceof KeyUnknown) throw error;
        log.error({ error, bankId, aggregateId: tokenId }, 'seed of a token cannot be decrypted');
        damaged.push(error);
      }
    }),
  );
  const [first] = damaged;
  if (first !== undefined && seeds.size === 0) throw first;
  return seeds;
}
