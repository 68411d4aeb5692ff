import type { Database } from '#platform/db/database.ts';
import { plainStatement } from '#platform/db/statement.ts';
import { canonicalSerialNumber } from './certificate-chain.ts';
import type { RevocationList } from './client-certificates.ts';

export interface RevocationCache extends RevocationList {
  /** Reloads the cache; the process repeats this every few seconds. */
  refresh(): Promise<void>;
}

const listRevoked = plainStatement<{ issuer: string; serial_number: string }>(
  'select issuer, serial_number from platform.revoked_certificate',
);

/** Caches revoked certificates in memory; a change in the database takes effect within seconds. */
export function createRevocationCache(database: Database): RevocationCache {
  let revoked: ReadonlySet<string> = new Set();
  const keyOf = (issuer: string, serialNumber: string): string =>
    JSON.stringify([issuer, canonicalSerialNumber(serialNumber)]);
  return {
    isRevoked: (issuer, serialNumber) => revoked.has(keyOf(issuer, serialNumber)),
    async refresh() {
      const rows = await database.query(listRevoked([]));
      revoked = new Set(rows.map(({ issuer, serial_number }) => keyOf(issuer, serial_number)));
    },
  };
}
