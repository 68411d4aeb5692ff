import { createHmac, randomBytes } from 'node:crypto';
import type { Secret } from '#platform/kernel/secret.ts';
import type { Context } from '#platform/work/context.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import { listSealedSeeds } from '../store/oath-tokens.store.ts';
import type { ImportedToken } from './import-tokens.ts';

/** Opened at a time; seeds are sealed, so equal ones are found by opening them all. */
const seedsMax = 500;

/**
 * Serial numbers of a delivery whose seed a token of another serial number has already. Such a delivery was tampered
 * with: whoever holds the other token would make the codes of this one.
 */
export async function findEqualSeeds(
  ctx: Context & AuthorizationPorts,
  tokens: readonly Pick<ImportedToken, 'seed' | 'serial'>[],
): Promise<readonly string[]> {
  const { bankId, db, seedVault } = ctx;
  // Compared by a hash under a key of this moment: no seed is kept longer than it takes to open it.
  const key = randomBytes(32);
  const markOf = (seed: Secret<Uint8Array>): string =>
    createHmac('sha256', key).update(seed.reveal()).digest('base64');
  const serials = new Map(tokens.map(({ seed, serial }) => [markOf(seed), serial]));
  const found = new Set<string>();
  let after: string | undefined;
  await seedVault.ready(bankId);
  do {
    const page = await listSealedSeeds(db, { bankId, after, listMax: seedsMax });
    for (const { sealedSeed, serial, tokenId } of page) {
      const given = serials.get(markOf(await seedVault.open(bankId, tokenId, sealedSeed)));
      if (given !== undefined && given !== serial) found.add(given);
    }
    after = page.length === seedsMax ? page.at(-1)?.tokenId : undefined;
  } while (after !== undefined);
  return [...found].sort();
}
