import type { Temporal } from 'temporal-polyfill';
import type { Database } from '#platform/db/database.ts';
import { type Block, isInForce, keyOf } from '../domain/block.ts';
import { listUnliftedBlocks } from './blocks.store.ts';

/** A certificate of a third party, as a request presents it. */
export interface PresentedCertificate {
  readonly bankId: string;
  readonly issuer: string;
  readonly serialNumber: string;
  readonly organizationIdentifier: string;
}

/** The blocks of all banks in memory: every request of a third party is compared with them. */
export interface BlockCache {
  isBlocked(presented: PresentedCertificate, now: Temporal.Instant): boolean;
  /** Reloads the cache; the process repeats this every two seconds. Keeps the last blocks if the database is away. */
  refresh(): Promise<void>;
}

/** Creates an empty cache; the process refreshes it before it serves the first request. */
export function createBlockCache(database: Database, banks: readonly string[]): BlockCache {
  const byBank = new Map<string, ReadonlyMap<string, readonly Block[]>>();
  const refreshBank = async (bankId: string): Promise<void> => {
    const blocks = await listUnliftedBlocks(database.forBank(bankId), bankId);
    byBank.set(
      bankId,
      Map.groupBy(blocks, ({ subject }) => keyOf(subject)),
    );
  };
  return {
    isBlocked({ bankId, issuer, organizationIdentifier, serialNumber }, now) {
      const blocks = byBank.get(bankId);
      if (blocks === undefined || blocks.size === 0) return false;
      return [
        keyOf({ kind: 'organisation', organisationId: organizationIdentifier }),
        keyOf({ kind: 'certificate', issuer, serialNumber }),
      ].some((key) => blocks.get(key)?.some((block) => isInForce(block, now)) === true);
    },
    async refresh() {
      await Promise.all(banks.map(refreshBank));
    },
  };
}
