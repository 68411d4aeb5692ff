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
const listBlocked = plainStatement<{ fingerprint256: string }>(
  'select fingerprint256 from platform.blocked_certificate',
);

/** Caches revoked and blocked certificates in memory; a change in the database takes effect within seconds. */
export function createRevocationCache(database: Database): RevocationCache {
  let revoked: ReadonlySet<string> = new Set();
  let blocked: ReadonlySet<string> = new Set();
  const keyOf = (issuer: string, serialNumber: string): string =>
    JSON.stringify([issuer, canonicalSerialNumber(serialNumber)]);
  return {
    isRevoked: (issuer, serialNumber) => revoked.has(keyOf(issuer, serialNumber)),
    isBlocked: (fingerprint256) => blocked.has(fingerprint256),
    async refresh() {
      const [revokedRows, blockedRows] = await Promise.all([
        database.query(listRevoked([])),
        database.query(listBlocked([])),
      ]);
      revoked = new Set(revokedRows.map(({ issuer, serial_number }) => keyOf(issuer, serial_number)));
      blocked = new Set(blockedRows.map(({ fingerprint256 }) => fingerprint256));
    },
  };
}
