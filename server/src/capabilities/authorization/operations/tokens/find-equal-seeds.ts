import { createHmac, randomBytes } from 'node:crypto';
import type { Secret } from '#platform/kernel/secret.ts';
import type { Context } from '#platform/work/context.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { listSealedSeeds } from '../../store/oath-tokens.store.ts';
import type { ImportedToken } from './import-tokens.ts';

/** Batch size. Seeds are encrypted, so equal ones are found by decrypting all of them. */
const seedsMax = 500;

/**
 * Returns the serial numbers of a delivery whose seed is equal to that of a token with another serial number. Such a
 * delivery was tampered with: the holder of the other token could generate the codes of this one.
 */
export async function findEqualSeeds(
  ctx: Context & AuthorizationPorts,
  tokens: readonly Pick<ImportedToken, 'seed' | 'serial'>[],
): Promise<readonly string[]> {
  const { bankId, db, seedVault } = ctx;
  // Compared by a hash under a one-time key: no seed stays in memory longer than it takes to open it.
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
      const importedSerial = serials.get(markOf(await seedVault.open(bankId, tokenId, sealedSeed)));
      if (importedSerial !== undefined && importedSerial !== serial) found.add(importedSerial);
    }
    after = page.length === seedsMax ? page.at(-1)?.tokenId : undefined;
  } while (after !== undefined);
  return [...found].sort();
}
